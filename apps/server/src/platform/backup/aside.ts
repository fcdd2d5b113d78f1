import type pg from 'pg'

/** Statements that are run before and after the rows are there. */
export interface Aside {
  /** Puts the references and indexes back; the database checks every reference then. */
  back: string[]
}

/**
 * Takes the references between tables and the indexes that are no constraints away, so that rows arrive in any order and quickly.
 * Rights of the owner are enough; the way of `pg_dump`, without switching the checks off.
 * @param client in the transaction of the restore
 */
export async function takeAside(client: pg.ClientBase): Promise<Aside> {
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
      order by conrelid::regclass::text, conname`,
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and not c.relispartition
        and not exists (select from pg_constraint con where con.conindid = i.indexrelid and con.contype <> 'f')
      order by 1`,
  )
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  return {
    back: [
      ...indexes.map(({ definition }) => definition),
      ...references.map(
        ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
      ),
    ],
  }
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
