import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db/client.ts'
import { holdWrites } from '../db/held.ts'
import type { Faults } from './faults.ts'
import { lookEvery, type Watch } from './repeat.ts'

/** How often the standbys are looked at, in milliseconds. */
const everyMs = 2_000

/**
 * Watches whether the standbys are connected that must confirm each commit (`synchronous_standby_names`). Without them a commit waits
 * for ever in the server, also when its caller has given up: nothing is acknowledged falsely, but each such commit keeps a connection until no
 * more can be opened, and then nothing can be read either. So meanwhile nothing that writes is begun on these pools. A commit that waits is
 * not ended from here: that would show what only the primary has, and a standby that takes over would not have it.
 */
export function watchStandby(db: Db, faults: Faults, pools: Iterable<pg.Pool>): Watch {
  const watched = [...new Set(pools)]
  return lookEvery(everyMs, async () => {
    const missing = await findMissing(db)
    for (const pool of watched) holdWrites(pool, missing > 0)
    if (missing === 0) return faults.end('standby')
    faults.meet(
      'standby',
      `the database waits for ${missing} more standby${missing > 1 ? 's' : ''} that must confirm what is written; nothing is written meanwhile`,
    )
  })
}

async function findMissing(db: Db): Promise<number> {
  // Other roles see only the names of the connections that replicate, which is enough.
  const { rows } = await sql<{ names: string; waits: boolean; connected: string[] }>`
    select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') not in ('off', 'local') as waits,
      array(select application_name from pg_stat_replication where application_name is not null) as connected`.execute(
    db,
  )
  const [{ names, waits, connected } = { names: '', waits: false, connected: [] }] = rows
  return waits ? missingStandbys(names, connected) : 0
}

/**
 * How many standbys are missing so that a commit would be confirmed.
 * @param names as `synchronous_standby_names` says it: `a, b`, `2 (a, b)`, `FIRST 2 (a, b)`, `ANY 2 (a, "B c")`, `*`, or nothing.
 *   Source: PostgreSQL's chapter on the settings of replication
 * @param connected the names of the standbys that are connected
 */
export function missingStandbys(names: string, connected: readonly string[]): number {
  const [, needed = '1', list = names] = /^\s*(?:(?:first|any)\s+)?(\d+)\s*\((.*)\)\s*$/is.exec(names) ?? []
  const wanted = new Set(
    [...list.matchAll(/"((?:[^"]|"")*)"|([^\s,"]+)/g)].map(([, quoted, plain = '']) =>
      (quoted?.replaceAll('""', '"') ?? plain).toLowerCase(),
    ),
  )
  if (wanted.size === 0) return 0
  const able = connected.filter((name) => wanted.has('*') || wanted.has(name.toLowerCase()))
  return Math.max(0, Number(needed) - able.length)
}
