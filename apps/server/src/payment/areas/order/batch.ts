import { type OrderFilter, order } from '@kabao/contract/payment/payment-order'
import type { BatchAct } from '#platform/batches/act'
import { askAbout, isAskable } from '../../ask-order.ts'
import { hasNoticeToResend, resendNoticesOf } from '../../notices.ts'
import { rowsOfOrders } from './queries.ts'

const common = {
  targetKind: 'order',
  filter: order.notifyMatching.body.shape.filter,
  rows: ({ owner }, filter) => rowsOfOrders({ ...filter, sort: 'createdAt' }, owner),
} satisfies Partial<BatchAct<OrderFilter>>

/** Sends the notices of all orders that match a filter again, except those that are being sent. */
export const notifyOrders: BatchAct<OrderFilter> = {
  ...common,
  name: 'order.notify',
  point: 'order:notify',
  able: hasNoticeToResend,
  apply: async (db, ids) =>
    (await resendNoticesOf(db, ids)).map((id) => ({ id, before: {}, after: { isNotified: true } })),
}

/** Has the providers of all orders that match a filter asked how they stand. */
export const askOrders: BatchAct<OrderFilter> = {
  ...common,
  name: 'order.ask',
  point: 'order:ask',
  able: isAskable,
  apply: async (db, ids) =>
    (await askAbout(db, ids)).map((id) => ({ id, before: {}, after: { isAsked: true } })),
}
