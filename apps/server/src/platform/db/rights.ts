import { type RawBuilder, sql } from 'kysely'
import { bossSchema } from './boss-schema.ts'
import type { Db } from './client.ts'

/** The role that the service works as: it reads and writes rows, and owns nothing. */
export const serviceRole = 'kabao_service'

/** The schemas of the service's tables and of the job queue. */
const schemas = ['public', bossSchema]

/** The columns of the audit log that an insert may set; the database sets the number, the time and `is_head`. */
const auditColumns = [
  'admin_id',
  'username',
  'token_name',
  'ip',
  'point',
  'target_kind',
  'target_id',
  'before',
  'after',
  'request_id',
  'result',
  'code',
  'act_group',
]

/** Tables whose rows the service may add, but never change or delete, except for the columns below. */
const onlyAddedTo = [
  'consent',
  'channel_result',
  'settlement_line',
  'fact',
  'business_clock',
  'channel_flow',
  'login_log',
]

/** Tables and views that the service may only read, except for the columns below: its functions write the ledger. */
const onlyRead = ['partitioned_table', 'org_account', 'schema_step', 'account', 'transfer', 'transfer_ref']

/** The columns that the service may change in tables whose other columns it may not. */
const changedColumns = [
  ['consent', 'ip'],
  ['account', 'held_fen'],
  ['login_log', 'attempts'],
] as const

/** Tables on which the service lacks a right that it has on every other table. */
const restricted = ['audit_log', ...onlyAddedTo, ...onlyRead]

const named = (tables: readonly string[]) => sql.join(tables.map((table) => sql.table(table)))

/**
 * Creates the service's role, if the owner may, and lets the owner's connections switch to it.
 * @param canLogIn whether the role may open connections itself; such a connection cannot switch back to the owner
 * @returns the role, or null if the database's user may neither create it nor switch to it
 */
export async function ensureServiceRole(db: Db, { canLogIn }: { canLogIn: boolean }): Promise<string | null> {
  return db.transaction().execute(async (write) => {
    await lock(write)
    if (!(await isThere(write))) {
      if (
        !(await isTrue(
          write,
          sql`(select rolsuper or rolcreaterole from pg_roles where rolname = current_user)`,
        ))
      )
        return null
      await sql.raw(makeRole).execute(write)
    }
    if (canLogIn) await sql`alter role ${sql.id(serviceRole)} login`.execute(write)
    if (await mayBecome(write)) return serviceRole
    if (!(await mayGrant(write))) return null
    await sql`grant ${sql.id(serviceRole)} to current_user`.execute(write)
    return serviceRole
  })
}

/** A role belongs to all databases of a server, so another instance may create it at this moment. */
const makeRole = `do $$ begin create role ${serviceRole} noinherit;
  exception when duplicate_object or unique_violation then null; end $$`

const isThere = (db: Db) => isTrue(db, sql`exists (select from pg_roles where rolname = ${serviceRole})`)

const mayBecome = async (db: Db) =>
  isTrue(db, sql`pg_has_role(${serviceRole}, ${(await isFrom16(db)) ? 'set' : 'member'})`)

/** From PostgreSQL 16 on, only the creator of a role may grant it; before, any user who may create roles. */
const mayGrant = async (db: Db) =>
  (await isFrom16(db))
    ? isTrue(db, sql`pg_has_role(${serviceRole}, 'member with admin option')`)
    : isTrue(db, sql`(select rolsuper or rolcreaterole from pg_roles where rolname = current_user)`)

const isFrom16 = (db: Db) => isTrue(db, sql`current_setting('server_version_num')::int >= 160000`)

async function isTrue(db: Db, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`select ${condition} as holds`.execute(db)
  return rows[0]?.holds === true
}

/**
 * Gives the service's role rights on the rows of every table, and fewer on those that are named above. First checks whether any right is
 * missing, so that a start changes nothing if all rights are right.
 */
export const grantRights = (db: Db, role: string): Promise<void> =>
  db.transaction().execute((write) => grantWithin(write, role))

