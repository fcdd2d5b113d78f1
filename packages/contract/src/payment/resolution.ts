import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { crud } from '../kernel/crud.ts'
import { codes } from '../kernel/envelope.ts'
import { exportBody } from '../kernel/export-body.ts'
import { area, id, instant, pageBody, requiredLongText, text, version } from '../kernel/kernel.ts'

import { type StateOf, statesOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { reviewFlags, reviewSeveralOf } from '../ledger/review.ts'
import { resolutionMachine } from './resolution-machine.ts'
import { suspenseKinds } from './suspense.ts'

export const resolutionStatuses = statesOf(resolutionMachine)
export type ResolutionStatus = StateOf<typeof resolutionMachine>
/**
 * `assign`: the payment pays another order; `payBack`: its provider pays it back; `byHand`: it was paid back otherwise; `writeOff`:
 * nobody gets it.
 */
export const resolutionKinds = ['assign', 'payBack', 'byHand', 'writeOff'] as const
export type ResolutionKind = (typeof resolutionKinds)[number]

const row = z.object({
  id,
  kind: z.enum(resolutionKinds),
  /** Exactly one of both: what it is about. */
  suspenseId: id.nullable(),
  refundId: id.nullable(),
  /** Why the payment is in suspense; null for a refund. */
  suspenseKind: z.enum(suspenseKinds).nullable(),
  /** The order of ours that the payment names, or that the refund is of. */
  orderId: id.nullable(),
  /** The order that gets the payment; only of `assign`. */
  targetOrderId: id.nullable(),
  channelName: z.string().nullable(),
  collectionName: z.string(),
  /** The number of the payment at its provider. */
  tradeNo: z.string(),
  amountFen: z.int(),
  reason: z.string(),
  /** The number of the payment by hand. */
  reference: z.string(),
  voucherFileId: id.nullable(),
  status: z.enum(resolutionStatuses),
  createdBy: z.string(),
  createdAt: instant,
  ...reviewFlags,
  reviewedBy: z.string().nullable(),
  reviewedAt: instant.nullable(),
  /** Why it was rejected. */
  note: z.string(),
  /** What the approval booked; null if its provider pays back. */
  transferId: id.nullable(),
  version,
})
row.register(z.globalRegistry, { id: 'Resolution' })

/** The columns of the list, by name. */
export const resolutionColumns = [
  'id',
  'kind',
  'amountFen',
  'status',
  'orderId',
  'targetOrderId',
  'collectionName',
  'tradeNo',
  'reason',
  'reference',
  'createdBy',
  'createdAt',
  'reviewedBy',
  'reviewedAt',
  'note',
  'transferId',
] as const

const page = pageBody(['createdAt', 'amountFen'], '-createdAt', {
  status: z.enum(resolutionStatuses, 'choice').optional(),
  kind: z.enum(resolutionKinds, 'choice').optional(),
  suspenseId: id.optional(),
  orderId: id.optional(),
  /** Who filed it. */
  createdBy: id.optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

const create = z
  .strictObject({
    kind: z.enum(resolutionKinds, 'choice'),
    suspenseId: id.nullable().default(null),
    refundId: id.nullable().default(null),
    targetOrderId: id.nullable().default(null),
    reason: requiredLongText(200),
    reference: text(64).default(''),
    voucherFileId: id.nullable().default(null),
  })
  .superRefine(({ kind, suspenseId, refundId, targetOrderId, reference, voucherFileId }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if ((suspenseId === null) === (refundId === null)) refuse('suspenseId', 'required')
    else if (suspenseId === null && kind !== 'byHand') refuse('kind', 'choice')
    if (kind === 'assign' && targetOrderId === null) refuse('targetOrderId', 'required')
    if (kind !== 'assign' && targetOrderId !== null) refuse('targetOrderId', 'unknownField')
    // What was paid by hand can be found: by the number of that payment, or by its voucher.
    if (kind === 'byHand' && reference === '' && voucherFileId === null) refuse('reference', 'required')
    if (kind !== 'byHand' && reference !== '') refuse('reference', 'unknownField')
    if (kind !== 'byHand' && voucherFileId !== null) refuse('voucherFileId', 'unknownField')
  })

const path = '/payConfig/resolution'
const affects = ['resolution', 'suspense', 'order']

/** What persons decide about payments in suspense and refunds that providers refuse. */
export const resolution = area('resolution', {
  ...crud(
    { path, owned: true },
    { row, page, sums: ['amountFen'], export: exportBody(page, resolutionColumns) },
    {
      page: ['查看款项处理', 'View payment resolutions'],
      export: ['导出款项处理', 'Export payment resolutions'],
      get: ['查看款项处理详情', 'View a payment resolution'],
    },
  ),
  counts: {
    ...countsOf(resolutionMachine, { path, what: ['款项处理', 'payment resolutions'] }),
    owned: true,
  },
  create: {
    protection: ['fourEyes'],
    method: 'POST',
    path,
    kind: 'write',
    owned: true,
    affects,
    summary: ['提交款项处理', 'Submit payment resolutions'],
    /** The payment or the refund does not exist, or belongs to another owner. */
    refuses: [codes.notFound],
    body: create,
    answer: row,
  },
  ...actsOf(resolutionMachine, { path, answer: row, page, owned: true, affects }),
  /** Rejects several for one reason. */
  rejectMany: reviewSeveralOf({
    path,
    act: 'reject',
    summary: resolutionMachine.acts.reject.summary,
    owned: true,
    affects,
  }),
  ...choicesOf('resolution', {
    filers: 'admin',
  }),
})

export type ResolutionRow = z.output<typeof row>
export type ResolutionPage = z.output<typeof page>
export type ResolutionExport = z.output<typeof resolution.export.body>
export type NewResolution = z.output<typeof create>
