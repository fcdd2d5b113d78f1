import { sql } from 'kysely'
import type { Db } from './client.ts'

/** The channel that announces changed areas; the payload is names of areas, joined by commas, or `anyArea`. */
export const changeChannel = 'change'

/** The payload that means any area. */
export const anyArea = '*'

/** How long an instance collects changes before it announces again, in milliseconds. */
const collectMs = 1_000
/** The maximum size of a payload, in bytes. PostgreSQL allows 7,999. */
const mostBytes = 7_000

/** Announces the committed changes of this instance. */
export interface Changes {
  /** Queues an announcement that the data of these areas has changed. It returns at once and never throws. */
  note(areas: readonly string[]): void
  /** Announces what is still queued. */
  stop(): Promise<void>
}

/**
 * Announces changes to every instance, including this one: the first at once, later ones collected into at most one notification
 * a second. It is a separate statement after the commit, because commits with a notification wait for one another in the whole
 * cluster. A failed notification is repeated with the next one.
 */
export function createChanges(db: Db, report: (error: Error) => void): Changes {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | null = null
  let lastAt = Number.NEGATIVE_INFINITY
  let isStopped = false

  const send = async () => {
    const areas = [...waiting]
    waiting.clear()
    lastAt = performance.now()
    try {
      await announceChanges(db, areas)
    } catch (error) {
      for (const area of areas) waiting.add(area)
      report(error as Error)
    }
  }
  const begin = () => {
    timer = undefined
    sending = send().finally(() => {
      sending = null
      if (waiting.size > 0) schedule()
    })
  }
  const schedule = () => {
    if (timer || sending || isStopped) return
    timer = setTimeout(begin, Math.max(0, lastAt + collectMs - performance.now())).unref()
  }

  return {
    note(areas) {
      for (const area of areas) waiting.add(area)
      if (waiting.size > 0) schedule()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await sending
      if (waiting.size > 0) await send()
    },
  }
}

/** Announces at once that the data of these areas has changed. Do not call it in an open transaction. */
export async function announceChanges(db: Db, areas: readonly string[]): Promise<void> {
  const names = areas.join()
  const payload = Buffer.byteLength(names) > mostBytes ? anyArea : names
  await sql`select pg_notify(${changeChannel}, ${payload})`.execute(db)
}

/** The areas that a notification names. @param payload null after a lost connection, when any notification may be missing */
export const changedAreas = (payload: string | null): string[] | null =>
  payload === null || payload === anyArea ? null : payload.split(',')
