import { type PushTroubleExport, pushTrouble } from '@kabao/contract/engine/push-trouble'
import { pushTroubleWords } from '@kabao/contract/engine/push-trouble.words'
import { sql } from 'kysely'
import { maskedName, maskedPhone, maskedText } from '#platform/db/mask'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { rowsOfTroubles } from './queries.ts'

const { field, kind, status, closedHow, noOwner } = pushTroubleWords.tree

/** The export of pushes to look at: the same data as `showRow`, masked by the database. */
export const pushTroubleExport: ListExport<PushTroubleExport> = {
  resource: 'pushTrouble',
  body: pushTrouble.export.body,
  columns: {
    pushId: column.plain(field.pushId, sql`t.push_id`),
    kind: column.label(field.kind, sql`t.kind`, kind),
    at: column.instant(field.at, sql`t.at`),
    orgName: column.typed(field.orgName, sql`org.name`),
    planName: column.typed(field.planName, sql`plan.name`),
    phone: column.plain(field.phone, maskedPhone(sql`u.phone`)),
    name: column.typed(field.name, maskedName(sql`u.name`)),
    channelName: column.typed(field.channelName, sql`channel.name`),
    ownerName: column.typed(field.ownerName, sql`owner.name`, noOwner),
    status: column.label(field.status, sql`p.status`, status),
    attempts: column.number(field.attempts, sql`p.attempts`),
    priceFen: column.money(field.priceFen, sql`p.price_fen`),
    closedHow: column.label(field.closedHow, sql`t.closed_how`, closedHow),
    closedBy: column.typed(field.closedBy, sql`closer.name`),
    closedAt: column.instant(field.closedAt, sql`t.closed_at`),
    note: column.typed(field.note, sql`(${maskedText(sql`t.note`)})`),
  },
  rows: async ({ owner }, { format: _, columns: _columns, ...page }) => rowsOfTroubles(page, owner),
}
