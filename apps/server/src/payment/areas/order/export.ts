import { type OrderExport, order } from '@kabao/contract/payment/payment-order'
import { paymentOrderWords } from '@kabao/contract/payment/payment-order.words'
import { sql } from 'kysely'
import { maskedName, maskedPhone } from '#platform/db/mask'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { rowsOfOrders, stateOf } from './queries.ts'

const { field, status } = paymentOrderWords.tree

/** The export of orders: the same data as the list, masked by the database. */
export const orderExport: ListExport<OrderExport> = {
  resource: 'order',
  body: order.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    channelNo: column.plain(field.channelNo, sql`t.channel_no`),
    channelName: column.typed(field.channelName, sql`channel.name`),
    phone: column.plain(field.phone, maskedPhone(sql`u.phone`)),
    name: column.typed(field.name, maskedName(sql`u.name`)),
    productName: column.typed(field.productName, sql`product.name`),
    collectionName: column.typed(field.collectionName, sql`collection.name`),
    status: column.label(field.status, stateOf, status),
    amountFen: column.money(field.amountFen, sql`t.amount_fen`),
    paidFen: column.money(field.paidFen, sql`t.paid_fen`),
    refundedFen: column.money(field.refundedFen, sql`t.refunded_fen`),
    feeFen: column.money(field.feeFen, sql`t.fee_fen`),
    tradeNo: column.plain(field.tradeNo, sql`t.trade_no`),
    createdAt: column.instant(field.createdAt, sql`t.created_at`),
    paidAt: column.instant(field.paidAt, sql`t.paid_at`),
    endedAt: column.instant(field.endedAt, sql`t.ended_at`),
  },
  rows: async ({ owner }, { format: _, columns: _columns, ...page }) => rowsOfOrders(page, owner),
}
