import type pg from 'pg'

/** Tables that a refused request may write to, because its trace is allowed or required there. */
const traces = new Set([
  'audit_log',
  'login_log',
  'login_repeat',
  'lockout',
  'sign_in_throttle',
  'call_throttle',
  'look_up',
  'look_up_alarm',
  'error_throttle',
  'error_event',
])

/** Tables that the service writes by its own clock, whatever is requested: each instance says that it runs. */
const byClock = new Set(['open_instance'])

/** The tables of each database, which stay the same while the tests run. */
const tablesOf = new WeakMap<pg.Pool, Promise<string[]>>()

/**
 * A fingerprint of each table's rows: their number, and the sum of the transactions that wrote them. Equal fingerprints mean that
 * nothing was written in between, not even the same values again.
 */
export async function stateOf(pool: pg.Pool): Promise<Record<string, string>> {
  const known = tablesOf.get(pool) ?? findTables(pool)
  tablesOf.set(pool, known)
  const parts = (await known).map(
    (name) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) as state from "${name}"`,
  )
  // Workers take longer to start than the rows take to read.
  const [, { rows }] = (await pool.query(
    `set local max_parallel_workers_per_gather = 0; ${parts.join(' union all ')}`,
  )) as unknown as [unknown, pg.QueryResult<{ name: string; state: string }>]
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}

async function findTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname = 'public' and not c.relispartition order by 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !traces.has(name) && !byClock.has(name))
}

/** The tables whose rows differ. */
export const changed = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name])
