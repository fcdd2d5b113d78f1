import type pg from 'pg'

/** What a group of tables goes without while it is filled, as statements. */
type Rebuilt = Record<'shared' | 'people' | 'books', string[]>

/** What the judgment of shared devices and addresses looks people up by, beside their pushes. */
const sharedIndexes = ['user_device_idx', 'user_ip_idx']
/** The tables that are filled with the people, and those that are filled by what follows from them. */
const ofPeople = ['"user"', 'push_record', 'push_attempt', 'match_run']
const ofBooks = ['fact', 'channel_result', 'transfer']

/**
 * Drops what is built faster from all rows at once than row by row: every index that no constraint needs, and the foreign keys of the
 * tables of people, which are checked again as a whole. PostgreSQL locks the tables until the transaction ends, so this is for tables
 * that are empty.
 * @returns the statements that build them again: what the judgment of risk needs, all others of people, those of the books
 */
export async function dropRebuilt(client: pg.PoolClient): Promise<Rebuilt> {
  const { rows: keys } = await client.query<{ of: string; name: string; definition: string }>(
    `select conrelid::regclass::text as of, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and conparentid = 0 and conrelid = any($1::regclass[]) order by oid`,
    [ofPeople],
  )
  for (const { of, name } of keys) await client.query(`alter table ${of} drop constraint ${name}`)
  const { rows: indexes } = await client.query<{ name: string; definition: string; group: keyof Rebuilt }>(
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition,
       case when indrelid = any($2::regclass[]) then 'books' when indrelid = '"user"'::regclass and not indexrelid::regclass::text = any($1)
         then 'people' else 'shared' end as group
     from pg_index where indrelid = any($2::regclass[] || $3::regclass[]) and not exists (
       select from pg_constraint c where c.conindid = indexrelid and c.contype in ('p', 'u', 'x')) order by indexrelid`,
    [sharedIndexes, ofBooks, ofPeople],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const of = (group: keyof Rebuilt) =>
    indexes.filter((index) => index.group === group).map(({ definition }) => definition)
  return {
    shared: of('shared'),
    people: [
      ...of('people'),
      ...keys.map(
        ({ of: table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
      ),
    ],
    books: of('books'),
  }
}

/** What these triggers make of the rows of made-up people is made with the rows, or they have nothing to do for any of them. */
const replacedTriggers = {
  '"user"': ['user_facts', 'closed_key_refused'],
  push_record: ['push_record_facts', 'push_record_late_insert'],
  push_attempt: ['push_attempt_late_insert'],
  match_run: ['match_run_facts', 'match_run_late_insert'],
  visit: ['visit_counted'],
  fact: ['fact_active_users', 'fact_matched_users', 'fact_deltas'],
  transfer: ['transfer_facts'],
}

/** Lets the triggers whose rows are made otherwise rest, or act again. */
export async function turnTriggers(client: pg.PoolClient, way: 'enable' | 'disable'): Promise<void> {
  for (const [table, names] of Object.entries(replacedTriggers))
    for (const name of names) await client.query(`alter table ${table} ${way} trigger ${name}`)
  if (way === 'enable') await refuseClosedKey(client)
}

/** As the trigger of each row refuses a value that is sealed with a key that was replaced meanwhile. */
async function refuseClosedKey(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query(
    `select 1 from (select distinct sealed_mark(id_number_sealed) as mark from "user" where id_number_sealed is not null) u
     join data_key k on k.mark = u.mark where k.state in ('closed', 'ending', 'gone')`,
  )
  if (rows.length > 0) throw new Error('the data key was replaced while the people were made')
}
