import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import type { TemplateOutcome } from '@kabao/contract/partners/template'
import { sql } from 'kysely'
import { giveUp, hold, isHeld, LedgerRefusal, noteResult, post } from '#ledger'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { highestFen } from '#supply'
import { type AttemptEnd, closeInterrupted, endAttempt } from './attempts.ts'
import { giveBackCaps, giveBackFen } from './caps/claim.ts'
import type { Engine } from './engine.ts'
import { closeOffers } from './half/offers.ts'
import type { Push } from './push.ts'
import { queryAfter, retryAfter } from './retry-times.ts'
import { advanceStep, endStep, type NextStep, type Step, type StepState } from './steps.ts'
import { endTrouble, noteTrouble } from './trouble.ts'
import { raiseUserStatus } from './user-status.ts'

/** How a push ended, or that it is unclear. */
export interface Ending {
  outcome: TemplateOutcome
  reason?: string | undefined
  externalId?: string | undefined
  /** The price that the reply gave, within the bounds of the push; by default that of the plan. */
  priceFen?: number | undefined
  /** How long the organization asks not to be called, in milliseconds. */
  pauseMs?: number
  /** How long the call took that asked for the person, in milliseconds; by default the time since it began. */
  askedMs?: number
  /** It failed before the organization was called, because it must not be called now. */
  isUnasked?: boolean
  /** The attempt that found it out, and how it ended. */
  attempt?: { id: string; end: AttemptEnd }
  /** The administrator who found it out. */
  by?: string | null
  /** It is unclear because an instance was killed during the call, which is closed with it. */
  wasInterrupted?: boolean
  /** Whether the organization can be asked about an unclear push. */
  canQuery?: boolean
}

/** The parts of the engine that settling a push needs; a process that only answers calls has them too. */
export type Settling = Pick<Engine, 'clock' | 'pauses' | 'leaseMs'>

interface Settled {
  pushId: string
  /** Of the push. */
  userId: string
  /** The step, if this instance holds it. */
  held: Step | null
}

/**
 * Stores how a push ended, in one transaction with all that follows: the charge or the release of the price, the caps that are
 * given back, the cost of the channel, the status of the user and the next step. A push that has ended stays as it is.
 * @returns the next step, if this instance holds it and it goes on at once
 */
export async function settle(
  engine: Settling & Pick<Engine, 'db' | 'meters'>,
  push: Settled,
  ending: Ending,
): Promise<Step | null> {
  let stored: TemplateOutcome | null = null
  const note = (outcome: TemplateOutcome) => {
    stored = outcome
  }
  const next = await engine.db.transaction().execute((write) => settleIn(write, engine, push, ending, note))
  if (stored) engine.meters.pushEnded(stored)
  return next
}

/**
 * As `settle`, in the caller's transaction, which has changed neither the user nor the step before.
 * @param note is told what is stored of the push; not if it had ended before
 */
export async function settleIn(
  write: Db,
  engine: Settling,
  { pushId, userId, held }: Settled,
  ending: Ending,
  note: (outcome: TemplateOutcome) => void = () => undefined,
): Promise<Step | null> {
  // Lock order: user → step.
  await lockUser(write, userId)
  const due = await lockStep(write, userId, pushId)
  if (ending.attempt) await endAttempt(write, ending.attempt.id, ending.attempt.end)
  if (ending.wasInterrupted) await closeInterrupted(write, pushId)
  const push = await endPush(write, pushId, ending)
  if (!push) return null
  if (ending.outcome === 'accepted' && !(await isPayable(write, push))) {
    note('unknown')
    return leaveUnpaid(write, engine, { push, due, held })
  }
  note(ending.outcome)
  if (ending.outcome !== 'unknown') await afterEnd(engine, write, push, ending, due?.state ?? {})
  // The step said that a person must find it out, which has happened now.
  if (due?.kind === 'ask') await endTrouble(write, pushId, 'settled', ending.by)
  return due && goOn(write, engine, { push, due, held }, ending)
}

/** Whether the price of an accepted push is held; if it was released meanwhile, it is held anew, as long as the balance suffices. */
async function isPayable(write: Db, { id, orgId, priceFen }: Push): Promise<boolean> {
  if (priceFen === 0) return true
  const ref = { kind: 'push', id }
  if (await isHeld(write, ref)) return true
  return (await hold(write, { orgId, amountFen: priceFen, ref })) === 'held'
}

