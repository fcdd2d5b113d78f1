import { maskText } from '@kabao/contract/kernel/personal-text'
import { maskPayload } from '../base/mask-payload.ts'
import { createBatcher } from '../batcher.ts'
import type { Db } from '../db/client.ts'
import { databaseDate } from '../db/now.ts'
import { type Meters, noMeters, secondsSince } from '../metrics/meters.ts'
import type { Outgoing, OutgoingResult } from '../outgoing/outgoing.ts'
import { pauseOf, spread } from '../outgoing/pause.ts'
import { inSpan } from '../tracing/tracing.ts'
import { type Claimed, claimDeliveries, claimRest, postpone } from './claim.ts'
import type { DeliveryCall, DeliveryKind } from './kind.ts'
import { type DeliveryEnd, forgetDropped, storeEnds } from './results.ts'

export interface DeliveryLimits {
  /** The most calls under way at once on this instance, and of one target. */
  concurrent: number
  ofTarget: number
  /** The most calls that begin in a second, of one target. */
  perSecond: number
  /** How long after a claim a delivery comes due again; longer than any call takes. In milliseconds. */
  leaseMs: number
  /** The pause after which due deliveries are looked for again, in milliseconds. */
  idleMs: number
}

export const standardDeliveryLimits: DeliveryLimits = {
  concurrent: 128,
  ofTarget: 32,
  perSecond: 300,
  leaseMs: 120_000,
  idleMs: 500,
}

export interface DeliveryServices {
  db: Db
  outgoing: Outgoing
  /** The business day, `yyyy-mm-dd`. */
  day(): string
  log: { warn(details: object, message: string): void; error(details: object, message: string): void }
  /** Is called between the call and its result; a test ends the instance there. */
  at?: (point: 'sent') => Promise<void> | void
}

export interface DeliveryWorker {
  /** Claims no more deliveries, and waits for those under way. */
  stop(): Promise<void>
}

/** How much of an answer is kept, in characters. */
const answerKept = 2_000
/**
 * While fewer than so many are claimed at once, the next claim waits a moment, in milliseconds, so that more become due: what is read for
 * deliveries of a target is read together.
 */
const fullClaim = 32
const togetherMs = 250
/** With how many deliveries of one call request and answer are kept. */
const mostKept = 100
/** The pause after deliveries that could not be prepared, in milliseconds. */
const brokenMs = 30_000

/**
 * Sends what is due, of all kinds. All progress is in the rows: instances can be added, stopped and killed at any time, and what a killed one
 * had claimed comes due again when its lease ends, so that everything is sent at least once, under one id.
 */
