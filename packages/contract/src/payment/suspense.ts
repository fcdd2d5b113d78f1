import * as z from 'zod'
import { crud } from '../kernel/crud.ts'
import { exportBody } from '../kernel/export-body.ts'
import { area, id, instant, pageBody, text } from '../kernel/kernel.ts'
import { providerKinds } from './payment-provider.ts'

/**
 * Why a payment fits no open order. `extra`: a second payment of an order; `late`: of an order that is closed; `amount`: another amount
 * than its order has; `order`: it names no order of this collection channel.
 */
export const suspenseKinds = ['extra', 'late', 'amount', 'order'] as const
/** `open`: a person decides; `backing`: its provider is asked to pay it back; the others are what became of it. */
export const suspenseStatuses = ['open', 'backing', 'assigned', 'paidBack', 'writtenOff'] as const
export type SuspenseStatus = (typeof suspenseStatuses)[number]

const row = z.object({
  id,
  kind: z.enum(suspenseKinds),
  status: z.enum(suspenseStatuses),
  /** Whether a decision waits for its review. */
  isPending: z.boolean(),
  provider: z.enum(providerKinds),
  collectionId: id,
  collectionName: z.string(),
  tradeNo: z.string(),
  /** The number of the order as the provider gives it. */
  orderNo: z.string(),
  /** The order of ours that it names. */
  orderId: id.nullable(),
  channelName: z.string().nullable(),
  /** What that order costs; null if it names none of ours. */
  orderFen: z.int().nullable(),
  amountFen: z.int(),
  /** The order that it pays now. */
  assignedOrderId: id.nullable(),
  paidAt: instant,
  createdAt: instant,
  updatedAt: instant,
})
row.register(z.globalRegistry, { id: 'Suspense' })

const detail = row.extend({
  /** How its provider pays it back; null: nobody has asked for that. */
  refund: z
    .object({
      id,
      refundNo: z.string(),
      status: z.enum(['waiting', 'pending', 'refunded', 'refused']),
      byHand: z.boolean(),
      /** Why the provider refused. */
      message: z.string().nullable(),
      refundedAt: instant.nullable(),
    })
    .nullable(),
})
detail.register(z.globalRegistry, { id: 'SuspenseDetail' })

/** The columns of the list, by name. */
export const suspenseColumns = [
  'id',
  'kind',
  'status',
  'amountFen',
  'collectionName',
  'tradeNo',
  'orderNo',
  'channelName',
  'assignedOrderId',
  'paidAt',
  'createdAt',
  'updatedAt',
] as const

const page = pageBody(['createdAt', 'amountFen'], '-createdAt', {
  status: z.enum(suspenseStatuses, 'choice').optional(),
  kind: z.enum(suspenseKinds, 'choice').optional(),
  collectionId: id.optional(),
  /** A whole number of a provider. */
  tradeNo: text(64).optional(),
  /** A whole order number, as the provider gives it. */
  orderNo: text(64).optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

const path = '/payConfig/suspense'

/** Payments that fit no order, and what became of each. */
export const suspense = area('suspense', {
  ...crud(
    { path, owned: true },
    { row, detail, page, sums: ['amountFen'], export: exportBody(page, suspenseColumns) },
    {
      page: ['查看待处理款', 'View payments in suspense'],
      export: ['导出待处理款', 'Export payments in suspense'],
      get: ['查看待处理款详情', 'View a payment in suspense'],
    },
  ),
})

export type SuspenseRow = z.output<typeof row>
export type SuspenseDetail = z.output<typeof detail>
export type SuspensePage = z.output<typeof page>
export type SuspenseExport = z.output<typeof suspense.export.body>
