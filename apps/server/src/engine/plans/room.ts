import type { UnfitReason } from '@kabao/contract/engine/push-plan'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import {
  type Closed,
  elapsedShare,
  type MatchPerson,
  type MatchUse,
  misfitOf,
  momentAt,
  pacedCap,
} from '#supply'
import { unused } from '../caps/claim.ts'
import type { Engine } from '../engine.ts'
import { readUsage } from '../reads.ts'
import type { RunningPlan } from './running.ts'

/** Whether a plan can take anybody, and how many. */
export type Room =
  | { kind: 'open'; places: number }
  | { kind: 'holds'; reason: UnfitReason }
  /** The plan takes nobody any more. */
  | { kind: 'ended' }

/** Fits every plan of the flow. */
const anybody = (flow: string): MatchPerson => ({
  flow,
  cityCode: null,
  age: null,
  gender: null,
  incomeBand: null,
  creditBand: null,
  house: null,
  car: null,
  socialInsurance: null,
  housingFund: null,
  channelId: null,
  isBlacklisted: false,
  daysSinceSent: null,
})

/** The plan without what it wants of a person. */
const forAnybody = (plan: RunningPlan): RunningPlan => ({
  ...plan,
  cityCodes: [],
  ageFrom: null,
  ageTo: null,
  gender: null,
  incomeBands: [],
  creditBands: [],
  house: null,
  car: null,
  socialInsurance: null,
  housingFund: null,
  excludedChannelIds: [],
  org: { ...plan.org, cityCodes: [] },
})

/**
 * Whether plans can take people now, by their ids. The figures are those of this moment: `decide` has the last word, and who is
 * refused then waits again.
 */
export async function roomsOf(
  { db, clock, plans }: Pick<Engine, 'db' | 'clock' | 'plans'>,
  planIds: readonly string[],
): Promise<Map<string, Room>> {
  const at = databaseNow()
  const running = planIds.flatMap((id) => plans.find(id) ?? [])
  const { used, available, closed } = await readUsage(
    { db, clock },
    { planIds: running.map(({ id }) => id), orgIds: running.map(({ orgId }) => orgId), at },
  )
  const rooms = new Map<string, Room>()
  for (const plan of running) {
    const use: MatchUse = {
      ...(used.get(plan.id) ?? unused),
      elapsed: plan.isPaced ? elapsedShare(plan.windows, at, clock()) : 1,
      availableFen: available.get(plan.orgId) ?? 0,
    }
    const misfit = misfitOf(forAnybody(plan), anybody(plan.flow), momentAt(at, clock()), use)
    rooms.set(plan.id, roomBy(plan, use, misfit?.rule ?? null, closed.get(plan.orgId)))
  }
  for (const id of planIds) if (!rooms.has(id)) rooms.set(id, await roomOfOther(db, id))
  return rooms
}

/** @param rule the first that does not fit */
function roomBy(
  plan: RunningPlan,
  use: MatchUse,
  rule: UnfitReason | null,
  closed: Closed | undefined,
): Room {
  if (!plan.isConnected) return { kind: 'holds', reason: 'connection' }
  if (rule) return { kind: 'holds', reason: rule }
  if (closed && closed.rule !== 'halfOpen') return { kind: 'holds', reason: closed.rule }
  // One person probes whether the organization is back.
  return { kind: 'open', places: closed ? 1 : placesOf(plan, use) }
}

/** How many more people a plan can take by its caps, its budget and the balance of its organization. */
function placesOf(plan: RunningPlan, use: MatchUse): number {
  const day = plan.isPaced && plan.dailyCap !== null ? pacedCap(plan.dailyCap, use.elapsed) : plan.dailyCap
  const caps = [
    ...[left(plan.hourlyCap, use.hour), left(day, use.day), left(plan.monthlyCap, use.month)],
    left(plan.totalCap, use.total),
  ]
  if (plan.priceFen === 0) return Math.min(...caps)
  const money = [left(plan.dailyBudgetFen, use.spentFen), use.availableFen]
  return Math.min(...caps, ...money.map((fen) => Math.floor(fen / plan.priceFen)))
}

const left = (cap: number | null, used: number) => (cap === null ? Number.POSITIVE_INFINITY : cap - used)

/** A plan that is not among the running ones. */
async function roomOfOther(db: Db, planId: string): Promise<Room> {
  const { rows } = await sql<{ status: string }>`select status from plan where id = ${planId}`.execute(db)
  const status = rows[0]?.status
  if (status === undefined || status === 'ended') return { kind: 'ended' }
  return { kind: 'holds', reason: status === 'exhausted' ? 'dailyCap' : 'status' }
}
