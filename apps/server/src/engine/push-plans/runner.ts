import { sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { lookAtNext } from './run.ts'

/** When a push plan that could not be looked at is tried again. */
const failedSeconds = 10

export interface Runner {
  /** Begins no more looks, and waits for the one under way. */
  stop(): Promise<void>
}

/**
 * Runs the push plans that are due, on any number of instances.
 * @param idleMs the pause after which due push plans are looked for again
 * @param note is called after a look that may have changed something
 */
export function startRunner(engine: Engine, { idleMs, note }: { idleMs: number; note: () => void }): Runner {
  let isStopped = false
  let wake: () => void = () => undefined

  async function look(): Promise<boolean> {
    try {
      const id = await lookAtNext(engine)
      if (id !== null) note()
      return id !== null
    } catch (error) {
      if (!isStopped) engine.log.error({ err: error }, 'a push plan could not be run')
      await putOff().catch(() => undefined)
      return false
    }
  }

  /** The one that failed is the one that has been due longest. */
  const putOff = () =>
    sql`update push_plan set due_at = now() + ${failedSeconds} * interval '1 second' where id = (
      select id from push_plan where status in ('scheduled', 'running') and due_at <= now() and due_at > '-infinity'
      order by due_at limit 1 for no key update skip locked)`.execute(engine.db)

  async function loop() {
    while (!isStopped) {
      if (await look()) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, idleMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  const looping = loop()
  return {
    async stop() {
      isStopped = true
      wake()
      await looping
    },
  }
}
