import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { crud } from '../kernel/crud.ts'
import { exportBody } from '../kernel/export-body.ts'
import { area, id, instant, pageBody, requiredLongText, version } from '../kernel/kernel.ts'
import { type StateOf, statesOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { signedFen } from '../kernel/money.ts'
import { adjustmentMachine } from './adjustment-machine.ts'
import { mostRecharge } from './recharge.ts'
import { reviewFlags, reviewSeveralOf } from './review.ts'

export const adjustmentStatuses = statesOf(adjustmentMachine)
export type AdjustmentStatus = StateOf<typeof adjustmentMachine>
/** `adjust` changes a balance by an amount; `reverse` books the opposite of one transfer. */
export const adjustmentKinds = ['adjust', 'reverse'] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]
/** What an adjustment can correct. */
export const adjustmentLinks = ['transfer', 'push', 'recharge'] as const
export type AdjustmentLink = (typeof adjustmentLinks)[number]
/** Whose balance it changes. */
export const adjustmentOwners = ['org', 'channel'] as const

const row = z.object({
  id,
  kind: z.enum(adjustmentKinds),
  /** Exactly one of both: whose balance changes. */
  orgId: id.nullable(),
  orgName: z.string().nullable(),
  channelId: id.nullable(),
  channelName: z.string().nullable(),
  /** How the balance changes; below 0, it falls. */
  amountFen: z.int(),
  reason: z.string(),
  /** What it corrects. */
  linkKind: z.enum(adjustmentLinks),
  linkId: id,
  status: z.enum(adjustmentStatuses),
  createdBy: z.string(),
  createdAt: instant,
  ...reviewFlags,
  reviewedBy: z.string().nullable(),
  reviewedAt: instant.nullable(),
  /** Why it was rejected. */
  note: z.string(),
  /** What the approval booked. */
  transferId: id.nullable(),
  version,
})
row.register(z.globalRegistry, { id: 'Adjustment' })

const detail = row.extend({
  /** What can be taken from the balance now. */
  availableFen: z.int(),
  /** The balance right after it was booked. */
  balanceAfterFen: z.int().nullable(),
})
detail.register(z.globalRegistry, { id: 'AdjustmentDetail' })

export const adjustmentColumns = [
  'id',
  'kind',
  'orgName',
  'channelName',
  'amountFen',
  'reason',
  'linkKind',
  'linkId',
  'status',
  'createdBy',
  'createdAt',
  'reviewedBy',
  'reviewedAt',
  'note',
  'transferId',
] as const

const page = pageBody(['createdAt', 'amountFen'], '-createdAt', {
  status: z.enum(adjustmentStatuses, 'choice').optional(),
  kind: z.enum(adjustmentKinds, 'choice').optional(),
  orgId: id.optional(),
  channelId: id.optional(),
  /** What it corrects, by its id. */
  linkId: id.optional(),
  createdBy: id.optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

const create = z
  .strictObject({
    kind: z.enum(adjustmentKinds, 'choice'),
    /** Exactly one of both for `adjust`; none for `reverse`. */
    orgId: id.nullable().default(null),
    channelId: id.nullable().default(null),
    /** Not 0 for `adjust`; none for `reverse`, which has the amount of the transfer. */
    amountFen: signedFen(mostRecharge).nullable().default(null),
    linkKind: z.enum(adjustmentLinks, 'choice'),
    linkId: id,
    reason: requiredLongText(200),
  })
  .superRefine(({ kind, orgId, channelId, amountFen, linkKind }, context) => {
    const add = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (kind === 'reverse') {
      // The transfer says whose balance and how much.
      if (orgId !== null) add('orgId', 'choice')
      if (channelId !== null) add('channelId', 'choice')
      if (amountFen !== null) add('amountFen', 'range')
      if (linkKind !== 'transfer') add('linkKind', 'choice')
      return
    }
    if (orgId === null && channelId === null) add('orgId', 'required')
    if (orgId !== null && channelId !== null) add('channelId', 'choice')
    if (amountFen === null) add('amountFen', 'required')
    if (amountFen === 0) add('amountFen', 'range')
  })

const path = '/finance/adjustment'
const affects = ['adjustment', 'recharge', 'org', 'orgUv', 'channel', 'channelUv']

/** Corrections of balances, and reversals of transfers: filed by one person, booked when another one approves. */
export const adjustment = area('adjustment', {
  ...crud(
    { path, owned: true, affects, protection: ['fourEyes'] },
    { row, detail, page, sums: ['amountFen'], export: exportBody(page, adjustmentColumns), create },
    {
      page: ['查看调账', 'View adjustments'],
      export: ['导出调账', 'Export adjustments'],
      get: ['查看调账详情', 'View an adjustment'],
      create: ['提交调账', 'Submit adjustments'],
    },
  ),
  counts: {
    ...countsOf(adjustmentMachine, { path, what: ['调账', 'adjustments'] }),
    owned: true,
  },
  ...actsOf(adjustmentMachine, { path, answer: detail, page, owned: true, affects }),
  /** Rejects several adjustments for one reason. */
  rejectMany: reviewSeveralOf({
    path,
    act: 'reject',
    summary: adjustmentMachine.acts.reject.summary,
    owned: true,
    affects,
  }),
  ...choicesOf('adjustment', {
    orgs: 'org',
    channels: { of: 'channel', owned: true },
    filers: 'admin',
  }),
})

export type AdjustmentRow = z.output<typeof row>
export type AdjustmentDetail = z.output<typeof detail>
export type AdjustmentPage = z.output<typeof page>
export type AdjustmentExport = z.output<typeof adjustment.export.body>
export type NewAdjustment = z.output<typeof create>
