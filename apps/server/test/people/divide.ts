import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { keyOf } from './keys.ts'
import { fill, listed } from './parts.ts'
import { remake } from './remake.ts'

/** A lead may have no person and is worked on by its own number, so leads stay whole. */
export const divided: ReadonlyMap<string, string> = new Map([...keyOf].filter(([table]) => table !== 'lead'))

/** References that end, because they name an order without its person. */
export const untied: readonly string[] = [
  'payment_refund_order_id_fkey',
  'payment_resolution_order_id_fkey',
  'payment_resolution_target_order_id_fkey',
  'payment_suspense_order_id_fkey',
]

/** What is unique over all people: `divide.sql` has a table for it. */
const ownedElsewhere = 'user_phone_key'

/** They give a row its person where the code of before gives none, and a row cannot change its part while it is inserted. */
const forBefore = ['offer_person', 'push_attempt_person']

/**
 * Divides each table of people into hash partitions by its person, in one transaction; it is the recipe for a database that needs it.
 * Partitions by time stay, and each is divided. The other tables are made again, with their rows. The service gets its rights on
 * the new table when it starts.
 * @param node of this database, 0 to 15: the highest 4 of the 22 low bits of the ids that it gives
 * @throws if anything unknown depends on a table
 */
export async function divide(db: pg.ClientBase, { parts = 8, node = 0 } = {}): Promise<void> {
  const tables = [...divided.keys()]
  await db.query('begin')
  // Rows that are stored were looked at: neither triggers nor references look at them again.
  await db.query('set local session_replication_role = replica; set local search_path = public')
  await db.query(`lock table ${tables.map((table) => `"${table}"`).join()}`)
  const references = await referencesTo(db, tables)
  for (const { table, name } of references) await db.query(`alter table ${table} drop constraint ${name}`)
  for (const [table, key] of divided) await divideOne(db, table, { key, parts })
  for (const { table, name, target, text } of references)
    if (!untied.includes(name))
      await db.query(`alter table ${table} add constraint ${name} ${withPerson(target, text)}`)
  await db.query(await readFile(new URL('./divide.sql', import.meta.url), 'utf8'))
  for (const text of await listed(db, changedFunctions)) await db.query(text)
  const low = node * 2 ** 18
  await db.query(
    `alter sequence time_id_seq minvalue ${low} maxvalue ${low + 2 ** 18 - 1} start ${low} restart cycle`,
  )
  await db.query('commit')
}

/** One names a constraint that has the person now, the other one makes partitions. */
const changedFunctions = `
  select replace(replace(replace(pg_get_functiondef(oid),
    'on conflict (push_id) do update', 'on conflict (user_id, push_id) do update'),
    'coalesce(settings, '''')', 'coalesce(settings, (public.division_of(of_table)).said, '''')'),
    'made := made + 1;', 'perform public.divide_part(of_table, part_name); made := made + 1;')
  from pg_proc where proname in ('note_troubles', 'make_partitions') and pronamespace = 'public'::regnamespace`

interface Reference {
  table: string
  name: string
  target: string
  text: string
}

/** The references to these tables, and those from the ones that are made again. */
async function referencesTo(db: pg.ClientBase, tables: readonly string[]): Promise<Reference[]> {
  const { rows } = await db.query<Reference>(
    `select c.oid::regclass::text as table, k.conname as name, t.relname as target, pg_get_constraintdef(k.oid) as text
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and k.conparentid = 0 and (t.relname = any($1) or c.relname = any($1) and c.relkind = 'r')`,
    [tables],
  )
  return rows
}

/** A reference to a row of a person names the person too. */
const withPerson = (target: string, text: string): string =>
  divided.get(target) === 'user_id'
    ? text.replace('KEY (', 'KEY (user_id, ').replace(`${target}(`, `${target}(user_id, `)
    : text

interface Division {
  key: string
  parts: number
}

async function divideOne(db: pg.ClientBase, table: string, { key, parts }: Division): Promise<void> {
  const { rows: indexes } = await db.query<Index>(indexesOf, [`"${table}"`, key])
  for (const { name, constraint, isUnique } of indexes)
    if (isUnique)
      await db.query(constraint ? `alter table "${table}" drop constraint ${name}` : `drop index ${name}`)
  const isByTime = await listed(
    db,
    `select relname from pg_class where oid = $1::regclass and relkind = 'p'`,
    table,
  )
  const made = indexes.flatMap((index) => (index.isUnique ? withKey(index, table, key) : []))
  if (isByTime.length === 0) {
    await remake(db, table, { key, parts })
    made.unshift(...indexes.flatMap(({ isUnique, text }) => (isUnique ? [] : [text])))
  } else {
    for (const name of forBefore) await db.query(`drop trigger if exists ${name} on "${table}"`)
    await dividePartitions(db, table, { key, parts })
  }
  for (const text of made) await db.query(text)
}

interface Index {
  name: string
  isUnique: boolean
  /** Whether the key is a column of it. */
  hasKey: boolean
  /** What it is called, if it is a constraint. */
  constraint: 'primary key' | 'unique' | null
  text: string
  /** Its columns, and what follows them. */
  columns: string
}

const indexesOf = `
  select x.relname as name, i.indisunique as "isUnique", a.attnum = any(i.indkey[:i.indnkeyatts - 1]) as "hasKey",
    case k.contype when 'p' then 'primary key' when 'u' then 'unique' end as constraint, pg_get_indexdef(x.oid) as text,
    substring(coalesce(pg_get_constraintdef(k.oid), pg_get_indexdef(x.oid)) from '\\(.*') as columns
  from pg_index i join pg_class x on x.oid = i.indexrelid join pg_attribute a on a.attrelid = i.indrelid and a.attname = $2
    left join pg_constraint k on k.conindid = x.oid and k.contype in ('p', 'u')
  where i.indrelid = $1::regclass`

/** Makes what is unique again, with the key, and an index for those who look without it. */
function withKey({ name, hasKey, constraint, columns }: Index, table: string, key: string): string[] {
  const found = `create index ${name}_found on "${table}" ${columns}`
  if (name === ownedElsewhere) return [found]
  const all = hasKey ? columns : columns.replace('(', `(${key}, `).replace(`, ${key})`, ')')
  const made = constraint
    ? `alter table "${table}" add constraint ${name} ${constraint} ${all}`
    : `create unique index ${name} on "${table}" ${all}`
  return hasKey ? [made] : [made, found]
}

/** Divides each partition of a table that is partitioned by time. */
async function dividePartitions(db: pg.ClientBase, table: string, { key, parts }: Division): Promise<void> {
  const { rows } = await db.query<{ name: string; bound: string }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass order by 1`,
    [`"${table}"`],
  )
  for (const { name, bound } of rows) {
    await db.query(`alter table "${table}" detach partition part."${name}"`)
    await db.query(`alter table part."${name}" rename to "${name}_whole"`)
    await db.query(`create table part."${name}" partition of "${table}" ${bound} partition by hash (${key})`)
    await fill(db, { table: `part."${name}"`, name, before: `part."${name}_whole"`, parts })
  }
}
