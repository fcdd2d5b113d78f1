import { type SuspenseExport, suspense } from '@kabao/contract/payment/suspense'
import { suspenseWords } from '@kabao/contract/payment/suspense.words'
import { sql } from 'kysely'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { rowsOfSuspense } from './queries.ts'

const { field, kind, status } = suspenseWords.tree

/** The list of payments in suspense as a file. */
export const suspenseExport: ListExport<SuspenseExport> = {
  resource: 'suspense',
  body: suspense.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    kind: column.label(field.kind, sql`t.kind`, kind),
    status: column.label(field.status, sql`t.status`, status),
    amountFen: column.money(field.amountFen, sql`t.amount_fen`),
    collectionName: column.typed(field.collectionName, sql`collection.name`),
    tradeNo: column.plain(field.tradeNo, sql`t.trade_no`),
    orderNo: column.plain(field.orderNo, sql`t.order_no`),
    channelName: column.typed(field.channelName, sql`channel.name`),
    assignedOrderId: column.plain(
      field.assignedOrderId,
      sql`case when t.status = 'assigned' then (select r.order_id from payment_ref r
        where r.provider = t.provider and r.trade_no = t.trade_no) end`,
    ),
    paidAt: column.instant(field.paidAt, sql`t.paid_at`),
    createdAt: column.instant(field.createdAt, sql`t.created_at`),
    updatedAt: column.instant(field.updatedAt, sql`t.updated_at`),
  },
  rows: async ({ owner }, { format: _format, columns: _columns, ...page }) => rowsOfSuspense(page, owner),
}
