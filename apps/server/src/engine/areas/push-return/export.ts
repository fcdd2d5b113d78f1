import { type PushReturnExport, pushReturn } from '@kabao/contract/engine/push-return'
import { pushReturnWords } from '@kabao/contract/engine/push-return.words'
import { sql } from 'kysely'
import { maskedName, maskedPhone, maskedText } from '#platform/db/mask'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { rowsOfReturns } from './queries.ts'

const { field, status, askedByOrg } = pushReturnWords.tree

/** The export of returns: the same data as `showRow`, masked by the database. */
export const pushReturnExport: ListExport<PushReturnExport> = {
  resource: 'pushReturn',
  body: pushReturn.export.body,
  columns: {
    pushId: column.plain(field.pushId, sql`t.push_id`),
    status: column.label(field.status, sql`t.status`, status),
    reason: column.typed(field.reason, sql`(${maskedText(sql`t.reason`)})`),
    orgName: column.typed(field.orgName, sql`org.name`),
    planName: column.typed(field.planName, sql`plan.name`),
    phone: column.plain(field.phone, maskedPhone(sql`u.phone`)),
    name: column.typed(field.name, maskedName(sql`u.name`)),
    priceFen: column.money(field.priceFen, sql`p.price_fen`),
    refundFen: column.money(field.refundFen, sql`t.refund_fen`),
    askedBy: column.typed(field.askedBy, sql`asker.name`, askedByOrg),
    createdAt: column.instant(field.createdAt, sql`t.created_at`),
    reviewedBy: column.typed(field.reviewedBy, sql`reviewer.name`),
    reviewedAt: column.instant(field.reviewedAt, sql`t.reviewed_at`),
    costBackFen: column.money(field.costBackFen, sql`t.cost_back_fen`),
    acceptedAt: column.instant(field.acceptedAt, sql`p.responded_at`),
    note: column.typed(field.note, sql`(${maskedText(sql`t.note`)})`),
  },
  rows: async ({ owner }, { format: _, columns: _columns, ...page }) => rowsOfReturns(page, owner),
}
