import { sql } from 'kysely'
import type pg from 'pg'
import { StartRefusal } from '../base/refusal.ts'
import type { Db } from './client.ts'

/** How often two connections are compared. */
const rounds = 4

interface Opened {
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>
  end(): Promise<void>
}

/**
 * Whether something between here and the server gives a connection to another caller after each transaction. Each connection is asked
 * several times for the server process that it is at: an own connection always names the same one, and no other connection does.
 * @param open a connection that is set to nothing, since what it is set to would stay with the shared one
 */
export async function sharesConnections(open: () => Promise<Opened>): Promise<boolean> {
  const seen: unknown[][] = []
  const clients = await Promise.all([open(), open()])
  try {
    for (let round = 0; round < rounds; round++) {
      const pids: unknown[] = []
      for (const client of clients)
        pids.push((await client.query('select pg_backend_pid() as pid')).rows[0]?.pid)
      seen.push(pids)
    }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
  const [first = []] = seen
  return first[0] === first[1] || seen.some((pids) => pids[0] !== first[0] || pids[1] !== first[1])
}

/**
 * Switches `jit` off for the whole database, because nothing is set on the connections of a pooler that shares them. Who chose otherwise
 * for the database, or does not own it, keeps what there is.
 */
export async function switchJitOff(db: Db): Promise<void> {
  await db.transaction().execute(async (write) => {
    await sql`select pg_advisory_xact_lock(hashtext('kabao jit'))`.execute(write)
    await sql.raw(jitOff).execute(write)
  })
}

const jitOff = `do $$
declare
  here pg_database;
begin
  select * into here from pg_database where datname = current_database();
  if pg_has_role(here.datdba, 'usage') and not exists (
    select from pg_db_role_setting s, unnest(s.setconfig) setting
    where s.setdatabase = here.oid and s.setrole = 0 and setting like 'jit=%') then
    execute format('alter database %I set jit = off', here.datname);
  end if;
end $$`

/** Whether the connections of a pool have `jit` on, which makes statements slow but not wrong. */
export async function compiles(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ jit: string }>(`select current_setting('jit') as jit`)
  return rows[0]?.jit !== 'off'
}

/** What each connection of the service must have, whoever set it. */
const needed = `current_setting('TimeZone') = 'UTC' and current_setting('DateStyle') like 'ISO%'
  and current_setting('statement_timeout') <> '0' and current_setting('idle_in_transaction_session_timeout') <> '0'`

/**
 * Checks what the connections of a pool are really set to, because a pooler may drop settings without a word.
 * @param role that they must work as; null: their own user
 * @throws StartRefusal that names the variable
 */
export async function refuseUnset(pool: pg.Pool, role: string | null, variable: string): Promise<void> {
  const { rows } = await pool.query<{ isSet: boolean; user: string }>(
    `select ${needed} as "isSet", current_user as user`,
  )
  const [found] = rows
  if (!found?.isSet)
    throw new StartRefusal(
      `The connections of ${variable} have no time limits, or another time zone than UTC: the pooler in between drops them, so set them for the user, as “Poolers” in docs/operating.md says, and have the pooler connect again.`,
    )
  if (role !== null && found.user !== role)
    throw new StartRefusal(
      `The connections of ${variable} work as ${found.user}, not as ${role}: through a pooler that drops the role, use two users, as “Poolers” in docs/operating.md says.`,
    )
}
