import * as z from 'zod'
import {
  batchAnswer,
  batchBody,
  batchCount,
  batchCountBody,
  batchSeveralBody,
  batchSeveralDone,
} from '../kernel/batch-body.ts'
import { choicesOf } from '../kernel/choice.ts'
import { crud } from '../kernel/crud.ts'
import { exportBody } from '../kernel/export-body.ts'
import { area, type BodyOf, id, instant, pageBody, requiredText, text } from '../kernel/kernel.ts'
import { phoneFilter } from '../kernel/look-up.ts'
import { whole } from '../kernel/money.ts'
import { providerKinds } from './payment-provider.ts'

/** The states of a payment order. */
export const orderStatuses = ['created', 'paid', 'refunding', 'refunded', 'closed', 'failed'] as const
/** As administrators see them: what was paid and is paid back in part is not simply paid. */
export const orderStates = [
  'created',
  'paid',
  'partlyRefunded',
  'refunding',
  'refunded',
  'closed',
  'failed',
] as const satisfies readonly ((typeof orderStatuses)[number] | 'partlyRefunded')[]
export type OrderState = (typeof orderStates)[number]
/** Why an order ended without a payment. */
export const orderReasons = ['nobodyCollects', 'expired'] as const
export const orderAttemptKinds = ['route', 'create', 'query', 'close', 'refund', 'queryRefund'] as const
/** What a call to a provider, or the choice of a collection channel, came to. */
export const orderAttemptOutcomes = [
  'routed',
  'nobody',
  'created',
  'paid',
  'unpaid',
  'closed',
  'notFound',
  'refunded',
  'pending',
  'refused',
  'unknown',
] as const
/** Why a collection channel did not get an order. */
export const routeReasons = [
  'disabled',
  'tooSmall',
  'tooLarge',
  'otherProduct',
  'breaker',
  'dailyLimit',
  'noLink',
  'triedBefore',
  'sandbox',
] as const
export const callbackVerdicts = ['believed', 'repeated', 'wrong'] as const
/** Why a callback is not believed. */
export const callbackReasons = [
  'form',
  'signature',
  'key',
  'stale',
  'sealed',
  'application',
  'amount',
  'noCallback',
  'order',
  'currency',
  'refund',
  'tradeNo',
] as const
export type CallbackReason = (typeof callbackReasons)[number]
export const refundKinds = ['asked', 'extra', 'late', 'suspense'] as const
export const refundStatuses = ['waiting', 'pending', 'refunded', 'refused'] as const
export const noticeEvents = ['paid', 'refunded', 'closed', 'failed'] as const
/** The pauses before a notice that was not taken is sent again, in seconds. */
export const noticePauseSeconds = [15, 60, 300, 1_800, 7_200, 21_600, 54_000] as const
export const noticeStatuses = ['waiting', 'taken', 'givenUp'] as const
/** The states of notices that did not arrive. */
export const missedNoticeStatuses = ['waiting', 'givenUp'] as const

const row = z.object({
  /** The order number at the provider. */
  id,
  /** The channel's own number. */
  channelNo: z.string(),
  channelId: id,
  channelName: z.string(),
  userId: id,
  /** Masked; null once the user's data was deleted, like the name. */
  phone: z.string().nullable(),
  name: z.string().nullable(),
  productId: id,
  productName: z.string(),
  /** Null until a collection channel takes it. */
  collectionId: id.nullable(),
  collectionName: z.string().nullable(),
  provider: z.enum(providerKinds).nullable(),
  tradeNo: z.string().nullable(),
  /** The link of the pool that it has. */
  poolLinkId: id.nullable(),
  status: z.enum(orderStates),
  reason: z.enum(orderReasons).nullable(),
  amountFen: z.int(),
  feeFen: z.int(),
  paidFen: z.int(),
  refundedFen: z.int(),
  refundingFen: z.int(),
  createdAt: instant,
  closesAt: instant,
  paidAt: instant.nullable(),
  endedAt: instant.nullable(),
})
row.register(z.globalRegistry, { id: 'PaymentOrder' })