/** The same within a transaction. The tables of the job queue may not be there yet. */
export async function grantWithin(write: Db, role: string): Promise<void> {
  await lock(write)
  if (await hasItsRights(write, role)) return
  const to = sql.id(role)
  for (const schema of await schemasThere(write)) {
    const of = sql.id(schema)
    await sql`grant usage on schema ${of} to ${to}`.execute(write)
    await sql`grant select, insert, update, delete on all tables in schema ${of} to ${to}`.execute(write)
    await sql`grant usage, select on all sequences in schema ${of} to ${to}`.execute(write)
  }
  await sql`revoke all on kysely_migration, kysely_migration_lock from ${to}`.execute(write)
  await sql`revoke all on audit_log from ${to}`.execute(write)
  await sql`grant select on audit_log to ${to}`.execute(write)
  const columns = sql.join(auditColumns.map((column) => sql.id(column)))
  await sql`grant insert (${columns}) on audit_log to ${to}`.execute(write)
  await sql`revoke update, delete on ${named(onlyAddedTo)} from ${to}`.execute(write)
  await sql`revoke insert, update, delete on ${named(onlyRead)} from ${to}`.execute(write)
  for (const [table, column] of changedColumns)
    await sql`grant update (${sql.id(column)}) on ${sql.table(table)} to ${to}`.execute(write)
  await sql`grant execute on function make_partitions, drop_partitions, drop_archived, drop_open_nonces, owner_writing_since
    to ${to}`.execute(write)
}

/**
 * Gives the service's role rights on the rows of tables on which it has none, because a migration has just made them. Once all migrations
 * are done, `grantWithin` takes away what it may not do.
 */
export async function grantOnNew(write: Db, role: string): Promise<void> {
  await lock(write)
  const to = sql.id(role)
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p', 'v') and not c.relispartition and c.relnamespace in (
        select oid from pg_namespace where nspname = any(${schemas}))
      and c.relname not like 'kysely\\_%' and not has_table_privilege(${role}, c.oid, 'select')`.execute(
    write,
  )
  for (const { name } of rows)
    await sql`grant select, insert, update, delete on ${sql.raw(name)} to ${to}`.execute(write)
  await sql`grant usage, select on all sequences in schema public to ${to}`.execute(write)
}

async function schemasThere(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace where nspname = any(${schemas})`.execute(db)
  return rows.map(({ name }) => name)
}

const hasItsRights = (db: Db, role: string) =>
  isTrue(
    db,
    sql`(select bool_and(has_table_privilege(${role}, c.oid, 'select')
          and has_table_privilege(${role}, c.oid, 'insert')
          and has_table_privilege(${role}, c.oid, 'update')
          and has_table_privilege(${role}, c.oid, 'delete'))
        from pg_class c where c.relkind in ('r', 'p') and c.relnamespace in (select oid from pg_namespace where nspname = any(${schemas}))
          and c.relname <> all(${restricted}) and c.relname not like 'kysely\\_%')
      and (select bool_and(has_sequence_privilege(${role}, c.oid, 'usage'))
        from pg_class c where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace)
      and has_table_privilege(${role}, 'audit_log', 'select')
      and has_column_privilege(${role}, 'audit_log', 'act_group', 'insert')
      and not has_table_privilege(${role}, 'audit_log', 'update, delete, truncate')
      and (select bool_and(has_table_privilege(${role}, name, 'select') and has_table_privilege(${role}, name, 'insert')
          and not has_table_privilege(${role}, name, 'update, delete, truncate'))
        from unnest(${onlyAddedTo}::text[]) name)
      and (select bool_and(has_column_privilege(${role}, c.of, c.name, 'update'))
        from unnest(${changedColumns.map(([table]) => table)}::text[], ${changedColumns.map(([, column]) => column)}::text[]) c (of, name))
      and (select bool_and(has_table_privilege(${role}, name, 'select')
          and not has_table_privilege(${role}, name, 'insert, update, delete, truncate'))
        from unnest(${onlyRead}::text[]) name)
      and has_function_privilege(${role}, 'make_partitions(text, timestamptz)', 'execute')
      and has_function_privilege(${role}, 'drop_partitions(text, integer)', 'execute')
      and has_function_privilege(${role}, 'drop_archived(text, timestamptz)', 'execute')
      and has_function_privilege(${role}, 'owner_writing_since(regclass)', 'execute')
      and has_function_privilege(${role}, 'drop_open_nonces()', 'execute')`,
  )

/** Whether these connections may only add to the audit log. */
export const isKeptFromAudit = (db: Db) =>
  isTrue(
    db,
    sql`not has_table_privilege('audit_log', 'update, delete, truncate')
      and not pg_has_role((select relowner from pg_class where oid = 'audit_log'::regclass), 'usage')`,
  )

/** Two instances that start at once, even on two databases of one server, do this one after the other. */
const lock = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('kabao rights'))`.execute(db)
