import { sql } from 'kysely'
import { calendarDay } from '#platform/settings/business-clock'
import {
  type Closed,
  closedBy,
  elapsedShare,
  type MatchPerson,
  type MatchUse,
  misfitOf,
  momentAt,
  readClosed,
} from '#supply'
import { readUse, unused } from './caps/claim.ts'
import type { Engine } from './engine.ts'
import type { WhyNot } from './match-run.ts'
import { asMatchPerson, isBlacklisted, type Person } from './person.ts'
import type { RunningPlan } from './plans/running.ts'

/** The parts of the engine that finding plans needs. */
export type RowContext = Pick<Engine, 'db' | 'vault' | 'settings' | 'plans' | 'clock'>

/** The plans that fit a person. */
export interface Fitting {
  fitting: RunningPlan[]
  /** Of their organizations those whose breaker is half open: who goes there must be the probe (`claimProbe`). */
  halfOpen: Map<string, Closed>
}

/**
 * The plans of the person's flow that fit by what is known now; the others are added to `whyNot`.
 * @param at when the person would be sent, in milliseconds since 1970
 * @param of looks only at these
 */
export async function fittingPlans(
  { db, vault, settings, plans, clock }: RowContext,
  person: Person,
  at: number,
  whyNot: Map<RunningPlan, WhyNot>,
  of: readonly RunningPlan[] = plans.ofFlow(person.flow),
): Promise<Fitting> {
  const businessClock = clock()
  const moment = momentAt(at, businessClock)
  const base = asMatchPerson(person, calendarDay(settings, new Date(at)))
  const blacklisted = await isBlacklisted(db, vault, person)
  // A visitor comes as often as they like, and is charged once a day.
  const isVisitor = person.flow === 'uv' || person.flow === 'city'
  const sent = isVisitor ? new Map<string, number>() : await daysSinceSent(db, person.id)
  // One object for all organizations that nobody was sent to, because there may be thousands of plans.
  const fresh: MatchPerson = { ...base, isBlacklisted: blacklisted, daysSinceSent: null }
  const asked = ({ orgId }: RunningPlan): MatchPerson => {
    const daysSinceSent = sent.get(orgId)
    return daysSinceSent === undefined ? fresh : { ...fresh, daysSinceSent }
  }
  const free: MatchUse = { ...unused, elapsed: 1, availableFen: Number.POSITIVE_INFINITY }
  const keep = (among: readonly RunningPlan[], useOf: (plan: RunningPlan) => MatchUse) =>
    among.filter((plan) => {
      const misfit: WhyNot | null = plan.isConnected
        ? misfitOf(plan, asked(plan), moment, useOf(plan))
        : { rule: 'connection', wanted: true, seen: false }
      if (misfit) whyNot.set(plan, misfit)
      return misfit === null
    })
  const fitting = keep(of, () => free)
  if (fitting.length === 0) return { fitting, halfOpen: new Map() }
  const use = await readUse(
    db,
    fitting.map(({ id }) => id),
    at,
    businessClock,
  )
  const available = await readAvailable(
    db,
    fitting.map(({ orgId }) => orgId),
  )
  const affordable = keep(fitting, (plan) => ({
    ...(use.get(plan.id) ?? unused),
    elapsed: plan.isPaced ? elapsedShare(plan.windows, at, businessClock) : 1,
    availableFen: available.get(plan.orgId) ?? 0,
  }))
  return reachable(db, affordable, at, whyNot)
}

/** The plans of organizations that may be called. */
async function reachable(
  db: Engine['db'],
  plans: readonly RunningPlan[],
  at: number,
  whyNot: Map<RunningPlan, WhyNot>,
): Promise<Fitting> {
  const closed = await readClosed(
    db,
    plans.map(({ orgId }) => orgId),
    at,
  )
  const halfOpen = new Map([...closed].filter(([, { rule }]) => rule === 'halfOpen'))
  const fitting = plans.filter(({ orgId }) => !closed.has(orgId) || halfOpen.has(orgId))
  for (const plan of plans)
    if (!fitting.includes(plan)) whyNot.set(plan, closedBy(closed.get(plan.orgId) as Closed))
  return { fitting, halfOpen }
}

/**
 * Days since the person last went to each organization; 0 while on the way. What surely failed does not count, and neither do
 * organizations that were only asked about the person.
 */
async function daysSinceSent(db: Engine['db'], userId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ orgId: string; days: number }>`
    select org_id as "orgId", case when bool_or(status in ('pending', 'unknown')) then 0
      else floor(extract(epoch from now() - max(request_at)) / 86400)::int end as days
    from push_record where user_id = ${userId} and status <> 'failed' and stage not in ('check', 'consent') group by org_id`.execute(
    db.withoutPlugins(),
  )
  return new Map(rows.map(({ orgId, days }) => [orgId, days]))
}

/** What organizations can pay with now, in fen; one without an account is not in the map. */
export async function readAvailable(
  db: Engine['db'],
  orgIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ orgId: string; fen: number }>`
    select org_id as "orgId", (balance_fen - held_fen)::float8 as fen from org_account
    where org_id = any(${orgIds}::bigint[])`.execute(db.withoutPlugins())
  return new Map(rows.map(({ orgId, fen }) => [orgId, fen]))
}
