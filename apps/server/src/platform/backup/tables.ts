import type pg from 'pg'
import { bossSchema } from '../db/boss-schema.ts'
import type { Header } from './header.ts'

/**
 * Tables that are not copied: the migrations, which the restore runs, and the queues with their version, which pg-boss makes. The
 * record of backups and the instances with their keys are of the place where they were made.
 */
export const notCopied = [
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'public.schema_step',
  'public.backup_run',
  'public.instance',
  'public.key_holder',
  `${bossSchema}.version`,
  `${bossSchema}.queue`,
]

/** The schemas with tables of ours. Partitions are copied through their table. */
const schemas = ['public', bossSchema]

/** @param client within the transaction of the snapshot */
export async function describe(
  client: pg.ClientBase,
): Promise<Omit<Header, 'takenAt' | 'dataKeyCheck' | 'formerKeyCheck'>> {
  const tables = await client.query<Header['tables'][number]>(
    `select n.nspname as schema, c.relname as name,
        (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
        (select coalesce(sum(greatest(p.reltuples, 0)), 0)::float8 from pg_partition_tree(c.oid) t
          join pg_class p on p.oid = t.relid where t.isleaf) as about
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1)
        and n.nspname || '.' || c.relname <> all($2)
      order by 1, 2`,
    [schemas, notCopied],
  )
  const partitions = await client.query<Header['partitions'][number]>(
    `select n.nspname as schema, c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
        join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = 'part' order by 1, 2`,
  )
  const migrations = await client.query<{ name: string }>(
    'select name from kysely_migration order by name desc limit 1',
  )
  return {
    migration: migrations.rows[0]?.name ?? '',
    tables: tables.rows,
    partitions: partitions.rows,
    sequences: await sequencesOf(client),
    queues: await queuesOf(client),
  }
}

/** A sequence does not belong to the snapshot; a value that is read later is higher, so no number is given twice. */
async function sequencesOf(client: pg.ClientBase): Promise<Header['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, sequencename as name from pg_sequences where schemaname = 'public' order by 1, 2`,
  )
  const found: Header['sequences'] = []
  for (const { schema, name } of rows) {
    const { rows: values } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${named(schema, name)}`,
    )
    if (values[0]) found.push({ schema, name, ...values[0] })
  }
  return found
}

async function queuesOf(client: pg.ClientBase): Promise<Header['queues']> {
  const { rows } = await client.query('select to_regclass($1) is not null as "isThere"', [
    `${bossSchema}.queue`,
  ])
  if (!rows[0]?.isThere) return []
  const queues = await client.query<{ name: string; policy: string }>(
    `select name, policy from ${bossSchema}.queue order by name`,
  )
  return queues.rows
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A name in SQL with its schema. */
export const named = (schema: string, name: string): string => `${quoted(schema)}.${quoted(name)}`

export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(', ')
