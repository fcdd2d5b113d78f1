import * as z from 'zod'
import { id, instant } from '../../kernel/kernel.ts'

/** The kinds of what happens and is counted; a visit, and what an organization's account has, are records too. */
export const factKinds = [
  'visit',
  'registration',
  'imported',
  'profile',
  'match',
  'matched',
  'push',
  'accepted',
  'rejected',
  'duplicate',
  'failed',
  'return',
  'login',
  'active',
  'order',
  'paid',
  'refund',
  'error',
  'charge',
  'chargeBack',
  'cost',
  'costBack',
  'closing',
] as const
export type FactKind = (typeof factKinds)[number]

/** `yyyy-mm-dd` */
const day = z.iso.date()

/**
 * One figure of a row, of the totals or of a chart's point. Null: there is no such figure, such as a rate of nothing, or visitors
 * within a filter that visitors do not have. `fen` and `price` are in fen, a `rate` is a share of 1.
 */
export const cell = z.object({
  value: z.number().nullable(),
  /** With a comparison: the figure of the days before, what it changed by, and that as a share of it, see `changeOf`. */
  before: z.number().nullable().optional(),
  change: z.number().nullable().optional(),
  percent: z.number().nullable().optional(),
  /** By the day the person came: how much of the figure came after that day was over; left out if nothing did. */
  late: z.number().nullable().optional(),
})
cell.register(z.globalRegistry, { id: 'ReportCell' })

/** The cells of a row by the name of the figure. */
export const cells = z.record(z.string(), cell)

export const row = z.object({
  /** The first day of the period, or the instant at which its hour begins; null if the periods are added up. */
  period: z.union([day, instant]).nullable(),
  /** The record that it is about, 0 for what belongs to none; null if they are added up. A city has its code. */
  id: z.string().nullable(),
  /** Its name; null if it belongs to none or no longer exists. */
  name: z.string().nullable(),
  code: z.string().nullable(),
  cells,
})
row.register(z.globalRegistry, { id: 'ReportRow' })

const days = z.object({ from: day, to: day })

/** The days that figures are about, and how far they are counted. */
export const about = {
  days,
  /** The days that they are compared with; null without a comparison. */
  before: days.nullable(),
  /** Everything that happened until then is counted; null while nothing is. */
  upTo: instant.nullable(),
}

/** The figure of a chart over its periods: the largest records, and all others together. */
export const chart = z.object({
  ...about,
  figure: z.string(),
  /** The periods, as in the rows. */
  periods: z.array(z.string()),
  series: z.array(
    z.object({
      /** Null: all others together; in a chart without records, everything. */
      id: z.string().nullable(),
      name: z.string().nullable(),
      /** One value for each period. */
      values: z.array(z.number().nullable()),
    }),
  ),
  /** Everything, in the days that they are compared with; null without a comparison. */
  beforeValues: z.array(z.number().nullable()).nullable(),
})
chart.register(z.globalRegistry, { id: 'ReportChart' })

/** A record behind a figure. */
export const factRow = z.object({
  id,
  at: instant,
  kind: z.enum(factKinds),
  /** The business day on which it happened, and the one on which the person came. */
  day,
  came: day,
  /** What it adds to the figure, in fen; null if the figure counts records. */
  fen: z.int().nullable(),
  /** The push, order, transfer or other record that it is about. */
  refId: z.string(),
  userId: id.nullable(),
  /** Masked. */
  userName: z.string().nullable(),
  userPhone: z.string().nullable(),
  channelName: z.string().nullable(),
  orgName: z.string().nullable(),
  planName: z.string().nullable(),
  productName: z.string().nullable(),
  cityCode: z.string().nullable(),
  /** The page that shows it: its route name and query; null if no page does. */
  link: z.object({ name: z.string(), query: z.record(z.string(), z.string()) }).nullable(),
})
factRow.register(z.globalRegistry, { id: 'ReportRecord' })

export type ReportCell = z.output<typeof cell>
export type ReportRow = z.output<typeof row>
export type ReportChart = z.output<typeof chart>
export type ReportRecord = z.output<typeof factRow>
