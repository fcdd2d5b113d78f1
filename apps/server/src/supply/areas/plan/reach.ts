import { setImmediate as breathe } from 'node:timers/promises'
import { type BusinessClock, businessDayAt } from '@kabao/contract/kernel/business-clock'
import {
  type MatchRule,
  matchRules,
  mostReached,
  type PlanReach,
  reachDays,
} from '@kabao/contract/supply/plan'
import type { PlanTerms } from '@kabao/contract/supply/plan-terms'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import type { Vault } from '#platform/keys/vault'
import type { Settings } from '#platform/settings/settings'
import { channelOfOwner } from '#users'
import {
  highestFen,
  type MatchPerson,
  type MatchPlan,
  misfitOfPerson,
  personTermsOf,
} from '../../match/match.ts'
import {
  type ActivePlan,
  isPriorityFirst,
  ranked,
  rateIn,
  readActivePlans,
  readRates,
} from '../../match/ranked.ts'
import { isInWindows, type Moment, momentAt } from '../../match/windows.ts'
import { inOrder } from './preview.ts'
import { findOrg } from './simulation/job.ts'
import { ageOn } from './simulation/replay.ts'
import { readUsers } from './simulation/users.ts'
import { namesOf } from './why-not.ts'

/** How many of the newest people the evenly many are chosen from, so that the statement costs the same on any table. */
const mostNewest = 50_000
/** How often a person is compared with a plan at most; people are left out evenly, if there would be more. */
const mostComparisons = 200_000
/** At least so many people are compared, however many plans there are. */
const fewestCompared = 50
/** How many rules and how many other plans are named. */
const mostNamed = 5
/** How long a statement may take, in milliseconds: a form that waits for it is worse off than without. */
const statementMs = 1_000
const timedOut = '57014'

interface Question {
  terms: PlanTerms
  /** The plan that is changed; undefined: a new one. */
  id: string | undefined
  /** Only users of the channels of this administrator; null: all. */
  owner: string | null
}

interface Context {
  db: Db
  vault: Vault
  settings: Pick<Settings, 'get'>
  clock: BusinessClock
  /** The calendar day, by which ages are. */
  today: string
}

/** What one of the people is matched by, and when they came. */
export type Came = MatchPerson & { moment: Moment }

/** How many people of the last days fit terms, and where these stand among the running plans. Null: it took too long. */
export async function reachOf(context: Context, question: Question): Promise<PlanReach | null> {
  try {
    return await context.db.transaction().execute(async (db) => {
      await sql`select set_config('statement_timeout', ${String(statementMs)}, true)`.execute(db)
      return readReach({ ...context, db }, question)
    })
  } catch (error) {
    if ((error as { code?: string }).code === timedOut) return null
    throw error
  }
}

async function readReach(context: Context, { terms, id = newId, owner }: Question): Promise<PlanReach> {
  const { db, settings } = context
  const { flow, priceFen } = terms
  const day = businessDayAt(databaseNow(), context.clock)
  const org = await findOrg(db, terms)
  const sample = await evenlyMany(db, flow, owner)
  const people = await readPeople(context, sample.ids)
  const own = { ...inOrder(terms), id, status: 'running', org }
  const fitting: Came[] = []
  const rules = new Map<MatchRule, number>()
  for (const person of people) {
    const rule = misfitAt(own, person)
    if (rule === null) fitting.push(person)
    else rules.set(rule, (rules.get(rule) ?? 0) + 1)
  }

  const others = (await readActivePlans(db, flow)).filter((plan) => plan.id !== id && competes(plan, day))
  const rates = await readRates(db, [...others, own])
  const rateOf = (plan: { id: string; flow: string }) => rateIn(rates, plan)
  const order = ranked<ActivePlan | typeof own>([...others, own], {
    rateOf,
    isPriorityFirst: (of) => isPriorityFirst(settings, of),
  })
  const before = order.slice(0, order.indexOf(own)) as ActivePlan[]
  const { compared, by } = await outrankedIn(fitting, before)
  const outranked = [...by].toSorted(([, one], [, other]) => other - one)
  const won = compared - outranked.reduce((sum, [, count]) => sum + count, 0)
  const names = await namesOf(
    db,
    outranked.slice(0, mostNamed).map(([plan]) => plan.id),
  )

  const share = (part: number, of: number) => (of === 0 ? 0 : part / of)
  const fitsADay = sample.usersADay * share(fitting.length, people.length)
  const wonADay = fitsADay * share(won, compared)
  const bounds = {
    hourlyCap: (terms.hourlyCap ?? Number.POSITIVE_INFINITY) * 24,
    dailyCap: terms.dailyCap,
    monthlyCap: terms.monthlyCap,
    totalCap: terms.totalCap,
    budget: terms.dailyBudgetFen === null ? null : terms.dailyBudgetFen / highestFen(terms),
    funds: org.availableFen / highestFen(terms),
  }
  const most = bounded(wonADay, bounds)
  return {
    users: people.length,
    from: sample.from,
    usersADay: tenths(sample.usersADay),
    fits: fitting.length,
    fitsADay: tenths(fitsADay),
    rules: matchRules
      .flatMap((rule) => ({ rule, count: rules.get(rule) ?? 0 }))
      .filter(({ count }) => count > 0)
      .toSorted((one, other) => other.count - one.count)
      .slice(0, mostNamed),
    priceFen,
    rateBp: Math.round(rateOf(own) * 10_000),
    isOwnRate: rates.has(id),
    isPriorityFirst: isPriorityFirst(settings, flow),
    place: before.length + 1,
    plans: order.length,
    compared,
    won,
    wonADay: tenths(wonADay),
    outrankedBy: outranked.slice(0, mostNamed).map(([plan, count]) => ({
      planId: plan.id,
      planName: names.get(plan.id)?.planName ?? null,
      orgName: names.get(plan.id)?.orgName ?? null,
      priceFen: plan.priceFen,
      rateBp: Math.round(rateOf(plan) * 10_000),
      count,
    })),
    day: { people: tenths(most.people), fen: Math.round(most.people * priceFen), limit: most.limit },
  }
}

