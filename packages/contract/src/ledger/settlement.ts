import * as z from 'zod'
import { businessDate } from '../kernel/business-date.ts'
import { choicesOf } from '../kernel/choice.ts'
import { codes } from '../kernel/envelope.ts'
import { exportAnswer, exportBody } from '../kernel/export-body.ts'
import { area, type BodyOf, id, instant, pageAnswer, pageBody, version } from '../kernel/kernel.ts'
import { type StateOf, statesOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { reviewFlags } from './review.ts'
import { settlementMachine } from './settlement-machine.ts'

export const settlementStatuses = statesOf(settlementMachine)
export type SettlementStatus = StateOf<typeof settlementMachine>
/** What a channel is paid for, and what changes it later. */
export const resultKinds = ['registration', 'push', 'visitor', 'return', 'adjustment'] as const
export type ResultKind = (typeof resultKinds)[number]

const row = z.object({
  id,
  channelId: id,
  channelCode: z.string(),
  channelName: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  /** What the channel is paid, in fen. */
  amountFen: z.int(),
  /** What it would be without deductions. */
  baseFen: z.int(),
  results: z.int(),
  deducted: z.int(),
  /** The results of days that an earlier settlement has closed, and their amount. */
  late: z.int(),
  lateFen: z.int(),
  status: z.enum(settlementStatuses),
  ...reviewFlags,
  createdBy: z.string(),
  reviewedBy: z.string().nullable(),
  reviewedAt: instant.nullable(),
  /** Why it was refused. */
  note: z.string(),
  paidBy: z.string().nullable(),
  paidAt: instant.nullable(),
  voucherFileId: id.nullable(),
  createdAt: instant,
  version,
})
row.register(z.globalRegistry, { id: 'Settlement' })

/** The sums of a day and a kind of result. */
const line = z.object({
  businessDay: z.string(),
  kind: z.enum(resultKinds),
  isLate: z.boolean(),
  results: z.int(),
  deducted: z.int(),
  baseFen: z.int(),
  costFen: z.int(),
})
line.register(z.globalRegistry, { id: 'SettlementLine' })
const detail = row.extend({ lines: z.array(line) })
detail.register(z.globalRegistry, { id: 'SettlementDetail' })

const result = z.object({
  /** Its place among all results of the channel. */
  number: z.int(),
  at: instant,
  businessDay: z.string(),
  kind: z.enum(resultKinds),
  /** The user, the push, the transfer of an adjustment, or the hash of a visitor. */
  refId: z.string(),
  baseFen: z.int(),
  costFen: z.int(),
  isDeducted: z.boolean(),
  /** The number from 0 to 9,999 that its id gives, and the agreed rate: below it, the result is deducted. */
  draw: z.int().nullable(),
  deductionBp: z.int().nullable(),
  isLate: z.boolean(),
})
result.register(z.globalRegistry, { id: 'ChannelResult' })

export const settlementColumns = [
  'channelName',
  'channelCode',
  'status',
  'fromDay',
  'toDay',
  'amountFen',
  'baseFen',
  'results',
  'deducted',
  'late',
  'lateFen',
  'createdBy',
  'createdAt',
  'reviewedBy',
  'reviewedAt',
  'paidBy',
  'paidAt',
  'note',
] as const
export const resultColumns = [
  'number',
  'at',
  'businessDay',
  'kind',
  'refId',
  'baseFen',
  'costFen',
  'isDeducted',
  'draw',
  'deductionBp',
  'isLate',
] as const

const page = pageBody(['createdAt'], '-createdAt', {
  status: z.enum(settlementStatuses, 'choice').optional(),
  channelId: id.optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})
const resultPage = pageBody(['number'], 'number', {
  settlementId: id,
  kind: z.enum(resultKinds, 'choice').optional(),
  businessDay: businessDate.optional(),
  isDeducted: z.boolean('choice').optional(),
  isLate: z.boolean('choice').optional(),
})

const path = '/finance/settlement'
const affects = ['settlement', 'channel']

/** What channels are paid: drafted for a period, confirmed by a second person, and paid. */
export const settlement = area('settlement', {
  page: {
    method: 'POST',
    path: `${path}/page`,
    kind: 'read',
    owned: true,
    summary: ['查看渠道结算', 'View settlements'],
    body: page,
    answer: pageAnswer(row),
  },
  counts: { ...countsOf(settlementMachine, { path, what: ['结算', 'settlements'] }), owned: true },
  get: {
    method: 'GET',
    path: `${path}/{id}`,
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看渠道结算详情', 'View a settlement'],
    answer: detail,
  },
  /** The results behind a settlement, one by one. */
  results: {
    method: 'POST',
    path: `${path}/result/page`,
    kind: 'read',
    point: 'page',
    lists: ['settlementResult'],
    owned: true,
    summary: ['查看结算的成果明细', 'View the results of a settlement'],
    body: resultPage,
    refuses: [codes.notFound],
    answer: pageAnswer(result),
  },
  export: {
    method: 'POST',
    path: `${path}/export`,
    kind: 'write',
    affects: ['exportTask'],
    staged: true,
    summary: ['导出渠道结算', 'Export settlements'],
    body: exportBody(page, settlementColumns),
    answer: exportAnswer,
  },
  exportResults: {
    method: 'POST',
    path: `${path}/result/export`,
    kind: 'write',
    point: 'export',
    affects: ['exportTask'],
    staged: true,
    summary: ['导出结算的成果明细', 'Export the results of a settlement'],
    body: exportBody(resultPage, resultColumns),
    answer: exportAnswer,
  },
  /** Drafts the settlement of a channel from the day after its last one, with the results that are known now. */
  create: {
    protection: ['fourEyes'],
    method: 'POST',
    path,
    kind: 'write',
    owned: true,
    affects,
    summary: ['生成渠道结算', 'Draft settlements'],
    body: z.strictObject({ channelId: id, toDay: businessDate }),
    refuses: [codes.notFound, codes.conflict],
    answer: row,
  },
  ...actsOf(settlementMachine, { path, answer: row, page, owned: true, affects }),
  /** Sets the voucher of a confirmed settlement, before it is marked as paid; null removes it. */
  voucher: {
    protection: ['audit'],
    method: 'POST',
    path: `${path}/{id}/voucher`,
    kind: 'write',
    point: 'pay',
    owned: true,
    summary: ['上传付款凭证', 'Upload the voucher of a payment'],
    body: z.strictObject({ version, voucherFileId: id.nullable() }),
    answer: row,
  },
  ...choicesOf('settlement', {
    channels: { of: 'channel', owned: true },
  }),
})

export type SettlementRow = z.output<typeof row>
export type SettlementDetail = z.output<typeof detail>
export type SettlementLine = z.output<typeof line>
export type ResultRow = z.output<typeof result>
export type SettlementPage = z.output<typeof page>
export type ResultPage = z.output<typeof resultPage>
export type SettlementExport = BodyOf<typeof settlement.export>
export type ResultExport = BodyOf<typeof settlement.exportResults>
