import type pg from 'pg'
import type { Header } from './header.ts'
import { named } from './tables.ts'
import type { TableStatement } from './team.ts'

/**
 * Takes the references between tables and the indexes that are no constraints away, so that rows arrive in any order and quickly.
 * Rights of the owner are enough; the way of `pg_dump`, without switching the checks off.
 * @param client in the transaction that makes the tables
 * @returns the statements that put them back, the largest tables first, and count each table for the planner; the database checks
 * every reference then
 */
export async function takeAside(client: pg.ClientBase, { tables }: Header): Promise<TableStatement[]> {
  const { rows: references } = await client.query<{
    table: string
    other: string
    name: string
    definition: string
  }>(
    `select conrelid::regclass::text as table, confrelid::regclass::text as other, quote_ident(conname) as name,
        pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
      order by conrelid::regclass::text, conname`,
  )
  const { rows: indexes } = await client.query<{ table: string; name: string; definition: string }>(
    `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
        replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and not c.relispartition
        and not exists (select from pg_constraint con where con.conindid = i.indexrelid and con.contype <> 'f')
      order by 2`,
  )
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const { rows: sizes } = await client.query<{ table: string; about: number }>(
    `select to_regclass(name)::text as table, about from unnest($1::text[], $2::float8[]) as t (name, about)`,
    [tables.map(({ schema, name }) => named(schema, name)), tables.map(({ about }) => about)],
  )
  const aboutOf = new Map(sizes.map(({ table, about }) => [table, about]))
  const largestFirst = (one: TableStatement, other: TableStatement) =>
    (aboutOf.get(other.tables[0] as string) ?? 0) - (aboutOf.get(one.tables[0] as string) ?? 0)
  return [
    ...[
      ...indexes.map(({ table, definition }) => ({ tables: [table], statement: definition })),
      ...sizes.map(({ table }) => ({ tables: [table], statement: `analyze ${table}` })),
    ].sort(largestFirst),
    ...references
      .map(({ table, other, name, definition }) => ({
        tables: [table, other],
        statement: `alter table ${table} add constraint ${name} ${definition}`,
      }))
      .sort(largestFirst),
  ]
}

/**
 * Our triggers are off while rows arrive: what they would count, forbid or chain was done when the rows were written, and its results
 * are rows of the backup too.
 */
export async function switchTriggers(client: pg.ClientBase, to: 'enable' | 'disable'): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select distinct tgrelid::regclass::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace in ('public'::regnamespace, 'part'::regnamespace)`,
  )
  for (const { table } of rows) await client.query(`alter table ${table} ${to} trigger user`)
}
