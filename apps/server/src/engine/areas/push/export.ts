import { type PushExport, push } from '@kabao/contract/engine/push'
import { pushWords } from '@kabao/contract/engine/push.words'
import { userWords } from '@kabao/contract/users/user.words'
import { sql } from 'kysely'
import { maskedName, maskedPhone, maskedText } from '#platform/db/mask'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { rowsOfPushes } from './queries.ts'

const { field, stage, status } = pushWords.tree

/** The export of push records: the same data as `showRow`, masked by the database. */
export const pushExport: ListExport<PushExport> = {
  resource: 'push',
  body: push.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    phone: column.plain(field.phone, maskedPhone(sql`u.phone`)),
    name: column.typed(field.name, maskedName(sql`u.name`)),
    orgName: column.typed(field.org, sql`org.name`),
    planName: column.typed(field.plan, sql`plan.name`),
    channelName: column.typed(field.channel, sql`channel.name`),
    stage: column.label(field.stage, sql`t.stage`, stage),
    status: column.label(field.status, sql`t.status`, status),
    requestAt: column.instant(field.requestAt, sql`t.request_at`),
    reason: column.typed(field.reason, sql`(${maskedText(sql`t.reason`)})`),
    priceFen: column.money(field.price, sql`t.price_fen`),
    flow: column.label(field.flow, sql`t.flow`, userWords.tree.flow),
    costFen: column.money(field.cost, sql`t.cost_fen`),
    attempts: column.number(field.attempts, sql`t.attempts`),
    cityName: column.region(field.city, sql`t.city_code`),
    respondedAt: column.instant(field.respondedAt, sql`t.responded_at`),
  },
  rows: async ({ owner }, { format: _, columns: _columns, ...page }) => rowsOfPushes(page, owner),
}
