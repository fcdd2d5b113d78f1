import type { DatabaseFacts } from '@kabao/contract/operations/operation-database'
import { sql } from 'kysely'
import { bossSchema } from '#platform/db/boss-schema'
import type { Db } from '#platform/db/client'

/** How many tables are named. */
const mostTables = 8

/** The server and what is stored there. Sizes of tables are those of the last vacuum, so that no file is looked at. */
export async function readDatabase(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<Omit<DatabaseFacts, 'tables'>>`
    select current_setting('server_version') as version, not pg_is_in_recovery() as "isPrimary",
      pg_postmaster_start_time()::timestamptz(3) as "startedAt", pg_database_size(current_database())::float8 as bytes,
      jsonb_build_object('used', (select sum(numbackends)::int from pg_stat_database where datid <> 0),
        'limit', current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0)) as connections,
      (select max(name) from schema_step) as migration,
      (select max(age(datfrozenxid))::float8 from pg_database) as "frozenAge",
      case when current_setting('archive_mode') <> 'off' then (
        select jsonb_build_object('lastAt', ${iso(sql`last_archived_time`)}, 'failedAt', ${iso(sql`last_failed_time`)})
        from pg_stat_archiver) end as archive`.execute(db.withoutPlugins())
  return { ...(rows[0] as Omit<DatabaseFacts, 'tables'>), tables: await largestTables(db) }
}

const iso = (at: ReturnType<typeof sql>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

async function largestTables(db: Db): Promise<DatabaseFacts['tables']> {
  const { rows } = await sql<DatabaseFacts['tables'][number]>`
    with sized as (
      select c.oid, coalesce(i.inhparent, c.oid) as root, greatest(c.reltuples, 0) as rows,
        c.relpages::float8 + coalesce(t.relpages, 0)
          + (select coalesce(sum(x.relpages), 0) from pg_index n join pg_class x on x.oid = n.indexrelid
              where n.indrelid in (c.oid, t.oid)) as pages
      from pg_class c left join pg_class t on t.oid = c.reltoastrelid
        left join pg_inherits i on i.inhrelid = c.oid and c.relispartition
      where c.relkind = 'r' and c.relnamespace = any(${['public', 'part', bossSchema]}::text[]::regnamespace[])
    )
    select r.relname as name, sum(s.pages) * current_setting('block_size')::int as bytes, sum(s.rows)::float8 as rows,
      (count(*) filter (where s.oid <> s.root))::int as partitions
    from sized s join pg_class r on r.oid = s.root
    group by r.oid, r.relname having sum(s.pages) > 0 order by 2 desc limit ${sql.lit(mostTables)}`.execute(
    db.withoutPlugins(),
  )
  return rows
}
