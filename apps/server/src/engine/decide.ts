import { sql } from 'kysely'
import { hold } from '#ledger'
import type { Db } from '#platform/db/client'
import { highestFen, type Misfit } from '#supply'
import { capsOf, claimCaps } from './caps/claim.ts'
import type { Engine } from './engine.ts'
import { noteRun, type WhyNot } from './match-run.ts'
import type { Person } from './person.ts'
import type { Ranking } from './plans/rank.ts'
import type { RunningPlan } from './plans/running.ts'
import { noteStep } from './step-log.ts'
import { advanceStep, type Step, type StepState } from './steps.ts'
import { raiseUserStatus } from './user-status.ts'

interface Decision {
  plan: RunningPlan
  person: Person
  /** When the match began, in milliseconds since 1970: the caps are those of this instant. */
  at: number
  state: StepState
  whyNot: ReadonlyMap<RunningPlan, WhyNot>
  /** The plan, and those that it goes before. */
  ranking?: Ranking | undefined
  /** How long the match took so far, in milliseconds. */
  ms: number
}

/** Ends the transaction of a decision, which is then undone. */
export class Undecided extends Error {
  readonly outcome: Misfit | { next: null }

  constructor(outcome: Misfit | { next: null }) {
    super('undecided')
    this.outcome = outcome
  }
}

/**
 * Decides for a plan, in one transaction before anybody is called: claims its caps and the pair of person and organization, holds
 * the price, and stores the push. If one of them refuses, nothing is left of any.
 * @returns the step that submits the push (null: the step belongs to somebody else), or why the plan does not fit
 */
export async function decide(
  engine: Engine,
  step: Step,
  { plan, person, at, state, whyNot, ranking, ms }: Decision,
): Promise<Misfit | { next: Step | null }> {
  const wanted = capsOf(plan, person.channelId, at, engine.clock())
  const caps = wanted.map(({ most: _most, mostFen: _mostFen, ...claimed }) => claimed)
  try {
    return await engine.db.transaction().execute(async (write) => {
      // Lock order: user → step.
      if (!(await raiseUserStatus(write, person.id, 'matched', true))) throw new Undecided({ next: null })
      const { stepId, runId, pushId } = await newIds(write)
      const next = await advanceStep(
        write,
        step,
        {
          kind: 'submit',
          pushId,
          inMs: null,
          state: {
            ...state,
            offers: (state.offers ?? 0) + 1,
            tried: [...(state.tried ?? []), plan.id],
            caps,
            orgId: plan.orgId,
            round: 0,
          },
        },
        engine.leaseMs,
      )
      if (!next) throw new Undecided({ next: null })
      await claimAll(write, plan, person, wanted, pushId)
      await sql`
        insert into push_record (id, user_id, channel_id, plan_id, org_id, push_plan_id, match_run_id, price_fen, price_min_fen,
          price_max_fen, dedupe_days, flow, city_code)
        values (${pushId}, ${person.id}, ${person.channelId}, ${plan.id}, ${plan.orgId}, ${state.pushPlanId ?? null}, ${runId},
          ${plan.priceFen}, ${plan.priceMinFen}, ${plan.priceMaxFen},
          ${plan.dedupeDays}, ${person.flow}, ${person.cityCode})`.execute(write)
      if (state.pushPlanId !== undefined)
        await sql`update push_target set state = 'pushed', push_id = ${pushId}
          where push_plan_id = ${state.pushPlanId} and user_id = ${person.id} and state = 'sent'`.execute(
          write,
        )
      await noteRun(write, { id: runId, userId: person.id, person, planId: plan.id, whyNot, ranking })
      await noteStep(write, {
        id: stepId,
        userId: person.id,
        kind: 'match',
        ms,
        result: 'matched',
        planId: plan.id,
      })
      await holdPrice(write, plan, pushId)
      return { next }
    })
  } catch (error) {
    if (error instanceof Undecided) return error.outcome
    throw error
  }
}

/**
 * Decides again for a push that surely failed.
 * @returns as `decide`
 */
export async function decideAgain(
  engine: Engine,
  step: Step,
  { plan, person, at, state }: Pick<Decision, 'plan' | 'person' | 'at' | 'state'>,
): Promise<Misfit | { next: Step | null }> {
  const pushId = step.pushId as string
  const wanted = capsOf(plan, person.channelId, at, engine.clock())
  const caps = wanted.map(({ most: _most, mostFen: _mostFen, ...claimed }) => claimed)
  try {
    return await engine.db.transaction().execute(async (write) => {
      if (!(await raiseUserStatus(write, person.id, 'matched'))) throw new Undecided({ next: null })
      const next = await advanceStep(
        write,
        step,
        { kind: 'submit', pushId, state: { ...state, caps, orgId: plan.orgId }, inMs: null },
        engine.leaseMs,
      )
      if (!next) throw new Undecided({ next: null })
      await claimAll(write, plan, person, wanted, pushId)
      const { numAffectedRows } = await sql`
        update push_record set status = 'pending', responded_at = null, price_fen = ${plan.priceFen},
          price_min_fen = ${plan.priceMinFen}, price_max_fen = ${plan.priceMaxFen}, updated_at = now()
        where id = ${pushId} and status = 'failed'`.execute(write)
      if (numAffectedRows !== 1n) throw new Undecided({ next: null })
      await holdPrice(write, plan, pushId)
      return { next }
    })
  } catch (error) {
    if (error instanceof Undecided) return error.outcome
    throw error
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

/** Claims the caps, then that nobody else sends this person to this organization. */
export async function claimAll(
  write: Db,
  plan: RunningPlan,
  person: Pick<Person, 'id'>,
  wanted: ReturnType<typeof capsOf>,
  pushId: string,
): Promise<void> {
  const misfit = await claimCaps(write, plan, wanted)
  if (misfit) throw new Undecided(misfit)
  const { numAffectedRows } = await sql`
    insert into push_dedupe as d (user_id, org_id, until)
    values (${person.id}, ${plan.orgId}, time_of_id(${pushId}) + ${plan.dedupeDays} * interval '1 day')
    on conflict (user_id, org_id) do update set until = excluded.until where d.until < now()`.execute(write)
  if (numAffectedRows !== 1n) throw new Undecided({ rule: 'dedupe', wanted: plan.dedupeDays, seen: null })
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
