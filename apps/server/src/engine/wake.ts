import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Engine } from './engine.ts'
import { type Room, roomsOf } from './plans/room.ts'

/** How often those who wait are looked at, by all instances together, in milliseconds. */
const everyMs = 1_000
/** The most people who come back to one plan at each look. */
const mostWoken = 20

export interface Waker {
  /** Looks no more, and waits for the look under way. */
  stop(): Promise<void>
}

/** Looks at those who wait, on any number of instances. */
export function startWaker(engine: Engine): Waker {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  async function look() {
    await wakeWaiting(engine).catch((error: unknown) => {
      if (!isStopped) engine.log.warn({ err: error }, 'those who wait for a plan could not be looked at')
    })
    if (!isStopped) timer = again()
  }
  const again = () => setTimeout(() => (looking = look()), everyMs)

  timer = again()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await looking
    },
  }
}

/**
 * Brings people back who wait for plans that can take people again: who has waited longest first, and not more than the plan has places
 * for. Whoever finds the plan closed again waits on.
 */
export async function wakeWaiting({
  db,
  plans,
  clock,
}: Pick<Engine, 'db' | 'plans' | 'clock'>): Promise<void> {
  if (!(await isOurs(db))) return
  const { rows } = await sql<{ id: string }>`select id from plans_waited_for() as p (id)`.execute(
    db.withoutPlugins(),
  )
  if (rows.length === 0) return
  const rooms = await roomsOf(
    { db, plans, clock },
    rows.map(({ id }) => id),
  )
  for (const [planId, room] of rooms) {
    const most = Math.min(placesIn(room), mostWoken)
    if (most > 0) await wake(db, planId, most)
  }
}

/** A plan that has ended lets all go: their searches find no other plan, and end. */
const placesIn = (room: Room): number =>
  room.kind === 'open' ? room.places : room.kind === 'ended' ? mostWoken : 0

/** Of all instances one looks each time. */
async function isOurs(db: Db): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update wake_up set at = now() + ${everyMs} * interval '1 millisecond' where at <= now()`.execute(db)
  return numAffectedRows === 1n
}

const wake = (db: Db, planId: string, most: number) =>
  sql`
    update due_step s set due_at = least(s.due_at, now()), waits_for = null, wakes = false from (
      select user_id from due_step where wakes and waits_for = ${planId} order by due_at, user_id limit ${most}
      for update skip locked
    ) w where s.user_id = w.user_id`.execute(db)
