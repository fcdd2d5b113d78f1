import { databaseNow } from '#platform/db/now'
import type { Push } from './push.ts'
import { queryAfter, retryAfter } from './retry-times.ts'
import type { Ending, Settling } from './settle.ts'
import type { NextStep, StepState } from './steps.ts'

/** The step that follows; `dead`: the way ends, and a person must look at it; null: it ends. */
export type Next = NextStep | { kind: 'dead' } | null

/** What comes after an ending; null: the person's way through the pipeline ends. */
export function nextOf(
  { pauses }: Pick<Settling, 'pauses'>,
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