/** Of two plans that are equal otherwise, the newer one comes later. */
const newId = '9'.repeat(18)

const tenths = (value: number) => Math.round(value * 10) / 10

type Limit = NonNullable<PlanReach['day']['limit']>

/** How many people a day are left by the tightest of the bounds. What costs nothing is bounded by no money. */
function bounded(
  people: number,
  bounds: Record<Limit, number | null>,
): { people: number; limit: Limit | null } {
  let tightest: { people: number; limit: Limit | null } = { people, limit: null }
  for (const [limit, most] of Object.entries(bounds) as [Limit, number | null][]) {
    const whole = most === null || Number.isNaN(most) ? Number.POSITIVE_INFINITY : Math.floor(most)
    if (whole < tightest.people) tightest = { people: Math.max(0, whole), limit }
  }
  return tightest
}

/**
 * Evenly many of the people of a flow who came in the last days, the oldest first, and how many came a day. Where more came than are looked
 * at, it is about the newest.
 */
async function evenlyMany(
  db: Db,
  flow: string,
  owner: string | null,
): Promise<{ ids: string[]; from: string | null; usersADay: number }> {
  const where = [sql`n.flow = ${flow} and n.status <> 'deleted'`, ...channelOfOwner(sql`n.channel_id`, owner)]
  const { rows } = await sql<{ ids: string[]; from: string | null; users: number; days: number }>`
    with newest as materialized (
      select t.id, t.flow, t.status, t.channel_id, t.created_at from "user" t
      where t.created_at >= now() - make_interval(days => ${reachDays}) and t.created_at <= now()
      order by t.created_at desc, t.id desc limit ${mostNewest}
    ), came as (
      select n.id, n.created_at, row_number() over (order by n.created_at desc, n.id desc) as place, count(*) over () as users
      from newest n where ${sql.join(where, sql` and `)}
    )
    select coalesce(array_agg(id::text order by place desc) filter (where place % ceil(users / ${mostReached}::numeric) = 0), '{}') as ids,
      min(created_at) as from, count(*)::int as users,
      case when (select count(*) from newest) < ${mostNewest} then ${reachDays}
        else extract(epoch from now() - (select min(created_at) from newest))::float8 / 86400 end as days
    from came`.execute(db.withoutPlugins())
  const { ids, from, users, days } = rows[0] as (typeof rows)[number]
  return { ids, from, usersADay: users / Math.max(days, 1 / 24) }
}

/** These people as they came: whom they were sent to since is left out. */
async function readPeople({ db, vault, clock, today }: Context, ids: readonly string[]): Promise<Came[]> {
  const users = await readUsers(db, vault, { ids, orgId: '0', dedupeDays: 0 })
  return users.map((user) => ({
    ...user,
    age: ageOn(user.birthday, today),
    moment: momentAt(Date.parse(user.createdAt), clock),
  }))
}

/** The first rule that a person does not fit, apart from the state and the dates of the plan, and from what it has used. */
function misfitAt(plan: MatchPlan, person: Came): MatchRule | null {
  if (!isInWindows(plan.windows, person.moment)) return 'window'
  return misfitOfPerson(plan, person)?.rule ?? null
}

/** Whether anybody can go to a plan on a business day. */
const competes = ({ isConnected, org, startsOn, endsOn }: ActivePlan, day: string): boolean =>
  isConnected && org.status === 'enabled' && startsOn <= day && (endsOn === null || day <= endsOn)

/** How many people go to a plan before, by the plan that takes them first. @param before those plans, the best first */
export async function outrankedIn(
  fitting: readonly Came[],
  before: readonly ActivePlan[],
): Promise<{ compared: number; by: Map<ActivePlan, number> }> {
  // Of plans that take the same people at the same times, only the first one ever does.
  const byTerms = new Map(
    before.toReversed().map((plan) => [personTermsOf(plan) + JSON.stringify(plan.windows), plan]),
  )
  const firsts = new Set(byTerms.values())
  const rivals = before.filter((plan) => firsts.has(plan))
  const most = Math.max(fewestCompared, Math.floor(mostComparisons / Math.max(1, rivals.length)))
  const step = Math.max(1, Math.ceil(fitting.length / most))
  const by = new Map<ActivePlan, number>()
  let compared = 0
  for (let at = 0; at < fitting.length; at += step) {
    const person = fitting[at] as Came
    const first = rivals.find((plan) => misfitAt(plan, person) === null)
    if (first) by.set(first, (by.get(first) ?? 0) + 1)
    compared++
    if (compared % 100 === 0) await breathe()
  }
  return { compared, by }
}
