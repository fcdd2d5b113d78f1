import * as z from 'zod'
import { id } from '../kernel/kernel.ts'

/** What a plan was worth at a run of the match: its price, times the share of people that it accepted, in basis points. */
export const rankedPlan = z.object({
  planId: id,
  /** Null also for a plan that was deleted since. */
  planName: z.string().nullable(),
  orgName: z.string().nullable(),
  priceFen: z.int(),
  rateBp: z.int(),
})
rankedPlan.register(z.globalRegistry, { id: 'RankedPlan' })
export type RankedPlan = z.output<typeof rankedPlan>

/** What one person is worth to a plan, in fen. Plans are tried in this order; among equals the priority decides, then the id. */
export const worthOf = ({ priceFen, rateBp }: Pick<RankedPlan, 'priceFen' | 'rateBp'>): number =>
  Math.round((priceFen * rateBp) / 10_000)
