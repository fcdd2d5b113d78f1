import { CallerGone, Overloaded } from './base/overload.ts'
import { isRefusedWhole } from './db/passing.ts'
import { secondsSince } from './metrics/meters.ts'
import { currentSpan, inSpan } from './tracing/tracing.ts'

/** Gathers the calls of many requests for a short time, so that they are done and committed together. */
export interface Batcher<I, O> {
  /**
   * Resolves or rejects once the batch with this call is committed.
   * @param isGone whether nobody waits for the outcome any more; such a call is not begun
   */
  add(call: I, isGone?: () => boolean): Promise<O>
  /** Does what is still gathered. */
  stop(): Promise<void>
}

interface BatcherOptions<I, O> {
  /**
   * Does a batch.
   * @returns the outcome of each call in their order; an Error refuses that call only
   * @throws if the whole batch was rolled back; each call is then done alone, so that one bad call does not fail the others. If the
   * database is gone or overloaded, all are refused: each call alone would wait again, and a lost batch may have been committed.
   */
  run(calls: readonly I[]): Promise<readonly (O | Error)[]>
  /** How long calls are gathered, in milliseconds. */
  waitMs?: number
  /**
   * How long while no batch runs, by default as long. Less of it answers sooner, and under load a batch gathers while another runs; 0
   * gathers the calls of the same turn of the event loop.
   */
  idleMs?: number
  /** A batch with this many calls begins at once. */
  most?: number
  /** How many batches run at once; each needs a connection. */
  atOnce?: number
  /** Is told of each batch: how many calls it had, and how many seconds it took. */
  note?: (calls: number, seconds: number) => void
  /** Refuses calls for which there is no time or place. Left out: all wait for their turn, as background work does. */
  shedding?: Shedding
}

export interface Shedding {
  /** How long a call waits for its turn at most, in milliseconds. */
  afterMs?: number
  /** How many calls wait at most. */
  behind?: number
  /** Is told of each call that is not done, and why. */
  note(reason: ShedReason): void
}

/** It waited too long, too many were before it, or its caller has gone. */
export type ShedReason = 'late' | 'full' | 'gone'

/** As long as a statement may take. */
const standardAfterMs = 8_000
const standardBehind = 2_000

interface Waiting<I, O> {
  call: I
  /** When it came. */
  at: number
  isGone: (() => boolean) | undefined
  /** The span of the call. */
  traceparent: string | null
  resolve(outcome: O): void
  reject(error: unknown): void
}