/** Nobody is accepted unpaid: the push is unclear, with the price that was said, until a person settles it after a recharge. */
async function leaveUnpaid(
  write: Db,
  engine: Settling,
  { push, due, held }: { push: Push; due: Step | null; held: Step | null },
): Promise<null> {
  await sql`update push_record set status = 'unknown' where id = ${push.id}`.execute(write)
  if (due) await goOn(write, engine, { push, due, held }, { outcome: 'unknown', canQuery: false })
  else await noteTrouble(write, push, 'unknown')
  return null
}

/** Makes the step of a push the one that follows from its ending. */
async function goOn(
  write: Db,
  engine: Settling,
  { push, due, held }: { push: Push; due: Step; held: Step | null },
  ending: Ending,
): Promise<Step | null> {
  const next = nextOf(engine, push, ending, due.state)
  if (next?.kind === 'ask') await noteTrouble(write, push, 'unknown')
  if (next?.kind === 'dead') await noteTrouble(write, push, 'dead')
  if (next === null || next.kind === 'dead') {
    await endStep(write, due)
    return null
  }
  const isHolder = held !== null && held.claims === due.claims
  // Whoever does not hold the step leaves it to the worker.
  const inMs = next.inMs === null && !isHolder ? 0 : next.inMs
  const step = await advanceStep(write, due, { ...next, inMs }, engine.leaseMs)
  return inMs === null ? step : null
}

/** Locks the row of a user, before all that a transaction does with the user's step and pushes. */
export const lockUser = (write: Db, userId: string) =>
  sql`select from "user" where id = ${userId} for no key update`.execute(write)

async function lockStep(write: Db, userId: string, pushId: string): Promise<Step | null> {
  const { rows } = await sql<Step>`
    select user_id as "userId", kind, push_id as "pushId", state, claims from due_step
    where user_id = ${userId} and push_id = ${pushId} for update`.execute(write.withoutPlugins())
  return rows[0] ?? null
}

/** Gives an open push its status. @returns null if it has ended before */
export async function endPush(
  write: Db,
  pushId: string,
  { outcome, reason, externalId, priceFen }: Ending,
): Promise<Push | null> {
  const { rows } = await sql<Push>`
    update push_record set status = ${outcome}, reason = coalesce(${reason ?? null}, reason),
      external_id = coalesce(${externalId ?? null}, external_id),
      price_fen = case when ${outcome} = 'accepted' then coalesce(${priceFen ?? null}, price_fen) else price_fen end, responded_at = greatest(now(), request_at),
      updated_at = now()
    where id = ${pushId} and status in ('pending', 'unknown')
    returning id, user_id as "userId", plan_id as "planId", org_id as "orgId", channel_id as "channelId", status,
      price_fen as "priceFen", price_min_fen as "priceMinFen", price_max_fen as "priceMaxFen", external_id as "externalId",
      flow, stage, null as agreements`.execute(write.withoutPlugins())
  return rows[0] ?? null
}

async function afterEnd(
  { clock }: Settling,
  write: Db,
  push: Push,
  { outcome }: Ending,
  { caps = [] }: StepState,
): Promise<void> {
  const businessDay = businessDayAt(databaseNow(), clock())
  const ref = { kind: 'push', id: push.id }
  if (outcome === 'failed') {
    // The person surely did not get there, so another plan may send them.
    await sql`delete from push_dedupe where user_id = ${push.userId} and org_id = ${push.orgId}`.execute(
      write,
    )
  } else {
    await raiseUserStatus(write, push.userId, outcome === 'accepted' ? 'accepted' : 'rejected')
    await countAnswer(write, push.planId, businessDay, outcome === 'accepted')
  }
  if (outcome !== 'accepted') {
    await giveBackCaps(write, caps)
    if (highestFen(push) > 0) await giveUp(write, { ref })
    return
  }
  const costFen = await noteResult(write, 'push', { ...push, businessDay })
  if (costFen > 0) {
    await sql`update push_record set cost_fen = ${costFen} where id = ${push.id}`.execute(write)
  }
  await giveBackFen(write, caps, highestFen(push) - push.priceFen)
  if (push.priceFen > 0) await charge(write, push, businessDay)
  else if (highestFen(push) > 0) await giveUp(write, { ref })
  // The first that accepts ends the search.
  if (push.flow === 'half') await closeOffers(write, push.userId)
}