const attempt = z.object({
  id,
  at: instant,
  kind: z.enum(orderAttemptKinds),
  collectionName: z.string().nullable(),
  /** Null: under way. */
  outcome: z.enum(orderAttemptOutcomes).nullable(),
  message: z.string().nullable(),
  tookMs: z.int().nullable(),
  /** The collection channels that were left out. */
  whyNot: z.array(z.object({ name: z.string(), reason: z.enum(routeReasons) })),
})
attempt.register(z.globalRegistry, { id: 'PaymentAttempt' })

/** What arrived at the address for callbacks. */
export const callbackRow = z.object({
  id,
  at: instant,
  orderId: id.nullable(),
  verdict: z.enum(callbackVerdicts),
  reason: z.enum(callbackReasons).nullable(),
  tradeNo: z.string().nullable(),
  amountFen: z.int().nullable(),
  ip: z.string(),
  /** As it arrived, personal data masked and cut; null once the user was deleted. */
  body: z.string().nullable(),
})
callbackRow.register(z.globalRegistry, { id: 'PaymentCallback' })

const refund = z.object({
  id,
  refundNo: z.string(),
  kind: z.enum(refundKinds),
  status: z.enum(refundStatuses),
  /** Whether it was paid back by hand, not by its provider. */
  isByHand: z.boolean(),
  /** Whether that waits for its review. */
  isPending: z.boolean(),
  amountFen: z.int(),
  tradeNo: z.string(),
  reason: z.string(),
  /** Why the provider refused. */
  message: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: instant,
  refundedAt: instant.nullable(),
})
refund.register(z.globalRegistry, { id: 'PaymentRefund' })

const notice = z.object({
  id,
  event: z.enum(noticeEvents),
  status: z.enum(noticeStatuses),
  createdAt: instant,
  /** When it was sent, what came back (a status, or why nothing did), and how long that took. */
  tries: z.array(z.object({ at: instant, said: z.string(), ms: z.int() })),
})
notice.register(z.globalRegistry, { id: 'PaymentNotice' })

const detail = row.extend({
  /** Whether a refund of it waits for another person's review. */
  isWaiting: z.boolean(),
  attempts: z.array(attempt),
  callbacks: z.array(callbackRow),
  refunds: z.array(refund),
  notices: z.array(notice),
})
detail.register(z.globalRegistry, { id: 'PaymentOrderDetail' })

