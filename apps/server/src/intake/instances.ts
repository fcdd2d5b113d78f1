import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** How many instances serve the partner API now, so that each takes its share of a limit. */
export interface Instances {
  /** At least 1. */
  count(): number
  /** Counts again. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

/** How often an instance says that it runs, and for how long it counts after that, in milliseconds. */
const beatMs = 5_000
const aliveMs = 15_000

export async function createInstances(db: Db, report: (error: unknown) => void): Promise<Instances> {
  const id = randomUUID()
  let alive = 1
  let beating: Promise<void> | null = null
  const beat = async () => {
    const { rows } = await sql<{ alive: number }>`
      with own as (
        insert into open_instance as t (id) values (${id}) on conflict (id) do update set seen_at = now()
      ), gone as (
        delete from open_instance where id <> ${id} and seen_at < now() - make_interval(secs => ${(aliveMs / 1000) * 20})
      )
      select count(*)::int as alive from open_instance
      where id <> ${id} and seen_at > now() - make_interval(secs => ${aliveMs / 1000})`.execute(db)
    alive = 1 + (rows[0]?.alive ?? 0)
  }
  const refresh = () => {
    beating ??= beat().finally(() => {
      beating = null
    })
    return beating
  }
  const timer = setInterval(() => refresh().catch(report), beatMs).unref()
  await refresh()
  return {
    count: () => alive,
    refresh,
    async stop() {
      clearInterval(timer)
      await beating?.catch(() => undefined)
      await sql`delete from open_instance where id = ${id}`.execute(db).catch(() => undefined)
    },
  }
}
