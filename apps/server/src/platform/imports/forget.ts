import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { Vault } from '../keys/vault.ts'
import { printOf } from './compared.ts'
import { cellsPurpose } from './reader-task.ts'

/** A person who is forgotten. */
export interface Forgotten {
  /** Phone and id number in normal form. */
  values: readonly string[]
  /** The same in every form in which they are written. */
  numbers: readonly string[]
  /** These, and the name. */
  words: readonly string[]
}

/** How many sealed rows are opened at once. */
const atOnce = 1_000

/** The imports that wait to be confirmed. */
const waiting = sql`(select id from import_task where status in ('checking', 'checked'))`

/**
 * Removes people from imports that wait, in the caller's transaction: their rows, and their numbers and names in names of files and in
 * reports. A row that will stand on the blacklist keeps its value, as an entry does, and loses its texts. It reads all rows that wait,
 * which are of one day.
 */
export async function forgetInImports(db: Db, vault: Vault, people: readonly Forgotten[]): Promise<void> {
  const numbers = people.flatMap((person) => person.numbers)
  const words = people.flatMap((person) => person.words).filter((word) => word.length > 1)
  if (words.length === 0) return
  const prints = people.flatMap(({ values }) => values.map((value) => printOf(vault, value)))
  const isNamed = sql`(print = any(${prints}::bigint[])
    or exists (select from unnest(${numbers}::text[]) n where position(n in staged::text) > 0))`
  await sql`
    update import_row set staged = staged || '{"reason": "", "remark": ""}'
    where import_id in (select id from import_task where list = 'blacklist' and id in ${waiting}) and ${isNamed}`.execute(
    db,
  )
  await sql`
    delete from import_row where import_id in (select id from import_task where list <> 'blacklist' and id in ${waiting})
    and ${isNamed}`.execute(db)
  await forgetWrongRows(db, vault, numbers)
  await sql`
    update import_task t set file_name = without_mentions(t.file_name, ${words}),
      report = case when t.report ? 'rows' then jsonb_set(t.report, '{rows}', (select coalesce(jsonb_agg(r), '[]')
        from jsonb_array_elements(t.report -> 'rows') r
        where not exists (select from unnest(${words}::text[]) w where position(w in r::text) > 0))) else t.report end
    where exists (select from unnest(${words}::text[]) w
      where position(w in t.file_name) > 0 or position(w in coalesce(t.report::text, '')) > 0)`.execute(db)
}

/** The cells of wrong rows are sealed, so they are opened one after another. */
async function forgetWrongRows(db: Db, vault: Vault, numbers: readonly string[]): Promise<void> {
  for (let [importId, line] = ['0', 0]; ; ) {
    const { rows } = await sql<{ importId: string; line: number; sealed: Buffer }>`
      select import_id as "importId", line, cells_sealed as sealed from import_row
      where import_id in ${waiting} and cells_sealed is not null and (import_id, line) > (${importId}::bigint, ${line}::int)
      order by import_id, line limit ${atOnce}`.execute(db.withoutPlugins())
    const named = rows.filter(({ sealed }) => {
      const cells = vault.open(sealed, cellsPurpose)
      return numbers.some((number) => cells.includes(number))
    })
    await sql`
      delete from import_row r using unnest(${named.map((row) => row.importId)}::bigint[], ${named.map((row) => row.line)}::int[])
        g (import_id, line) where r.import_id = g.import_id and r.line = g.line`.execute(db)
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    ;[importId, line] = [last.importId, last.line]
  }
}
