import { sql } from 'kysely'
import type { Db } from './client.ts'

/** The role that other tools read with: only the views of the schema `reporting`, and for at most a minute each time. */
export const reportingRole = 'kabao_reporting'
const longestStatement = '60s'

/**
 * Creates the role, which cannot sign in until an operator gives it a password, and lets it read the views. Its limits are set once,
 * so that an operator may change them.
 * @returns whether the role is there; false if the database's user may not create it
 */
export async function ensureReportingRole(db: Db): Promise<boolean> {
  const found = await stateOf(db)
  if (found.isGranted) return true
  if (!found.isThere) {
    if (!found.mayCreate) return false
    await sql.raw(makeRole).execute(db)
  }
  await sql`grant usage on schema reporting to ${sql.id(reportingRole)}`.execute(db)
  await sql`grant select on all tables in schema reporting to ${sql.id(reportingRole)}`.execute(db)
  return true
}

async function stateOf(db: Db) {
  const { rows } = await sql<{ isThere: boolean; mayCreate: boolean; isGranted: boolean }>`
    select r.oid is not null as "isThere", (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as "mayCreate",
      r.oid is not null and has_schema_privilege(r.oid, 'reporting', 'usage')
        and (select bool_and(has_table_privilege(r.oid, c.oid, 'select'))
          from pg_class c where c.relnamespace = 'reporting'::regnamespace and c.relkind = 'v') as "isGranted"
    from (select) one left join pg_roles r on r.rolname = ${reportingRole}`.execute(db.withoutPlugins())
  return rows[0] as (typeof rows)[number]
}

/** A role belongs to all databases of a server, so another instance may create it at this moment. */
const makeRole = `do $$ begin
  create role ${reportingRole};
  alter role ${reportingRole} set statement_timeout = '${longestStatement}';
  alter role ${reportingRole} set default_transaction_read_only = on;
  alter role ${reportingRole} set search_path = reporting;
exception when duplicate_object or unique_violation then null; end $$`