const page = pageBody(['createdAt'], '-createdAt', {
  id: id.optional(),
  /** A whole number of a channel. */
  channelNo: text(64).optional(),
  /** A whole number of a provider. */
  tradeNo: text(64).optional(),
  phone: phoneFilter.optional(),
  userId: id.optional(),
  status: z.enum(orderStates, 'choice').optional(),
  channelId: id.optional(),
  productId: id.optional(),
  collectionId: id.optional(),
  /** Orders with a refund in this state. */
  refundStatus: z.enum(refundStatuses, 'choice').optional(),
  /** Orders with a notice that did not arrive. */
  noticeStatus: z.enum(missedNoticeStatuses, 'choice').optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

/** The columns of the list, by name. */
export const orderColumns = [
  'id',
  'channelNo',
  'channelName',
  'phone',
  'name',
  'productName',
  'collectionName',
  'status',
  'amountFen',
  'paidFen',
  'refundedFen',
  'feeFen',
  'tradeNo',
  'createdAt',
  'paidAt',
  'endedAt',
] as const

const toExport = exportBody(page, orderColumns)

const path = '/payConfig/order'
const affects = ['order', 'collection', 'changeRequest']

/** An act on several orders. */
const several = {
  method: 'POST',
  kind: 'write',
  owned: true,
  affects,
} as const
/** Orders of users, how they were paid, and their refunds. */
export const order = area('order', {
  ...crud(
    { path, owned: true },
    { row, detail, page, export: toExport },
    {
      page: ['查看支付记录', 'View payment orders'],
      export: ['导出支付记录', 'Export payment orders'],
      get: ['查看支付记录详情', 'View a payment order'],
    },
  ),
  /** Has a part or all of an order's payment paid back. */
  refund: {
    protection: ['fourEyes', 'notice'],
    method: 'POST',
    path: `${path}/{id}/refund`,
    kind: 'write',
    owned: true,
    affects,
    summary: ['申请退款', 'Refund payment orders'],
    body: z.strictObject({ amountFen: whole(1, 2_147_483_647), reason: requiredText(60) }),
    answer: detail,
  },
  /** Asks again for a refund that the provider refused, or asks at once about one that it has not answered, under the same number. */
  refundAgain: {
    method: 'POST',
    path: `${path}/refund/{id}/again`,
    kind: 'write',
    point: 'refund',
    owned: true,
    affects,
    summary: ['重新退款', 'Ask for a refund again'],
    answer: detail,
  },
  /** Sends a notice to the channel again. */
  notify: {
    method: 'POST',
    path: `${path}/notice/{id}/send`,
    kind: 'write',
    owned: true,
    affects,
    summary: ['重新通知渠道', 'Notify channels again'],
    answer: detail,
  },
  notifyMany: {
    ...several,
    path: `${path}/batch/notify`,
    point: 'notify',
    summary: ['重新通知渠道：多条', 'Notify channels again (several)'],
    body: batchSeveralBody,
    answer: batchSeveralDone,
  },
  notifyCount: {
    ...several,
    kind: 'read',
    affects: [],
    path: `${path}/batch/notify/count`,
    point: 'notify',
    summary: ['重新通知渠道：统计符合条件的数量', 'Notify channels again (count the matches)'],
    body: batchCountBody(page),
    answer: batchCount,
  },
  notifyMatching: {
    ...several,
    path: `${path}/batch/notify/matching`,
    point: 'notify',
    summary: ['重新通知渠道：符合条件的全部', 'Notify channels again (all matches)'],
    body: batchBody(page),
    answer: batchAnswer,
  },
  /** Has the provider of an order asked how it stands. */
  ask: {
    method: 'POST',
    path: `${path}/{id}/ask`,
    kind: 'write',
    owned: true,
    affects,
    summary: ['查询支付结果', 'Ask providers about payment orders'],
    answer: detail,
  },
  askMany: {
    ...several,
    path: `${path}/batch/ask`,
    point: 'ask',
    summary: ['查询支付结果：多条', 'Ask providers about payment orders (several)'],
    body: batchSeveralBody,
    answer: batchSeveralDone,
  },
  askCount: {
    ...several,
    kind: 'read',
    affects: [],
    path: `${path}/batch/ask/count`,
    point: 'ask',
    summary: ['查询支付结果：统计符合条件的数量', 'Ask providers about payment orders (count the matches)'],
    body: batchCountBody(page),
    answer: batchCount,
  },
  askMatching: {
    ...several,
    path: `${path}/batch/ask/matching`,
    point: 'ask',
    summary: ['查询支付结果：符合条件的全部', 'Ask providers about payment orders (all matches)'],
    body: batchBody(page),
    answer: batchAnswer,
  },
  ...choicesOf('order', {
    channels: { of: 'channel', owned: true },
  }),
})

export type OrderRow = z.output<typeof row>
export type OrderDetail = z.output<typeof detail>
export type OrderAttempt = z.output<typeof attempt>
export type OrderRefund = z.output<typeof refund>
export type OrderNotice = z.output<typeof notice>
export type CallbackRow = z.output<typeof callbackRow>
export type OrderExport = z.output<typeof toExport>
export type OrderFilter = BodyOf<typeof order.notifyMatching>['filter']
export type OrderPage = z.output<typeof page>
