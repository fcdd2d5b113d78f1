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
  'error_hour',
  'error_day',
  'error_release',
  'error_event_release',
  'error_person',
  'error_sample',
])

/** Tables that the service writes by its own clock, whatever is requested: each instance says that it runs. */
const byClock = new Set(['open_instance', 'key_holder'])

/** Of each table, a fingerprint of its rows: their number, and the sum of the transactions that wrote them. */
type State = Record<string, string>

/** What is known of a database: its tables, which stay the same while the tests run, and its last state. */
interface Known {
  tables: string[]
  /** By table, how many statements had written to it when its part of `state` was read. */
  writes: Record<string, string>
  state: State
}
const known = new WeakMap<pg.Pool, Known>()

/**
 * The state of a database. Equal states mean that nothing was written in between, not even the same values again. Reading it costs
 * as much as all rows, so triggers count the statements that write to each table, and only tables whose count differs are read.
 */
export async function stateOf(pool: pg.Pool): Promise<State> {
  const last = known.get(pool) ?? { tables: await watchTables(pool), writes: {}, state: {} }
  const { tables } = last
  // Counted first: what is written while the rows are read is read again the next time.
  const writes = await countWrites(pool)
  const stale = tables.filter((name) => writes[name] !== last.writes[name])
  // In the tables' order whatever was read, because states are shown.
  const read = stale.length > 0 ? await readState(pool, stale) : {}
  const state = Object.fromEntries(tables.map((name) => [name, read[name] ?? (last.state[name] as string)]))
  known.set(pool, { tables, writes, state })
  return state
}

async function readState(pool: pg.Pool, tables: readonly string[]): Promise<State> {
  const parts = tables.map(
    (name) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) as state from "${name}"`,
  )
  // Workers take longer to start than the rows take to read.
  const [, { rows }] = (await pool.query(
    `set local max_parallel_workers_per_gather = 0; ${parts.join(' union all ')}`,
  )) as unknown as [unknown, pg.QueryResult<{ name: string; state: string }>]
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}

/** A sequence also counts what is undone afterwards; the rows are then read once more and found unchanged. */
async function countWrites(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string; writes: string }>(
    `select name, coalesce(pg_sequence_last_value(counter), 0)::text as writes from test_watch.counter`,
  )
  return Object.fromEntries(rows.map(({ name, writes }) => [name, writes]))
}

/** Puts the counting triggers on all tables and their partitions. @returns the tables */
async function watchTables(pool: pg.Pool): Promise<string[]> {
  const tables = await findTables(pool)
  await pool.query(`
    create schema test_watch;
    create table test_watch.counter (name text, counter regclass);
    create function test_watch.count_write() returns trigger language plpgsql security definer as $$
    begin
      perform nextval(TG_ARGV[0]::oid::regclass);
      return null;
    end $$;
    grant usage on schema test_watch to public`)
  await pool.query(
    `do $$ declare one record; begin
      for one in select name, format('test_watch.%I', name) as counter
        from unnest('{${tables.map((name) => `"${name}"`).join()}}'::text[]) name
      loop
        execute format('create sequence %s', one.counter);
        insert into test_watch.counter values (one.name, one.counter::regclass);
      end loop;
      for one in select c.oid::regclass as part, w.counter from pg_class c left join pg_partition_root(c.oid) root on true
        join test_watch.counter w on quote_ident(w.name)::regclass = coalesce(root, c.oid)
        where c.relkind in ('r', 'p')
      loop
        execute format('create trigger test_watch_write after insert or update or delete or truncate on %s
          for each statement execute function test_watch.count_write(%L)', one.part, one.counter::oid);
      end loop;
    end $$`,
  )
  return tables
}

async function findTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname = 'public' and not c.relispartition order by 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !traces.has(name) && !byClock.has(name))
}

/** The tables whose rows differ. */
export const changed = (before: State, after: State): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name])
