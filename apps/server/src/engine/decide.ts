import { sql } from 'kysely'
import { hold } from '#ledger'
import { type Batcher, createBatcher } from '#platform/batcher'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { highestFen, type Misfit } from '#supply'
import { capsOf, claimedOf, countersOf, misfitOfCap, type WantedCap } from './caps/claim.ts'
import type { Engine } from './engine.ts'
import type { Looked } from './look.ts'
import { runJson, type WhyNot } from './match-run.ts'
import type { Person } from './person.ts'
import type { Ranking } from './plans/rank.ts'
import type { RunningPlan } from './plans/running.ts'
import type { Push } from './push.ts'
import type { Step, StepState } from './steps.ts'

/** A person and the plan to decide for. */
export interface Decision {
  step: Step
  plan: RunningPlan
  person: Person
  /** When the match began, in milliseconds since 1970: the caps are those of this instant. */
  at: number
  state: StepState
  /** The run of the match that chose the plan; a push that surely failed is decided for again, without one. */
  run?: {
    whyNot: ReadonlyMap<RunningPlan, WhyNot>
    /** The plan, and those that it goes before. */
    ranking?: Ranking | undefined
    looked?: Looked | undefined
    /** How long the match took so far, in milliseconds. */
    ms: number
  }
}

/** The step that submits the push (null: the step belongs to somebody else), or why the plan does not fit. */
export type Decided = Misfit | { next: Step | null }

/**
 * Decides for many people at once, each for one plan, in one transaction before anybody is called: claims the caps and the pair of
 * person and organization, holds the price, and stores the push. If one of them refuses, nothing is left of that person's.
 */
export const createDeciding = (
  engine: Pick<Engine, 'db' | 'clock' | 'leaseMs'>,
): Batcher<Decision, Decided> =>
  createBatcher({ run: (decisions) => decide(engine, decisions), waitMs: 1, most: 100 })

async function decide(
  { db, clock, leaseMs }: Pick<Engine, 'db' | 'clock' | 'leaseMs'>,
  decisions: readonly Decision[],
): Promise<Decided[]> {
  const wanted = decisions.map(({ plan, person, at }) => capsOf(plan, person.channelId, at, clock()))
  const { counters, placesOf } = countersOf(wanted)
  const orgIds = [...new Set(decisions.map(({ plan }) => plan.orgId))]
  const rows = decisions.map((decision, index) => {
    const caps = wanted[index] as WantedCap[]
    return rowOf(decision, caps, { caps: placesOf(caps), account: orgIds.indexOf(decision.plan.orgId) + 1 })
  })
  const answers = await sql<Answer>`
    select * from decide_pushes(${JSON.stringify(rows)}::jsonb, ${JSON.stringify(counters)}::jsonb, ${orgIds}::bigint[],
      ${leaseMs}::float8 * interval '1 millisecond')`.execute(db.withoutPlugins())
  const byPlace = new Map(answers.rows.map((answer) => [answer.nth, answer]))
  return decisions.map((decision, index) => {
    const answer = byPlace.get(index + 1)
    return answer ? decidedBy(answer, decision, rows[index] as Row, counters) : { next: null }
  })
}

/** How the database answers for one person. */
type Answer = { nth: number } & (
  | { outcome: 'decided'; push_id: string; claims: number }
  | { outcome: 'cap'; cap: number; used: number; fen: string }
  | { outcome: 'gone' | 'dedupe' | 'funds' }
)

type Row = ReturnType<typeof rowOf>

/** A decision as `decide_pushes` takes it. */
function rowOf(
  { step, plan, person, state, run }: Decision,
  wanted: readonly WantedCap[],
  places: { caps: number[]; account: number },
) {
  const caps = claimedOf(wanted)
  // Until the call begins, which writes its own time if it is another one.
  const askedAt = databaseNow()
  const next: StepState = run
    ? {
        ...state,
        offers: (state.offers ?? 0) + 1,
        tried: [...(state.tried ?? []), plan.id],
        caps,
        orgId: plan.orgId,
        round: 0,
        askedAt,
      }
    : { ...state, caps, orgId: plan.orgId, askedAt }
  return {
    ...places,
    user: person.id,
    claims: step.claims,
    state: next,
    plan: plan.id,
    org: plan.orgId,
    channel: person.channelId,
    city: person.cityCode,
    flow: person.flow,
    price: plan.priceFen,
    lowest: plan.priceMinFen,
    highest: plan.priceMaxFen,
    dedupe: plan.dedupeDays,
    amount: highestFen(plan),
    again: run ? null : step.pushId,
    pushPlan: run ? state.pushPlanId : null,
    run: run && runJson({ ...run, planId: plan.id }),
    ms: run && Math.round(run.ms),
    level: step.known?.screened?.level,
    screenMs: step.known?.screened?.ms,
  }
}

function decidedBy(
  answer: Answer,
  { step, plan, person, run }: Decision,
  { state, amount }: Row,
  counters: readonly WantedCap[],
): Decided {
  switch (answer.outcome) {
    case 'gone':
      return { next: null }
    case 'dedupe':
      return { rule: 'dedupe', wanted: plan.dedupeDays, seen: null }
    case 'funds':
      return { rule: 'funds', wanted: amount, seen: null }
    case 'cap':
      return misfitOfCap(plan, counters[answer.cap - 1] as WantedCap, {
        used: answer.used,
        fen: Number(answer.fen),
      })
    case 'decided': {
      const pushId = answer.push_id
      // A push that is decided for again has an agreement, a name at the organization and attempts, which are read.
      const known = run && { known: { person, push: pushOf(pushId, plan, person, 'submit') } }
      return {
        next: {
          userId: step.userId,
          kind: 'submit',
          pushId,
          state,
          claims: answer.claims,
          ...known,
        },
      }
    }
  }
}

/** A push that was just stored, as `readPush` gives it. */
export const pushOf = (
  id: string,
  plan: RunningPlan,
  { id: userId, channelId, flow }: Person,
  stage: Push['stage'],
): Push => ({
  id,
  userId,
  planId: plan.id,
  orgId: plan.orgId,
  channelId,
  status: 'pending',
  priceFen: plan.priceFen,
  priceMinFen: plan.priceMinFen,
  priceMaxFen: plan.priceMaxFen,
  externalId: null,
  flow,
  stage,
  agreements: null,
})

/** Ends the transaction of a visit, which is then undone. */
export class Undecided extends Error {
  readonly outcome: Misfit | { next: null }

  constructor(outcome: Misfit | { next: null }) {
    super('undecided')
    this.outcome = outcome
  }
}

export interface NewIds {
  stepId: string
  runId: string
  pushId: string
}

/** Ids in the order of time: the push is later than the match. */
export async function newIds(write: Db): Promise<NewIds> {
  const { rows } = await sql<NewIds>`
    select time_id() as "stepId", time_id() as "runId", time_id() as "pushId"`.execute(write.withoutPlugins())
  return rows[0] as NewIds
}

/** Holds the highest price on the account of the organization; last, because the row stays locked until the end. */
export async function holdPrice(
  write: Db,
  plan: Pick<RunningPlan, 'orgId' | 'priceFen' | 'priceMaxFen'>,
  pushId: string,
): Promise<void> {
  const amountFen = highestFen(plan)
  if (amountFen === 0) return
  const ref = { kind: 'push', id: pushId }
  if ((await hold(write, { orgId: plan.orgId, amountFen, ref })) === 'insufficient')
    throw new Undecided({ rule: 'funds', wanted: amountFen, seen: null })
}
