import type { RiskLevel } from '@kabao/contract/users/user'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { ClaimedCap } from './caps/claim.ts'
import type { Person } from './person.ts'
import type { Push, PushKey } from './push.ts'
import type { Subject } from './reads.ts'

/**
 * The steps of the pipeline. `screen`: blacklist and risk. `match`: find a plan and decide. `check`: ask who would take a person of
 * the half flow. `submit`: hand the person over. `query`: ask how an unclear push ended. `ask`: a person must find that out.
 * `retry`: hand over again what surely failed.
 */
export type StepKind = 'screen' | 'match' | 'check' | 'submit' | 'query' | 'ask' | 'retry'

/** What the next step needs to know. It holds no personal data. */
export interface StepState {
  /** The push plan that sends the person, and its plan: no other plan is tried. */
  pushPlanId?: string
  onlyPlanId?: string
  /** How long organizations have been asked in this search, in milliseconds: its clock stands still while nobody is asked. */
  searchMs?: number
  /** Since when the organization of the push is asked, in milliseconds since 1970; until then, when the push was decided. */
  askedAt?: number
  /** When the search began, by earlier versions. */
  searchAt?: number
  /** Since when the person waits for plans that are full, in milliseconds since 1970. */
  waitsFrom?: number
  /** Since when the person waits, again and again, for plans that open again soon, in milliseconds since 1970. */
  heldFrom?: number
  /** The plan that the person last waited for. */
  waitsOn?: string
  /** How many organizations were asked in this search. */
  offers?: number
  /** The plans that this search is done with. */
  tried?: string[]
  /** The pushes of the organizations that are asked whether they would take the person. */
  checks?: string[]
  /** The organization of the push of this step. */
  orgId?: string
  /** What the push of this step has claimed of the caps, to be given back exactly. */
  caps?: ClaimedCap[]
  /** How often the push was handed over again. */
  round?: number
  /** How often the organization was asked how the push ended. */
  asked?: number
  /** Pushes that surely failed; the first is tried again when nobody else takes the person. */
  failed?: FailedPush[]
  /** How often in a row the step threw. A step that is done writes its state without it (`takeFailures`). */
  failures?: number
}

/** What the screening found of a person who goes on to the match, which stores it with its decision. */
export interface Screened {
  level: RiskLevel
  /** How long it took, in milliseconds. */
  ms: number
}

export interface FailedPush {
  pushId: string
  planId: string
  /** How often it was handed over again; -1: never yet. */
  round: number
  /** When the organization may be called again, by its own word, in milliseconds since 1970. */
  notBefore?: number
}

/** The step of a person, claimed by this instance until its lease ends. */
export interface Step {
  userId: string
  kind: StepKind
  pushId: string | null
  state: StepState
  /** The number of the claim; with another number the step belongs to somebody else. */
  claims: number
  /** What this instance knows from the step before, which it did a moment ago; it is not stored. */
  known?: { person: Person; push?: Push; subject?: Subject; checks?: readonly Push[]; screened?: Screened }
}

/** The push of a step that has one. */
export const keyOf = ({ userId, pushId }: Step): PushKey => ({ userId, pushId: pushId as string })

/**
 * Adds the first step of people to the pipeline, in the transaction that registers them or completes their profile. A person who is
 * on the way already is left where they are; but one who is being screened is screened again, because that may not have seen the
 * change yet.
 */
export async function addStep(
  write: Db,
  steps: readonly { userId: string; kind: 'screen'; at?: Date }[],
): Promise<void> {
  if (steps.length === 0) return
  // Sorted, so that two calls with the same people do not wait for each other.
  const sorted = steps.toSorted((one, other) => (BigInt(one.userId) < BigInt(other.userId) ? -1 : 1))
  await sql`
    insert into due_step (user_id, kind, due_at)
    select s.user_id, s.kind, coalesce(s.at, now()) from unnest(${sorted.map(({ userId }) => userId)}::bigint[],
      ${sorted.map(({ kind }) => kind)}::text[], ${sorted.map(({ at }) => at?.toISOString() ?? null)}::timestamptz[])
      s (user_id, kind, at)
    on conflict (user_id) do update set due_at = excluded.due_at, claims = due_step.claims + 1
      where due_step.kind = 'screen'`.execute(write)
}

