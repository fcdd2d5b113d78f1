import type { FileColumns } from '@kabao/contract/kernel/import'
import { sql } from 'kysely'
import { type Faults, invalid, refuseFaults } from '../base/problem.ts'
import type { Db } from '../db/client.ts'
import { findFile } from '../files/files.ts'
import type { Services } from '../services.ts'
import { SheetProblem } from '../sheet/sheet.ts'
import { sheetOf, withFileCopy } from './file-copy.ts'
import { columnsOf, plain, requiredOf } from './head.ts'
import type { AnyListImport } from './list-import.ts'
import { ReaderEnded, readHeadInProcess } from './read-in-process.ts'
import type { FileHead } from './reader-task.ts'

type Titles = Readonly<Record<string, string>>

/** What a sender chose for the columns of a list. */
export interface ChosenColumns {
  titles: Titles
  /** What is remembered when the import is confirmed; null: what was remembered is forgotten. */
  learned: Readonly<Record<string, string | null>>
}

interface Asked {
  db: Db
  fileId: string
  adminId: string
}

/** How long the head of a file may take, in milliseconds, the wait for other heads included: the console waits 10 s for a call. */
const headTime = 8_000

/** Heads are read one at a time on an instance: each reader may take 160 MB. */
let last: Promise<unknown> = Promise.resolve()

function oneAtATime<T>(read: () => Promise<T>): Promise<T> {
  const next = last.then(read)
  last = next.catch(() => undefined)
  return next
}

/**
 * Reads the head of an uploaded file.
 * @returns null if it takes too long
 * @throws Problem at `fileId` if the file is not the administrator's own, or cannot be read
 */
async function headIn(
  { storage, vault }: Pick<Services, 'storage' | 'vault'>,
  { reader }: AnyListImport,
  { db, fileId, adminId }: Asked,
): Promise<FileHead | null> {
  if ((await findFile(db, fileId))?.createdBy !== adminId) throw invalid({ fileId: 'noSuchFile' })
  const signal = AbortSignal.timeout(headTime)
  try {
    return await oneAtATime(() =>
      withFileCopy({ db, storage }, fileId, (file) =>
        readHeadInProcess(reader, sheetOf(file), vault, signal),
      ),
    )
  } catch (error) {
    if (error instanceof SheetProblem) throw invalid({ fileId: error.problem }, error.values)
    if (error instanceof ReaderEnded || signal.aborted) return null
    throw error
  }
}

/** The titles of a file, and which of them is proposed for each column of a list. */
export async function columnsIn(
  services: Pick<Services, 'storage' | 'vault'>,
  list: AnyListImport,
  asked: Asked,
): Promise<FileColumns | null> {
  const head = await headIn(services, list, asked)
  if (!head) return null
  const proposed = proposedFrom(list, head, await rememberedBy(asked.db, list, asked.adminId))
  const required = new Set(requiredOf(list.rows))
  return {
    titles: head.titles,
    columns: columnsOf(list.rows).map((column) => ({
      column,
      isRequired: required.has(column),
      title: proposed.get(column) ?? null,
    })),
  }
}

/** The title in the file that was remembered for a column. Our own files say themselves what their columns are. */
const knownIn = ({ titles, isOurs }: FileHead, remembered: string | undefined): string | undefined =>
  isOurs || remembered === undefined
    ? undefined
    : titles.find(({ title }) => plain(title) === plain(remembered))?.title

function proposedFrom(list: AnyListImport, head: FileHead, remembered: Titles): Map<string, string> {
  const proposed = new Map<string, string>()
  const taken = new Set<string>()
  const propose = (column: string, title: string | undefined) => {
    if (title === undefined || taken.has(title) || proposed.has(column)) return
    proposed.set(column, title)
    taken.add(title)
  }
  for (const column of columnsOf(list.rows)) propose(column, knownIn(head, remembered[column]))
  for (const column of columnsOf(list.rows)) propose(column, head.named[column])
  return proposed
}

/**
 * Checks what a sender chose against the file.
 * @throws Problem at `titles.<column>`: a column that the list does not have, a required one that is left out, a title that is chosen
 *   twice or that the file does not have
 */
export async function chosenIn(
  services: Pick<Services, 'storage' | 'vault'>,
  list: AnyListImport,
  { titles, ...asked }: Asked & { titles: Titles },
): Promise<ChosenColumns> {
  const head = await headIn(services, list, asked)
  if (!head) throw invalid({ fileId: 'fileTakesTooLong' })
  const known = new Set(head.titles.map(({ title }) => title))
  const columns = columnsOf(list.rows)
  const chosen = new Map(Object.entries(titles))
  const problems: Faults = {}
  for (const column of requiredOf(list.rows))
    if (!chosen.has(column)) problems[`titles.${column}`] = 'columnNeeded'
  const taken = new Set<string>()
  for (const [column, title] of chosen) {
    if (!columns.includes(column)) problems[`titles.${column}`] = 'unknownField'
    else if (!known.has(title)) problems[`titles.${column}`] = 'noSuchTitle'
    else if (taken.has(title)) problems[`titles.${column}`] = 'titleTaken'
    taken.add(title)
  }
  refuseFaults(problems)
  const remembered = await rememberedBy(asked.db, list, asked.adminId)
  return {
    titles,
    learned: head.isOurs || !head.hasTitles ? {} : learnedFrom(columns, { head, remembered, chosen }),
  }
}

/** A title that is the column's name is found anyway, and is not remembered; one that was remembered and is not chosen now is forgotten. */
function learnedFrom(
  columns: readonly string[],
  of: { head: FileHead; remembered: Titles; chosen: ReadonlyMap<string, string> },
): ChosenColumns['learned'] {
  const learned: Record<string, string | null> = {}
  for (const column of columns) {
    const title = of.chosen.get(column)
    if (title !== undefined && title !== of.head.named[column]) learned[column] = title
    else if (knownIn(of.head, of.remembered[column]) !== undefined) learned[column] = null
  }
  return learned
}

/** What an administrator chose before for the columns of a list. */
async function rememberedBy(db: Db, { name }: AnyListImport, adminId: string): Promise<Titles> {
  const { rows } = await sql<{ titles: Titles }>`
    select titles from import_columns where admin_id = ${adminId} and list = ${name}`.execute(
    db.withoutPlugins(),
  )
  return rows[0]?.titles ?? {}
}

/** Remembers what the sender of a confirmed import chose for its columns. */
export const rememberColumns = (db: Db, importId: string) =>
  sql`
    insert into import_columns (admin_id, list, titles)
    select created_by, list, jsonb_strip_nulls(learned) from import_task where id = ${importId} and learned <> '{}'
    on conflict (admin_id, list) do update set titles = jsonb_strip_nulls(import_columns.titles
      || (select learned from import_task where id = ${importId})), updated_at = now()`.execute(db)