export function createBatcher<I, O>({
  run,
  waitMs = 20,
  idleMs = waitMs,
  most = 200,
  atOnce = 2,
  note,
  shedding,
}: BatcherOptions<I, O>): Batcher<I, O> {
  let waiting: Waiting<I, O>[] = []
  /** When the first of those who wait came. */
  let since = 0
  /** Of the beginning that is awaited, if there is one. */
  let cancel: (() => void) | undefined
  let isStopping = false
  const running = new Set<Promise<unknown>>()

  const settle = ({ resolve, reject }: Waiting<I, O>, outcome: O | Error) =>
    outcome instanceof Error ? reject(outcome) : resolve(outcome)

  /** @returns the error by which the database refused it; null if it was done, or failed by what it holds */
  const work = async (batch: readonly Waiting<I, O>[]): Promise<unknown> => {
    const begun = performance.now()
    try {
      const calls = batch.map(({ call }) => call)
      const span = spanOf(batch)
      const outcomes = await (span ? inSpan(span, () => run(calls)) : run(calls))
      note?.(batch.length, secondsSince(begun))
      for (const [at, one] of batch.entries())
        settle(
          one,
          at < outcomes.length
            ? (outcomes[at] as O | Error)
            : new Error('A batch answered fewer calls than it has'),
        )
    } catch (error) {
      const isWhole = isRefusedWhole(error)
      if (batch.length === 1 || isWhole) {
        for (const one of batch) one.reject(error)
        return isWhole ? error : null
      }
      let refused: unknown = null
      for (const one of batch) {
        if (refused) one.reject(refused)
        else refused = await work([one])
      }
    }
    return null
  }

  /** How long the first of those who wait must still wait, in milliseconds. */
  const msLeft = () => (running.size === 0 ? idleMs : waitMs) - (performance.now() - since)

  const shed = ({ reject }: Waiting<I, O>, reason: ShedReason) => {
    shedding?.note(reason)
    reject(reason === 'gone' ? new CallerGone() : new Overloaded())
  }

  /** Refuses who has waited too long, at the instant at which the first of them has. */
  const { afterMs = standardAfterMs, behind = standardBehind } = shedding ?? {}
  let shedTimer: NodeJS.Timeout | undefined
  const shedLate = () => {
    const oldest = performance.now() - afterMs
    const late = waiting.filter(({ at }) => at <= oldest)
    waiting = waiting.slice(late.length)
    for (const one of late) shed(one, 'late')
    const [first] = waiting
    shedTimer = first && setTimeout(shedLate, Math.max(1, first.at - oldest))
  }

  /** The calls of the next batch, without those whose callers have gone. */
  const take = () => {
    const batch = waiting.slice(0, most)
    waiting = waiting.slice(most)
    return batch.filter((one) => {
      const isGone = one.isGone?.() ?? false
      if (isGone) shed(one, 'gone')
      return !isGone
    })
  }

  /** Begins when those who wait have waited long enough. */
  const beginLater = () => {
    const ms = msLeft()
    if (ms > 0) {
      const timer = setTimeout(begin, Math.max(1, ms))
      cancel = () => clearTimeout(timer)
    } else {
      const turn = setImmediate(begin)
      cancel = () => clearImmediate(turn)
    }
  }

  const begin = () => {
    cancel?.()
    cancel = undefined
    while (running.size < atOnce && waiting.length > 0) {
      if (waiting.length < most && !isStopping && msLeft() > 0) break
      const batch = take()
      if (batch.length === 0) continue
      const done: Promise<unknown> = work(batch).finally(() => {
        running.delete(done)
        begin()
      })
      running.add(done)
    }
    if (waiting.length > 0 && running.size < atOnce) beginLater()
  }

  return {
    add: (call, isGone) =>
      new Promise((resolve, reject) => {
        const at = performance.now()
        const one = {
          call,
          at,
          isGone,
          traceparent: currentSpan()?.traceparent ?? null,
          resolve,
          reject,
        }
        if (shedding && waiting.length >= behind) return shed(one, 'full')
        if (waiting.length === 0) since = at
        waiting.push(one)
        if (shedding) shedTimer ??= setTimeout(shedLate, afterMs)
        if (waiting.length >= most || isStopping) begin()
        else if (!cancel && running.size < atOnce) beginLater()
      }),
    async stop() {
      isStopping = true
      begin()
      while (running.size > 0) await Promise.all(running)
      clearTimeout(shedTimer)
    },
  }
}

/** A read that those who ask in the same moment share. */
export const sharedRead = <I, O>(run: (calls: readonly I[]) => Promise<readonly O[]>): Batcher<I, O> =>
  createBatcher({ run, waitMs: 1, idleMs: 0, most: 200 })

/** A shared read of rows by their ids. Null: there is none. */
export const sharedReadById = <T>(
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): Batcher<string, T | null> =>
  sharedRead(async (ids: readonly string[]) => {
    const found = await read(ids)
    return ids.map((id) => found.get(id) ?? null)
  })

/** A batch is a part of the trace of its first call; the others are named. */
const spanOf = (batch: readonly Waiting<unknown, never>[]) => {
  const [first, ...links] = batch.flatMap(({ traceparent }) => traceparent ?? [])
  if (first === undefined) return null
  return {
    name: 'batch',
    kind: 'internal' as const,
    attributes: { 'kabao.batch_calls': batch.length },
    parent: first,
    links,
  }
}
