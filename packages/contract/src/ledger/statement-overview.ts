import * as z from 'zod'
import { exportBody } from '../kernel/export-body.ts'
import { id, pageAnswerWithTotals, pageBody, text } from '../kernel/kernel.ts'

/** `yyyy-mm`; the ledger is younger than 2020. */
export const month = z
  .string('required')
  .max(7, 'date')
  .regex(/^20[2-9]\d-(?:0[1-9]|1[0-2])$/, 'date')

/** What a month is summed up by: the opening balance and the amounts between make the closing balance. */
export const overviewAmounts = [
  'openingFen',
  'rechargedFen',
  'paidOutFen',
  'chargedFen',
  'refundedFen',
  'adjustedFen',
  'closingFen',
] as const

/** A month of an organization in one row. Each amount is what the balance rose by; below 0, it fell. */
const row = z.object({
  /** The organization. */
  id,
  orgCode: z.string(),
  orgName: z.string(),
  openingFen: z.int(),
  rechargedFen: z.int(),
  /** What was paid back to it from its balance. */
  paidOutFen: z.int(),
  chargedFen: z.int(),
  refundedFen: z.int(),
  /** By adjustments and reversals. */
  adjustedFen: z.int(),
  closingFen: z.int(),
})
row.register(z.globalRegistry, { id: 'StatementOverviewRow' })

/** Whether the balance of an organization moved in the month. */
export const movements = ['moved', 'still'] as const

export const overviewPage = pageBody(['orgCode', ...overviewAmounts], 'orgCode', {
  /** Default: the present one. */
  month: month.optional(),
  /** Part of the name or of the code of an organization. */
  name: text(40).optional(),
  movement: z.enum(movements, 'choice').optional(),
})
export const overviewColumns = ['orgCode', 'orgName', ...overviewAmounts] as const
export const overviewExport = exportBody(overviewPage, overviewColumns)
export const overviewAnswer = pageAnswerWithTotals(row, overviewAmounts)

export type StatementOverviewRow = z.output<typeof row>
export type StatementOverviewPage = z.output<typeof overviewPage>
export type StatementOverviewExport = z.output<typeof overviewExport>
