import type pg from 'pg'
import { keyOf } from './keys.ts'

/** The tables of people with the columns of their keys, which `$1` gives as an object. */
const tables = `(select c.oid, c.relname as name, k.value as key, a.attnum, a.attnotnull
  from jsonb_each_text($1::jsonb) k join pg_class c on c.relname = k.key and c.relnamespace = 'public'::regnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attname = k.value)`

const queries = {
  tables: `select t.name from ${tables} t`,
  /** Their key may be null. */
  nullable: `select t.name from ${tables} t where not attnotnull`,
  /** Other tables that name a person. */
  others: `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not $1::jsonb ? c.relname`,
  /** Unique constraints and indexes without the key. */
  unique: `select x.relname from ${tables} t join pg_index i on i.indrelid = t.oid join pg_class x on x.oid = i.indexrelid
    where i.indisunique and t.attnum <> all(i.indkey[:i.indnkeyatts - 1])`,
  /** Foreign keys to them that do not tie the key to the key. */
  references: `select k.conname from pg_constraint k join ${tables} target on target.oid = k.confrelid
    left join ${tables} source on source.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and not exists (
      select from unnest(k.conkey, k.confkey) as pair (here, there)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.here
      where pair.there = target.attnum and a.attname = coalesce(source.key, 'user_id'))`,
  /** Columns that are numbered by a sequence of their own. */
  identities: `select t.name || '.' || a.attname from ${tables} t join pg_attribute a on a.attrelid = t.oid where a.attidentity <> ''`,
}

/** Names from the catalog of a database, in order. */
export async function catalogOf(pool: pg.Pool, what: keyof typeof queries): Promise<string[]> {
  const values = [JSON.stringify(Object.fromEntries(keyOf))]
  const { rows } = await pool.query<[string]>({ text: queries[what], values, rowMode: 'array' })
  return rows.map(([name]) => name).toSorted()
}
