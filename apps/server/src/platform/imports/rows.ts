import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { withoutNestedLoops } from '../db/nested-loops.ts'
import type { ComparedPart } from './guesses.ts'
import type { AnyListImport, Staged } from './list-import.ts'

/** Locks an import until the transaction ends, so that two runs of one import never work at once. */
export const lockImport = (db: Db, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('kabao import ' || ${id}::text, 0))`.execute(db)

/** Locks the list, so that imports into it are added one after the other: two that share values could deadlock. */
export const lockCommits = (db: Db, { name }: AnyListImport) =>
  sql`select pg_advisory_xact_lock(hashtext('kabao import commit ' || ${name}::text))`.execute(db)

/**
 * The rows of an import in a state, `new` by default, as the list's declaration reads them: `line` and a column for each staged name.
 * @param of the lines after `after`, up to and including `to`; null means all
 */
function stagedRows(
  { staged }: AnyListImport,
  id: string,
  of: { after: number; to: number } | null,
  state = 'new',
): RawBuilder<unknown> {
  const values = Object.entries(staged).map(
    ([name, type]) => sql`(staged ->> ${sql.lit(name)})::${sql.raw(type)} as ${sql.raw(snake(name))}`,
  )
  const lines = of === null ? sql`true` : sql`line > ${of.after} and line <= ${of.to}`
  return sql`(select line, ${sql.join(values)} from import_row
    where import_id = ${id} and state = ${sql.lit(state)} and ${lines})`
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** From this number of rows on, a join that looks up each row is the slower one. */
const many = 2_000

/**
 * Marks the copied rows as new, repeated or present: of equal rows only the first is new, and none that the list already has.
 * It is part of a transaction. Rows that were just copied have no statistics, and only the table's owner could create them.
 */
export const checkRows = (db: Db, list: AnyListImport, id: string, rows: number): Promise<void> =>
  planned(db, rows, () => markRows(db, list, id))

const planned = <T>(db: Db, rows: number, run: () => Promise<T>): Promise<T> =>
  rows > many ? withoutNestedLoops(db, run) : run()

async function markRows(db: Db, list: AnyListImport, id: string): Promise<void> {
  await sql`set local work_mem = '32MB'`.execute(db)
  await sql`
    update import_row r set state = 'repeated', repeats = f.line
    from (select key, min(line) as line from import_row where import_id = ${id} and state = 'new'
      group by key having count(*) > 1) f
    where r.import_id = ${id} and r.state = 'new' and r.key = f.key and r.line > f.line`.execute(db)
  await sql`
    update import_row r set state = f.state
    from (${list.there(stagedRows(list, id, null), sql`(select created_by from import_task where id = ${id})`)}) f
    where r.import_id = ${id} and r.line = f.line`.execute(db)
}

/** How many rows are read at once of those that are compared. */
const partSize = 20_000

/** By what the copied rows of an import are compared. */
export const copiedRows = (id: string, { alsoCompared: also }: AnyListImport) =>
  also
    ? sql`(select line * 2 as line, mask, print from import_row where import_id = ${id}
        union all select line * 2 + 1, staged ->> ${also.mask}, (staged ->> ${also.print})::bigint from import_row
        where import_id = ${id} and staged ->> ${also.print} is not null)`
    : sql`(select line, mask, print from import_row where import_id = ${id})`

/** The values by which rows name people, in parts. @param from the rows: `line`, `mask`, `print` */
export async function* comparedParts(db: Db, from: RawBuilder<unknown>): AsyncGenerator<ComparedPart> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ line: number; mask: string; print: string }>`
      select line, mask, print::text from ${from} r where line > ${after} and mask is not null
      order by line limit ${partSize}`.execute(db.withoutPlugins())
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.line
  }
}

/** How many rows are in each state; states without rows are left out. */
export async function countRows(db: Db, id: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from import_row where import_id = ${id} group by state`.execute(db)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

export interface StoredImportRow {
  line: number
  /** `wrong`, `repeated` or a state of the list. */
  state: string
  staged: Staged | null
  problems: string | null
  repeats: number | null
  cellsSealed: Buffer | null
}

/** The rows after a line that are not added, in the file's order. */
export async function findRows(
  db: Db,
  id: string,
  states: readonly string[],
  after: number,
  most: number,
): Promise<StoredImportRow[]> {
  const { rows } = await sql<StoredImportRow>`
    select line, state, staged, problems, repeats, cells_sealed as "cellsSealed" from import_row
    where import_id = ${id} and line > ${after} and state = any(${[...states]}::text[])
    order by line limit ${most}`.execute(db.withoutPlugins())
  return rows
}

/** The last line of the next part, which begins after the given line; null if no rows follow. */
export async function endOfPart(db: Db, id: string, after: number, most: number): Promise<number | null> {
  const { rows } = await sql<{ line: number | null }>`
    select max(line) as line from (select line from import_row
      where import_id = ${id} and line > ${after} order by line limit ${most}) p`.execute(db)
  return rows[0]?.line ?? null
}

/** Adds a part of the new rows; rows that another user added in between stay as they are. @returns how many were added */
export async function addRows(
  db: Db,
  list: AnyListImport,
  id: string,
  part: { after: number; to: number },
  adminId: string,
): Promise<number> {
  // As in the dry run: the staged rows have no statistics.
  return planned(db, part.to - part.after, () =>
    list.add(db, stagedRows(list, id, part), { adminId, importId: id }),
  )
}

/** Does what the sender chose with the rows that the list already has. @param rows how many the import has in all */
export async function settleRows(
  db: Db,
  list: AnyListImport,
  id: string,
  rows: number,
  by: { adminId: string; choices: Readonly<Record<string, string>> },
): Promise<{ added: number; changed: number }> {
  const rowsIn = (state: string) => stagedRows(list, id, null, state)
  const { settle } = list
  return settle ? planned(db, rows, () => settle(db, rowsIn, by)) : { added: 0, changed: 0 }
}

/**
 * Deletes a batch of staged rows of ended imports. The wrong rows of a successful import stay for a while, because they can be
 * downloaded.
 */
export const removeRows = (most: number, hours: number): RawBuilder<unknown> => sql`
  delete from import_row where ctid = any(array(
    select r.ctid from import_row r left join import_task i on i.id = r.import_id
    where i.id is null or i.status in ('failed', 'cancelled', 'expired')
      or (i.status = 'done' and (r.state <> 'wrong' or i.ended_at < now() - make_interval(hours => ${hours})))
    limit ${most}))`
