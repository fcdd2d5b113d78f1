import type pg from 'pg'
import { StartRefusal } from '../base/refusal.ts'
import { bossSchema } from '../db/boss-schema.ts'
import { restoringSchema } from '../db/schema-state.ts'

/**
 * A restore commits its rows in parts, so until it is whole the database is marked by a schema, in which the record of its migrations
 * lies. A service that meets the mark does not start, one of an older version finds no migrations, and the next restore begins anew.
 */
const records = ['kysely_migration', 'kysely_migration_lock', 'schema_step']

/** The name of each connection of a restore, by which those of one that was killed are found. */
const connectionName = 'kabao restore'

/** Before anything is made. */
export const mark = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`create schema ${restoringSchema}`)

/** @param client in the transaction that makes the tables */
export async function hideMigrations(client: pg.ClientBase): Promise<void> {
  for (const name of records)
    await client.query(`alter table if exists ${name} set schema ${restoringSchema}`)
}

/** @param client in the last transaction of the restore */
export async function unmark(client: pg.ClientBase): Promise<void> {
  for (const name of records)
    await client.query(`alter table if exists ${restoringSchema}.${name} set schema public`)
  await client.query(`drop schema ${restoringSchema}`)
}

/**
 * Makes this connection one of a restore: its statements may take any time.
 * @param size how many there are
 */
export async function prepare(client: pg.ClientBase, size: number): Promise<void> {
  const megabytes = Math.max(64, Math.min(256, Math.floor(512 / size)))
  await client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set application_name = '${connectionName}';
      set synchronous_commit = off; set maintenance_work_mem = '${megabytes}MB'; set max_parallel_maintenance_workers = ${size - 1}`,
  )
}

/**
 * The lock is of the connection. One that has just failed may hold it a moment longer, so it is waited for.
 * @throws StartRefusal if another restore is under way
 */
export async function lockRestores(client: pg.ClientBase): Promise<void> {
  await client.query(`set lock_timeout = '5s'`)
  await client.query(`select pg_advisory_lock(hashtext('kabao restore'))`).catch((error: unknown) => {
    const isHeld = (error as { code?: string }).code === lockNotAvailable
    throw isHeld ? new StartRefusal('Another restore into this database is under way.') : error
  })
  await client.query('set lock_timeout = 0')
}

/** PostgreSQL's code of a lock that was not to be had in time. */
const lockNotAvailable = '55P03'

/** Removes what a restore left that did not end; nothing, if there is none. @param client with the lock */
export async function clearUnfinished(client: pg.ClientBase): Promise<void> {
  const { rows: marks } = await client.query(`select from pg_namespace where nspname = '${restoringSchema}'`)
  if (marks.length === 0) return
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
    [connectionName],
  )
  // Some at once: the locks of all would be too many for one transaction. The mark goes last.
  const { rows } = await client.query<{ statements: string }>(whatToDrop)
  for (const { statements } of rows) await client.query(statements)
  await client.query(`drop schema if exists part, reporting, ${bossSchema} cascade`)
  await client.query(`drop schema ${restoringSchema} cascade`)
}

/** References, partitions, tables with their views, sequences, functions; what belongs to an extension was there before. */
const whatToDrop = `
  with own as (
    select 'r' as kind, oid, relnamespace as space from pg_class where relkind in ('r', 'p') and not relispartition
    union all select 'p', oid, relnamespace from pg_class where relkind in ('r', 'p') and relispartition
    union all select 'S', oid, relnamespace from pg_class where relkind = 'S'
    union all select 'f', oid, pronamespace from pg_proc)
  select string_agg(statement, '; ' order by nth) as statements from (
    select statement, nth, (row_number() over (order by nth) - 1) / 50 as part from (
      select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement, 1 as nth
        from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
      union all
      select case kind when 'f' then format('drop routine if exists %s cascade', oid::regprocedure)
          when 'S' then format('drop sequence if exists %s cascade', oid::regclass)
          else format('drop table if exists %s cascade', oid::regclass) end, 1 + position(kind in 'prSf')
        from own where space in ('public'::regnamespace, to_regnamespace('part'))
          and not exists (select from pg_depend d where d.objid = own.oid and d.deptype = 'e')) as each) as numbered
  group by part order by part`