/**
 * Charges the price; what was held above it is released.
 * @throws LedgerRefusal if the hold was released meanwhile and the balance does not suffice any more
 */
export async function charge(write: Db, { id, orgId, priceFen }: Push, businessDay: string): Promise<void> {
  const ref = { kind: 'push', id }
  try {
    await post(write, { ref, businessDay, amountFen: priceFen })
  } catch (error) {
    if (!(error instanceof LedgerRefusal) || error.reason !== 'notHeld') throw error
    if ((await hold(write, { orgId, amountFen: priceFen, ref })) === 'insufficient') throw error
    await post(write, { ref, businessDay })
  }
}

export async function countAnswer(
  write: Db,
  planId: string,
  day: string,
  isAccepted: boolean,
): Promise<void> {
  await sql`insert into plan_answer as a (plan_id, day, answered, accepted) values (${planId}, ${day}, 1, ${isAccepted ? 1 : 0})
    on conflict (plan_id, day) do update set answered = a.answered + 1, accepted = a.accepted + excluded.accepted`.execute(
    write,
  )
}

type Next = NextStep | { kind: 'dead' } | null

/** What comes after an ending; null: the person's way through the pipeline ends. */
function nextOf(
  { pauses }: Settling,
  push: Push,
  { outcome, pauseMs = 0, canQuery = false, askedMs, isUnasked = false, wasInterrupted = false }: Ending,
  before: StepState,
): Next {
  const at = databaseNow()
  if (outcome === 'accepted') return null
  // While an instance was dead nobody was asked.
  const state = wasInterrupted ? { ...before, askedAt: at } : before
  if (outcome === 'unknown') {
    const inMs = canQuery ? queryAfter(pauses, 0) : null
    return inMs === null
      ? { kind: 'ask', pushId: push.id, state, inMs: 'never' }
      : { kind: 'query', pushId: push.id, state: { ...state, asked: 0 }, inMs }
  }
  const rest = afterAsking(state, isUnasked, askedMs ?? at - (state.askedAt ?? state.searchAt ?? at))
  // Who was not asked loses nothing by it: neither a round nor one of the organizations of the search.
  const round = (state.round ?? 0) - (isUnasked ? 1 : 0)
  // The consent is for this organization only, so nobody else is asked.
  if (push.flow === 'half' && outcome !== 'failed') return null
  const notBefore = pauseMs > 0 ? { notBefore: at + pauseMs } : {}
  if (outcome === 'failed' && (state.round ?? 0) > 0) {
    const pause = isUnasked ? 0 : retryAfter(pauses, round)
    const failed = [{ pushId: push.id, planId: push.planId, round, ...notBefore }]
    return pause === null
      ? { kind: 'dead' }
      : { kind: 'retry', pushId: push.id, state: { ...rest, failed }, inMs: Math.max(pause, pauseMs) }
  }
  if (push.flow === 'half') {
    const failed = [{ pushId: push.id, planId: push.planId, round, ...notBefore }]
    const inMs = Math.max(retryAfter(pauses, round) ?? 0, pauseMs)
    return { kind: 'retry', pushId: push.id, state: { ...rest, failed }, inMs }
  }
  const failed =
    outcome === 'failed'
      ? [...(state.failed ?? []), { pushId: push.id, planId: push.planId, round, ...notBefore }]
      : (state.failed ?? []).filter(({ pushId }) => pushId !== push.id)
  return { kind: 'match', pushId: null, state: { ...rest, failed }, inMs: null }
}

/** The state without what was known of the push, and with the time that asking took. */
function afterAsking(
  { caps: _given, asked: _asked, askedAt: _from, searchAt: _began, ...rest }: StepState,
  isUnasked: boolean,
  tookMs: number,
): StepState {
  if (isUnasked) return { ...rest, ...(rest.offers !== undefined && { offers: rest.offers - 1 }) }
  return { ...rest, searchMs: (rest.searchMs ?? 0) + Math.max(0, Math.round(tookMs)) }
}
