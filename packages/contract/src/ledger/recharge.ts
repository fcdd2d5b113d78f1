import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { crud } from '../kernel/crud.ts'
import { exportBody } from '../kernel/export-body.ts'
import { area, id, instant, longText, pageBody, version } from '../kernel/kernel.ts'

import { type StateOf, statesOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { signedFen } from '../kernel/money.ts'
import { rechargeMachine } from './recharge-machine.ts'
import { reviewFlags, reviewSeveralOf } from './review.ts'

export const rechargeStatuses = statesOf(rechargeMachine)
export type RechargeStatus = StateOf<typeof rechargeMachine>
/** How an organization paid, or a gift of the provider; `refund` pays a part of the balance back. */
export const rechargeWays = ['bank', 'online', 'gift', 'refund'] as const
export type RechargeWay = (typeof rechargeWays)[number]
/** The largest recharge, in fen: one hundred million yuan. */
export const mostRecharge = 10_000_000_000
/** How many organizations with a low balance are shown. */
export const mostLow = 50

/** What an organization has. Amounts are in fen. */
const balance = z.object({
  orgId: id,
  orgName: z.string(),
  balanceFen: z.int(),
  /** The part of the balance that is held for pushes under way. */
  heldFen: z.int(),
  /** Balance less held. */
  availableFen: z.int(),
  /** Below this available amount its balance is low; 0: never. */
  alertFen: z.int(),
  isLow: z.boolean(),
  /** The sum of its recharges that wait for a review, without refunds. */
  pendingFen: z.int(),
})
balance.register(z.globalRegistry, { id: 'OrgBalance' })

const row = z.object({
  id,
  orgId: id,
  orgName: z.string(),
  way: z.enum(rechargeWays),
  /** Below 0 if it is paid back. */
  amountFen: z.int(),
  voucherFileId: id.nullable(),
  /** Said by who filed it. */
  reason: z.string(),
  status: z.enum(rechargeStatuses),
  createdBy: z.string(),
  createdAt: instant,
  ...reviewFlags,
  reviewedBy: z.string().nullable(),
  reviewedAt: instant.nullable(),
  /** Why it was rejected. */
  note: z.string(),
  /** What the approval booked. */
  transferId: id.nullable(),
  /** The adjustment that reversed it; null: none. */
  reversalId: id.nullable(),
  version,
})
row.register(z.globalRegistry, { id: 'Recharge' })

const detail = row.extend({
  /** What the organization has now; a refund must not be above what is available. */
  balance,
  /** The balance right after it was booked. */
  balanceAfterFen: z.int().nullable(),
})
detail.register(z.globalRegistry, { id: 'RechargeDetail' })

export const rechargeColumns = [
  'id',
  'orgName',
  'way',
  'amountFen',
  'status',
  'reason',
  'createdBy',
  'createdAt',
  'reviewedBy',
  'reviewedAt',
  'note',
  'transferId',
] as const

const page = pageBody(['createdAt', 'amountFen'], '-createdAt', {
  status: z.enum(rechargeStatuses, 'choice').optional(),
  orgId: id.optional(),
  way: z.enum(rechargeWays, 'choice').optional(),
  /** Who filed it. */
  createdBy: id.optional(),
  amountFrom: signedFen(mostRecharge).optional(),
  amountTo: signedFen(mostRecharge).optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

const create = z
  .strictObject({
    orgId: id,
    way: z.enum(rechargeWays, 'choice'),
    /** Above 0; below 0 as a `refund`. */
    amountFen: signedFen(mostRecharge),
    voucherFileId: id.nullable().default(null),
    reason: longText(200).default(''),
  })
  .superRefine(({ way, amountFen, reason }, context) => {
    if (amountFen === 0 || amountFen < 0 !== (way === 'refund'))
      context.addIssue({ code: 'custom', path: ['amountFen'], message: 'range' })
    if ((way === 'refund' || way === 'gift') && reason === '')
      context.addIssue({ code: 'custom', path: ['reason'], message: 'required' })
  })

const path = '/finance/recharge'
const affects = ['recharge', 'adjustment', 'org', 'orgUv']

/** Recharges of organizations: filed by one person, booked when another one approves. */
export const recharge = area('recharge', {
  ...crud(
    { path, affects, protection: ['fourEyes'] },
    { row, detail, page, sums: ['amountFen'], export: exportBody(page, rechargeColumns), create },
    {
      page: ['查看充值记录', 'View recharges'],
      export: ['导出充值记录', 'Export recharges'],
      get: ['查看充值详情', 'View a recharge'],
      create: ['提交充值', 'Submit recharges'],
    },
  ),
  counts: countsOf(rechargeMachine, { path, what: ['充值', 'recharges'] }),
  low: {
    method: 'GET',
    path: `${path}/low`,
    kind: 'read',
    point: 'page',
    summary: ['查看余额不足的机构', 'View organizations with a low balance'],
    /** Enabled organizations, those that fell below their alert last first. */
    answer: z.object({
      records: z.array(balance).max(mostLow),
      /** All of them. */
      total: z.int(),
    }),
  },
  balance: {
    method: 'GET',
    path: `${path}/balance/{id}`,
    kind: 'read',
    point: 'page',
    summary: ['查看待充值机构的余额', 'View the balance of an organization to recharge'],
    answer: balance,
  },
  ...actsOf(rechargeMachine, { path, answer: detail, page, affects }),
  /** Rejects several recharges for one reason. */
  rejectMany: reviewSeveralOf({
    path,
    act: 'reject',
    summary: rechargeMachine.acts.reject.summary,
    affects,
  }),
  ...choicesOf('recharge', {
    orgs: 'org',
    filers: 'admin',
  }),
})

export type OrgBalance = z.output<typeof balance>
export type RechargeRow = z.output<typeof row>
export type RechargeDetail = z.output<typeof detail>
export type RechargePage = z.output<typeof page>
export type RechargeExport = z.output<typeof recharge.export.body>
export type NewRecharge = z.output<typeof create>
