import type pg from 'pg'

/** Tables that a refused request may write to, because its trace is allowed or required there. */
const traces = new Set([
  'audit_log',
  'login_log',
  'lockout',
  'sign_in_throttle',
  'call_throttle',
  'look_up',
  'look_up_alarm',
  'error_throttle',
  'error_event',
])

/** A fingerprint of each table's rows. Equal fingerprints mean that nothing was written in between. */
export async function stateOf(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname = 'public' and not c.relispartition order by 1`,
  )
  const tables = rows.map(({ name }) => name).filter((name) => !traces.has(name))
  const parts = tables.map(
    (name) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as state from "${name}" t`,
  )
  const states = await pool.query<{ name: string; state: string }>(parts.join(' union all '))
  return Object.fromEntries(states.rows.map(({ name, state }) => [name, state]))
}

/** The tables whose rows differ. */
export const changed = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name])
