import { sql } from 'kysely'
import type { Db } from './client.ts'

/** Where it is announced what was changed; the payload is names of areas, joined by commas, or `anyArea`. */
export const changeChannel = 'change'

/** Says that any area may be meant. */
export const anyArea = '*'

/** How long an instance gathers before it announces again, in milliseconds. */
const gatherMs = 1_000
/** What a payload may hold, in bytes. PostgreSQL takes 7,999. */
const mostBytes = 7_000

/** What this instance announces of changes that are committed. */
export interface Changes {
  /** Says that answers of these areas are others now. It returns at once, and never throws. */
  note(areas: readonly string[]): void
  /** Announces what is still to be said. */
  stop(): Promise<void>
}

/**
 * Announces changes to every instance, this one too: the first at once, all others gathered, one notification a second at
 * most. It is a statement of its own after the commit, since a notification in a transaction waits for every other one of
 * the cluster. What could not be said is said again with the next.
 */
export function openChanges(db: Db, report: (error: Error) => void): Changes {
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
    timer = setTimeout(begin, Math.max(0, lastAt + gatherMs - performance.now())).unref()
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

/** Announces at once that answers of these areas are others now. Not to be called in a transaction that is still open. */
export async function announceChanges(db: Db, areas: readonly string[]): Promise<void> {
  const names = areas.join()
  const payload = Buffer.byteLength(names) > mostBytes ? anyArea : names
  await sql`select pg_notify(${changeChannel}, ${payload})`.execute(db)
}

/** What a notification says. @param payload null after a break in which anything may have been said */
export const changedAreas = (payload: string | null): string[] | null =>
  payload === null || payload === anyArea ? null : payload.split(',')
