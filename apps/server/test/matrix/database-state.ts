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

/** Of each table, how many rows were inserted, updated or deleted since it is watched, without what was undone. */
type State = Readonly<Record<string, number>>

/** By database, its last state, and the last of the written rows that it counts. */
const known = new WeakMap<pg.Pool, { state: State; last: string }>()

/** The state of a database. Equal states mean that nothing was written in between, not even the same values again. */
export async function stateOf(pool: pg.Pool): Promise<State> {
  const { state, last } = known.get(pool) ?? { state: await watchTables(pool), last: '0' }
  const { rows } = await pool.query<{ name: string; count: number; last: string }>(
    `select name, count(*)::int as count, max(max(id)) over () as last from test_watch.written where id > $1 group by name`,
    [last],
  )
  const written = Object.fromEntries(rows.map(({ name, count }) => [name, (state[name] ?? 0) + count]))
  const now = { ...state, ...written }
  known.set(pool, { state: now, last: rows[0]?.last ?? last })
  return now
}

/** Puts triggers on all tables and their partitions that note each row which is written. @returns the state before anything is */
async function watchTables(pool: pg.Pool): Promise<State> {
  const tables = await findTables(pool)
  await pool.query(`
    create schema test_watch;
    create table test_watch.written (id bigint generated always as identity primary key, name text not null);
    create function test_watch.note() returns trigger language plpgsql security definer as $$
    begin
      insert into test_watch.written (name) values (TG_ARGV[0]);
      return null;
    end $$;
    grant usage on schema test_watch to public`)
  await pool.query(
    `do $$ declare one text; begin
      foreach one in array '{${tables.map((name) => `"${name}"`).join()}}'::text[] loop
        execute format('create trigger test_watch_row after insert or update or delete on %I
          for each row execute function test_watch.note(%L)', one, one);
        execute format('create trigger test_watch_truncate after truncate on %I
          for each statement execute function test_watch.note(%L)', one, one);
      end loop;
    end $$`,
  )
  return Object.fromEntries(tables.map((name) => [name, 0]))
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
