import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { exportAnswer, exportBody } from '../kernel/export-body.ts'
import { area, id, instant, pageAnswer, pageAnswerWithTotals, pageBody } from '../kernel/kernel.ts'
import { fen } from '../kernel/money.ts'

export const transferKinds = [
  'recharge',
  'payout',
  'charge',
  'refund',
  'adjust',
  'cost',
  'settlement',
  'reversal',
  'payment',
  'paymentFee',
  'paymentRefund',
  'suspense',
  'suspenseBack',
  'refundByHand',
  'suspenseByHand',
  'suspenseAssigned',
  'suspenseWrittenOff',
] as const
export type TransferKind = (typeof transferKinds)[number]

/** The first two belong to an organization and to a channel; of each other kind there is one account. */
export const accountKinds = [
  'prepaid',
  'payable',
  'bank',
  'gift',
  'revenue',
  'productRevenue',
  'receivable',
  'fee',
  'channelCost',
  'suspense',
  'adjustment',
] as const
export type AccountKind = (typeof accountKinds)[number]

/** The largest amount of a filter: ten billion yuan. */
const mostFiltered = 1_000_000_000_000
/** `yyyy-mm-dd` */
const day = z.iso.date()

const row = z.object({
  id,
  at: instant,
  kind: z.enum(transferKinds),
  amountFen: z.int(),
  /** The account whose balance falls, and the one whose balance rises. */
  debitKind: z.enum(accountKinds),
  creditKind: z.enum(accountKinds),
  /** The owner of the account that keeps its balance; null if it belongs to nobody. */
  orgId: id.nullable(),
  orgName: z.string().nullable(),
  channelId: id.nullable(),
  channelName: z.string().nullable(),
  /** Of that account: the number of the transfer, from 1 without a gap, and the balance afterwards. */
  number: z.int().nullable(),
  balanceAfterFen: z.int().nullable(),
  /** The business event that was booked, such as a push. */
  refKind: z.string(),
  refId: z.string(),
  businessDay: day,
  /** The administrator who booked it; null: the service. */
  byAdmin: z.string().nullable(),
  reversesId: id.nullable(),
})
row.register(z.globalRegistry, { id: 'Transfer' })

const detail = row.extend({
  /** The transfer that takes it back, or pays a charge back. */
  reversedById: id.nullable(),
  /** The SHA-256 over its fields and the hash of the transfer before it; null if no account of it keeps its balance. */
  hash: z.string().nullable(),
})
detail.register(z.globalRegistry, { id: 'TransferDetail' })

const page = pageBody(['at'], '-at', {
  orgId: id.optional(),
  channelId: id.optional(),
  /** One side is an account of this kind. */
  accountKind: z.enum(accountKinds, 'choice').optional(),
  kind: z.enum(transferKinds, 'choice').optional(),
  /** The number of the push, recharge or order that was booked, or of the transfer that was reversed. */
  refId: z
    .string()
    .max(64, 'tooLong')
    .regex(/^[A-Za-z0-9:._-]+$/, 'type')
    .optional(),
  amountFrom: fen(mostFiltered).optional(),
  amountTo: fen(mostFiltered).optional(),
  /** Booked from this instant on. */
  from: instant.optional(),
  /** Booked before this instant. */
  to: instant.optional(),
})

/** The columns of the list, by name. */
export const ledgerColumns = [
  'id',
  'at',
  'kind',
  'orgName',
  'channelName',
  'debitKind',
  'creditKind',
  'amountFen',
  'balanceAfterFen',
  'refKind',
  'refId',
  'businessDay',
  'byAdmin',
  'number',
  'reversesId',
] as const

const fault = z.object({
  kind: z.enum(['changed', 'removed', 'inserted', 'balance', 'held', 'reference']),
  orgName: z.string().nullable(),
  channelName: z.string().nullable(),
  /** The number of the transfer on its account; null for a fault of the account. */
  number: z.int().nullable(),
  transferId: id.nullable(),
})
fault.register(z.globalRegistry, { id: 'LedgerFault' })

const check = z.object({
  startedAt: instant,
  finishedAt: instant,
  transfers: z.int(),
  accounts: z.int(),
  faults: z.array(fault),
  /** Whether the sums by day are those of the transfers. */
  sumsAgree: z.boolean(),
})
check.register(z.globalRegistry, { id: 'LedgerCheck' })

const trial = z.object({
  /** Of each kind of account that has one, its balance: what was credited less what was debited. */
  balances: z.array(z.object({ kind: z.enum(accountKinds), fen: z.int() })),
  /** 0 if no amount is lost. */
  totalFen: z.int(),
  /** The latest check of the chain; null if there was none yet. */
  check: check.nullable(),
  /** Whether a check waits or runs. */
  isChecking: z.boolean(),
})
trial.register(z.globalRegistry, { id: 'TrialBalance' })

const balance = z.object({
  orgId: id,
  orgCode: z.string(),
  orgName: z.string(),
  balanceFen: z.int(),
})
balance.register(z.globalRegistry, { id: 'PastBalance' })

const balancesPage = pageBody(['orgId'], 'orgId', {
  /** The balances just before this instant; default: now. */
  at: instant.optional(),
})

const toExport = exportBody(page, ledgerColumns)

/** The transfers of the ledger, whether they add up, and balances of any past instant. */
export const ledger = area('ledger', {
  page: {
    method: 'POST',
    path: '/finance/ledger/page',
    kind: 'read',
    owned: true,
    summary: ['查看资金流水', 'View the ledger'],
    body: page,
    answer: pageAnswer(row),
  },
  export: {
    method: 'POST',
    path: '/finance/ledger/export',
    kind: 'write',
    affects: ['exportTask'],
    staged: true,
    summary: ['导出资金流水', 'Export the ledger'],
    body: toExport,
    answer: exportAnswer,
  },
  get: {
    method: 'GET',
    path: '/finance/ledger/{id}',
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看流水详情', 'View a transfer'],
    answer: detail,
  },
  trial: {
    method: 'GET',
    path: '/finance/ledger/trial',
    kind: 'read',
    summary: ['查看试算平衡', 'View the trial balance'],
    answer: trial,
  },
  /** The balances of all organizations at an instant. */
  balances: {
    method: 'POST',
    path: '/finance/ledger/balances/page',
    kind: 'read',
    point: 'trial',
    lists: ['ledgerBalances'],
    summary: ['查看历史余额', 'View past balances'],
    body: balancesPage,
    answer: pageAnswerWithTotals(balance, ['balanceFen']),
  },
  /** Checks the whole ledger in the background; does nothing if a check waits already. */
  check: {
    method: 'POST',
    path: '/finance/ledger/check',
    kind: 'write',
    affects: ['ledger', 'job'],
    summary: ['核对资金流水', 'Check the ledger'],
    answer: z.object({ isQueued: z.boolean() }),
  },
  ...choicesOf('ledger', {
    orgs: 'org',
    channels: { of: 'channel', owned: true },
  }),
})

export type TransferRow = z.output<typeof row>
export type TransferDetail = z.output<typeof detail>
export type LedgerPage = z.output<typeof page>
export type LedgerExport = z.output<typeof toExport>
export type LedgerCheckRow = z.output<typeof check>
export type PastBalance = z.output<typeof balance>
export type BalancesPage = z.output<typeof balancesPage>
export type Trial = z.output<typeof trial>