/**
 * Claims steps that are due, the longest due first. They are found by an array: a join would be planned by the statistics of a table
 * that is empty at quiet times.
 * @param leaseMs after which they come due again
 */
export async function claimSteps(
  db: Db,
  { most, leaseMs }: { most: number; leaseMs: number },
): Promise<Step[]> {
  const { rows } = await sql<Step>`
    with due as materialized (
      select user_id from due_step where due_at <= now() order by due_at limit ${most} for update skip locked
    )
    update due_step s set due_at = now() + ${leaseMs} * interval '1 millisecond', claims = s.claims + 1, waits_for = null, wakes = false
    where s.user_id = any(array(select user_id from due))
    returning s.user_id as "userId", s.kind, s.push_id as "pushId", s.state, s.claims`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** What a step becomes. */
export interface NextStep {
  kind: StepKind
  pushId: string | null
  state: StepState
  /** In how many milliseconds it is due; `never`: a person must act first; null: it goes on at once, with a new lease. */
  inMs: number | 'never' | null
  /** The plan that the person waits for, and whether the person comes back earlier as soon as it can take people. */
  waitsFor?: { planId: string; wakes: boolean }
}

/**
 * Makes a step the next one.
 * @param leaseMs of a step that goes on at once
 * @returns the next step, which the caller holds if it goes on at once; null if the step belongs to somebody else now
 */
export async function advanceStep(
  write: Db,
  step: Step,
  { kind, pushId, state, inMs, waitsFor }: NextStep,
  leaseMs: number,
): Promise<Step | null> {
  const due =
    inMs === 'never'
      ? sql`'infinity'`
      : inMs === null
        ? sql`lease_end(due_at, ${leaseMs}::float8 * interval '1 millisecond')`
        : sql`now() + ${inMs}::float8 * interval '1 millisecond'`
  const { rows } = await sql<Step>`
    update due_step set kind = ${kind}, push_id = ${pushId}, state = ${JSON.stringify(state)}::jsonb, due_at = ${due},
      claims = claims + 1, waits_for = ${waitsFor?.planId ?? null}, wakes = ${waitsFor?.wakes ?? false}
    where user_id = ${step.userId} and claims = ${step.claims}
    returning user_id as "userId", kind, push_id as "pushId", state, claims`.execute(write.withoutPlugins())
  return rows[0] ?? null
}

/** Ends the way of a person through the pipeline. @returns false if the step belongs to somebody else now */
export async function endStep(write: Db, step: Step): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from due_step where user_id = ${step.userId} and claims = ${step.claims}`.execute(write)
  return numAffectedRows === 1n
}

/** A claimed step that is due again in so many milliseconds. */
export interface Release {
  step: Step
  inMs: number
  /** How often in a row it threw by now; left out: it did not throw, and what is stored stays. */
  failures?: number
}

/** A claimed step without its count of failures, and that count. */
export function takeFailures(step: Step): { step: Step; failures: number } {
  const { failures = 0, ...state } = step.state
  return { step: { ...step, state }, failures }
}

/** Makes claimed steps due again: after a failure, because the instance stops, or because nobody may be called now. */
export async function releaseSteps(db: Db, releases: readonly Release[]): Promise<void> {
  const userIds = releases.map(({ step }) => step.userId)
  await sql`
    with held as materialized (
      select d.user_id, h.in_ms, h.failures from due_step d join unnest(${userIds}::bigint[],
        ${releases.map(({ step }) => step.claims)}::integer[], ${releases.map(({ inMs }) => inMs)}::float8[],
        ${releases.map(({ failures }) => failures ?? null)}::integer[]) h (user_id, claims, in_ms, failures)
        on h.user_id = d.user_id and h.claims = d.claims
      where d.user_id = any(${userIds}::bigint[]) order by d.user_id for update of d
    )
    update due_step d set due_at = now() + h.in_ms * interval '1 millisecond',
      state = case when h.failures is null then d.state else d.state || jsonb_build_object('failures', h.failures) end
    from held h
    where d.user_id = any(${userIds}::bigint[]) and d.user_id = h.user_id`.execute(db)
}
