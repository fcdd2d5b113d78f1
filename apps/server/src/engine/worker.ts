import type { Db } from '#platform/db/client'
import { claimSteps, releaseSteps, type Step, takeFailures } from './steps.ts'

export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface WorkerLimits {
  /** The most steps under way at once on this instance. */
  concurrent: number
  /** How long after a claim a step comes due again; longer than any single step takes. In milliseconds. */
  leaseMs: number
  /** The pause after which due steps are looked for again, in milliseconds. */
  idleMs: number
}

/** The same after some were found, because others follow: little at a time, so that calls of the console are not held up. */
const soonMs = 50

export const standardLimits: WorkerLimits = { concurrent: 256, leaseMs: 60_000, idleMs: 150 }

/** How long places are collected before steps are claimed for them, in milliseconds: so that many are claimed by one statement. */
const collectMs = 5

export interface Worker {
  /** Claims no more steps, and waits for those under way; what is not begun comes due at once for another instance. */
  stop(): Promise<void>
}

/** Does one step. @returns the next step if it goes on at once, held by this instance; null if it ended or waits */
export type RunStep = (step: Step, signal: AbortSignal) => Promise<Step | null>

/** The pause after so many failures in a row, in milliseconds: it doubles up to a minute. */
const pauseAfter = (failures: number) => Math.min(60_000, 250 * 2 ** Math.min(failures, 10))

/**
 * Claims due steps in batches and does them. All progress is in the rows, so that instances can be added, stopped and killed at any
 * time: the steps of a killed one come due again when their lease ends.
 */
export function startWorker(
  db: Db,
  run: RunStep,
  log: Log,
  { concurrent, leaseMs, idleMs }: WorkerLimits = standardLimits,
): Worker {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  let wake: () => void = () => undefined

  async function work(claimed: Step) {
    const { step: first, failures } = takeFailures(claimed)
    let step: Step | null = first
    try {
      while (step) {
        if (stopping.signal.aborted) return await releaseSteps(db, [{ step, inMs: 0 }])
        step = await run(step, stopping.signal)
      }
    } catch (error) {
      log.error({ err: error, step: step?.kind, userId: step?.userId }, 'a step of the pipeline failed')
      // Without a database the lease brings the step back. Of one claim, nothing was stored yet.
      if (step) {
        const inRow = step.claims === first.claims ? failures + 1 : 1
        await releaseSteps(db, [{ step, inMs: pauseAfter(inRow), failures: inRow }]).catch(() => undefined)
      }
    }
  }

  async function loop() {
    while (!stopping.signal.aborted) {
      const free = concurrent - running.size
      const steps = await claimSteps(db, { most: free, leaseMs }).catch((error: unknown) => {
        log.warn({ err: error }, 'due steps could not be claimed')
        return []
      })
      for (const step of steps) {
        const working = work(step).finally(() => {
          running.delete(working)
          if (running.size === concurrent - 1) wake()
        })
        running.add(working)
      }
      if (steps.length < free) await pause(steps.length > 0 ? Math.min(soonMs, idleMs) : idleMs)
      else {
        await untilFree()
        await new Promise((done) => setTimeout(done, collectMs))
      }
    }
  }

  /** Until a place is free. */
  const untilFree = () =>
    running.size < concurrent ? Promise.resolve() : new Promise<void>((resolve) => (wake = resolve))

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const looping = loop()
  return {
    async stop() {
      stopping.abort()
      wake()
      await looping
      await Promise.all(running)
    },
  }
}
