import type { Db } from '#platform/db/client'
import { fold } from './fold.ts'

interface Log {
  warn(details: object, message: string): void
}

export interface RunningFold {
  /** Waits for the fold that is under way. */
  stop(): Promise<void>
}

/** The pause between two folds, in milliseconds: the figures are at most this old, and what a fold takes. */
const pauseMs = 1_000

/** Folds on this instance. Any number of instances do it; one at a time succeeds. */
export function startFold(db: Db, log: Log, everyMs: number = pauseMs): RunningFold {
  let isStopping = false
  let wake: () => void = () => undefined

  async function loop() {
    while (!isStopping) {
      const { taken, isDone } = await fold(db).catch((error: unknown) => {
        log.warn({ err: error }, 'new facts could not be added to the figures')
        return { taken: null, isDone: false }
      })
      if (taken === null || isDone) await pause()
    }
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      if (isStopping) return resolve()
      const timer = setTimeout(resolve, everyMs)
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
    },
  }
}