export function startDeliveries(
  { db, outgoing, day, log, at }: DeliveryServices,
  kinds: readonly DeliveryKind[],
  { concurrent, ofTarget, perSecond, leaseMs, idleMs }: DeliveryLimits = standardDeliveryLimits,
  meters: Meters = noMeters,
): DeliveryWorker {
  const kindOf = new Map(kinds.map((kind) => [kind.name, kind]))
  const running = new Map<string, number>()
  const working = new Set<Promise<void>>()
  const results = createBatcher<DeliveryEnd, null>({
    run: async (ends) => {
      await storeEnds(db, ends, day(), kindOf)
      return ends.map(() => null)
    },
    waitMs: 20,
    idleMs: 5,
  })
  let isStopping = false
  let wake: () => void = () => undefined
  let sending = 0
  let isFull = false

  const count = (target: string, n: number) => {
    const left = (running.get(target) ?? 0) + n
    if (left > 0) running.set(target, left)
    else running.delete(target)
    sending += n
  }

  /** Prepares and sends the claimed deliveries of one target, and with some kinds whatever else of it is due. */
  async function work(kind: DeliveryKind, target: string, first: readonly Claimed[]) {
    const begun = performance.now()
    let claimed = first
    try {
      const [{ targetId }] = first as [Claimed]
      if (kind.together !== undefined) {
        const rest = await claimRest(db, target, { most: kind.together - first.length, leaseMs })
        claimed = [...first, ...rest.filter(({ state }) => state === 'waiting')]
      }
      const byId = new Map(claimed.map((each) => [each.id, each]))
      const { calls, ended, later } = await kind.prepare(db, targetId, claimed)
      const held = new Map<number, Claimed[]>()
      const tried: DeliveryEnd[] = []
      for (const [id, when] of later ?? []) {
        const of = byId.get(id)
        if (!of) continue
        if (typeof when === 'string') tried.push(notNow(kind, of, when))
        else held.set(when, (held.get(when) ?? []).concat(of))
      }
      for (const [ms, of] of held) await postpone(db, of, ms)
      const over = [...ended].flatMap(([id, end]) => {
        const of = byId.get(id)
        return of ? [{ ...endOf(of), ...end, tried: null, call: null }] : []
      })
      const stored = [...tried, ...over].map((end) => results.add(end))
      await Promise.all([...stored, ...calls.map((call) => send(kind, target, call, byId))])
      meters.delivery(kind.name, 'done', secondsSince(begun))
    } catch (error) {
      meters.delivery(kind.name, 'failed', secondsSince(begun))
      log.error({ err: error, target }, 'deliveries could not be made')
      await postpone(db, claimed, brokenMs).catch(() => undefined)
    }
  }

  async function send(
    kind: DeliveryKind,
    target: string,
    call: DeliveryCall,
    byId: ReadonlyMap<string, Claimed>,
  ): Promise<void> {
    const begun = performance.now()
    const result = await inSpan(
      { name: `deliver ${kind.name}`, kind: 'internal', attributes: {}, parent: null },
      () =>
        typeof call.request === 'function'
          ? call.request()
          : outgoing.call({
              key: target,
              limits: { concurrent: ofTarget, calls: perSecond, seconds: 1 },
              ...call.request,
            }),
    )
    const of = call.ids.flatMap((id) => byId.get(id) ?? [])
    if (
      result.kind === 'notSent' &&
      (result.why === 'busy' || result.why === 'rate' || result.why === 'stopped')
    )
      return postpone(db, of, result.retryInMs ?? 200)
    await at?.('sent')
    const ms = Math.round(performance.now() - begun)
    const pauseMs = (call.pauseOf ?? pauseOf)(result)
    // What went together is tried again together.
    const share = anyShare()
    await Promise.all(
      of.map((each, place) => {
        const { outcome, reason } =
          pauseMs > 0 ? { outcome: 'failed' as const, reason: null } : call.read(result, place)
        const tried = {
          at: databaseDate().toISOString(),
          said: saidBy(result),
          ms,
          outcome,
          reason: reason === null ? null : call.hide(maskText(reason)).slice(0, 200),
          // A call about very many keeps it with the first ones.
          request: place < mostKept ? call.kept : null,
          answer: result.kind === 'answer' && place < mostKept ? keptAnswer(result.body, call.hide) : null,
        }
        const end: Pick<DeliveryEnd, 'state' | 'reason' | 'inMs'> =
          outcome === 'ok'
            ? { state: 'sent', reason: null, inMs: 0 }
            : outcome === 'refused'
              ? { state: 'dead', reason: 'refused', inMs: 0 }
              : pauseMs > 0
                ? { state: 'waiting', reason: null, inMs: pauseMs }
                : failed(kind, each, share)
        return results.add({
          ...endOf(each),
          ...end,
          tried,
          call: place === 0 ? { target, isFailure: isFailure(result), pauseMs } : null,
        })
      }),
    )
  }

  /** @returns how many it claimed */
  async function look(): Promise<number> {
    const most = concurrent - sending
    isFull = most <= 0
    if (isFull) return 0
    const claimed = await claimDeliveries(db, { most, leaseMs, ofTarget, running, kinds: [...kindOf.keys()] })
    const dropped = claimed.filter(({ state }) => state !== 'waiting')
    if (dropped.length > 0)
      await forgetDropped(
        db,
        dropped.map(({ id }) => id),
      )
    const byTarget = new Map<string, Claimed[]>()
    for (const each of claimed)
      if (each.state === 'waiting') byTarget.set(each.target, [...(byTarget.get(each.target) ?? []), each])
    for (const [target, of] of byTarget) {
      const kind = kindOf.get((of[0] as Claimed).kind)
      if (!kind) continue
      count(target, of.length)
      const done = work(kind, target, of).finally(() => {
        count(target, -of.length)
        working.delete(done)
        if (isFull) wake()
      })
      working.add(done)
    }
    return claimed.length
  }

  async function loop() {
    while (!isStopping) {
      const claimed = await look().catch((error: unknown) => {
        log.warn({ err: error }, 'due deliveries could not be claimed')
        return 0
      })
      if (claimed < fullClaim) await pause(claimed === 0 ? idleMs : Math.min(togetherMs, idleMs))
    }
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      if (isStopping) return resolve()
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const looping = loop()
  return {
    async stop() {
      isStopping = true
      wake()
      await looping
      await Promise.all(working)
      await results.stop()
    },
  }
}

const endOf = ({ id, claims, kind, targetId, event, eventId }: Claimed) => ({
  id,
  claims,
  kind,
  targetId,
  event,
  eventId,
  inMs: 0,
})

/** What becomes of a delivery whose call was not taken: it is tried again, or was tried often enough. */
function failed({ pauses }: DeliveryKind, { round }: Claimed, share: number) {
  const pause = pauses[round]
  return pause === undefined
    ? { state: 'dead' as const, reason: 'tries', inMs: 0 }
    : { state: 'waiting' as const, reason: null, inMs: Math.round(pause * share) }
}

/** By how much a pause is shorter or longer, so that many failures do not come back at once. */
const anyShare = () => spread(1_000) / 1_000

/** A try without a call. */
const notNow = (kind: DeliveryKind, of: Claimed, said: string): DeliveryEnd => ({
  ...endOf(of),
  ...failed(kind, of, anyShare()),
  tried: {
    at: databaseDate().toISOString(),
    said,
    ms: 0,
    outcome: 'failed',
    reason: null,
    request: null,
    answer: null,
  },
  call: null,
})

/** Whether a call says that the target is out of reach or out of order. */
const isFailure = (result: OutgoingResult) => result.kind !== 'answer' || result.status >= 500

const saidBy = (result: OutgoingResult): string =>
  'status' in result && result.status !== undefined
    ? String(result.status)
    : 'why' in result
      ? result.why
      : result.kind

/** The beginning of an answer, with personal data, secrets and what is sealed masked. */
function keptAnswer(body: string, hide: (text: string) => string): string {
  const text = hide(maskText(body.slice(0, answerKept)))
  try {
    return JSON.stringify(maskPayload(JSON.parse(text)))
  } catch {
    return text
  }
}
