import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { inLanguage, type Language } from '@kabao/contract'
import { importWords } from '@kabao/contract/kernel/import.words'
import { mediaTypes } from '@kabao/contract/operations/file'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { byteOrderMark, csvLine } from '../exports/csv.ts'
import type { FileAnswer } from '../http/download.ts'
import type { Vault } from '../keys/vault.ts'
import { defused } from '../sheet/formula.ts'
import type { Choices } from '../sheet/sheet-xml.ts'
import { writeXlsx } from '../sheet/write-xlsx.ts'
import { columnsOf, titleOf } from './head.ts'
import type { AllowedValue, AnyImportRows, AnyListImport } from './list-import.ts'
import { openCells, reasonOf } from './report.ts'
import { findRows } from './rows.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const usualWidth = 30

const head = (rows: AnyImportRows, language: Language) =>
  columnsOf(rows).map((column) => titleOf(rows, column, language))
const widthsOf = ({ columns }: AnyImportRows) => Object.values(columns).map(({ width = usualWidth }) => width)

/** The example row of the template, with the mark by which it is skipped. */
const exampleRow = (rows: AnyImportRows, language: Language): string[] =>
  columnsOf(rows).map((column, at) => {
    const cell = rows.words.tree.example[column]
    const mark = at === 0 ? inLanguage(importWords.tree.exampleMark, language) : ''
    return mark + (cell ? inLanguage(cell, language) : '')
  })

/** The values that the columns of a list accept, by column: the names of records, as somebody sees them, and what is the same for all. */
export type Allowed = Readonly<Record<string, readonly AllowedValue[]>>

/** How many records of a column the template lists. */
const mostAllowed = 1_000

/** Reads what the columns of a list accept. @param adminId who asks */
export async function findAllowed(db: Db, list: AnyListImport, adminId: string): Promise<Allowed> {
  const found: Record<string, readonly AllowedValue[]> = {}
  for (const [column, { allowed }] of Object.entries(list.rows.columns))
    if (allowed) found[column] = allowed()
  for (const [column, query] of Object.entries(list.allowed ?? {})) {
    const { rows } = await sql<AllowedValue>`
      select value, about from (${query(sql`${adminId}::bigint`)}) a order by value, about limit ${mostAllowed + 1}`.execute(
      db.withoutPlugins(),
    )
    found[column] = rows
  }
  return found
}

interface Template {
  format: 'xlsx' | 'csv'
  language: Language
  allowed: Allowed
}

/** The template: the header row and an example row; in a workbook also a sheet that explains each column, and one of the values that are accepted. */
export function templateOf(
  { name, rows }: Pick<AnyListImport, 'name' | 'rows'>,
  { format, language, allowed }: Template,
): FileAnswer {
  const own = rows.words.tree
  const say = (words: readonly [string, string]) => inLanguage(words, language)
  const mediaType = format === 'csv' ? 'text/csv' : xlsx
  const known = createHash('sha256').update(JSON.stringify(allowed)).digest('hex').slice(0, 16)
  const content = () => {
    const filled = [head(rows, language), exampleRow(rows, language)]
    if (format === 'csv') {
      const lines = filled.map((row) => csvLine(row.map((cell) => cell || null)).replace('\n', '\r\n'))
      return Readable.from([byteOrderMark + lines.join('')])
    }
    const { sheet, notes } = importWords.tree
    const explained = columnsOf(rows).map((column) => {
      const note = own.notes[column]
      return [titleOf(rows, column, language), note ? say(note) : '']
    })
    const { lines, choices } = allowedLines(rows, { language, allowed })
    return writeXlsx([
      { name: say(own.sheet), widths: widthsOf(rows), rows: filled, choices },
      {
        name: say(sheet.notes),
        widths: [16, 90],
        rows: [[say(notes.column), say(notes.note)], [say(notes.example), say(notes.skipped)], ...explained],
      },
      ...(lines.length > 1 ? [{ name: say(sheet.allowed), widths: [20, 30, 50], rows: lines }] : []),
    ])
  }
  return {
    name: `${say(own.fileName.template)}.${mediaTypes[mediaType].extension}`,
    mediaType,
    size: null,
    etag: `${name}-${format}-${language}-${known}`,
    isShown: false,
    open: async () => content(),
  }
}

/** The sheet of accepted values, and which of its cells a column offers as choices. */
function allowedLines(rows: AnyImportRows, { language, allowed }: Omit<Template, 'format'>) {
  const words = importWords.tree
  const say = (text: readonly [string, string]) => inLanguage(text, language)
  const sheet = say(words.sheet.allowed)
  const lines: string[][] = [[say(words.allowed.column), say(words.allowed.value), say(words.allowed.about)]]
  const choices: Choices[] = []
  for (const [at, column] of columnsOf(rows).entries()) {
    const title = titleOf(rows, column, language)
    const named = rows.columns[column]?.choices ?? []
    const first = lines.length + 1
    lines.push(...named.map((choice) => [title, say(choice), '']))
    if (named.length > 0) choices.push({ column: at, sheet, from: { column: 1, first, last: lines.length } })
    const records = allowed[column] ?? []
    const isCut = rows.columns[column]?.allowed === undefined && records.length > mostAllowed
    const shown = isCut ? records.slice(0, mostAllowed) : records
    lines.push(...shown.map(({ value, about }) => [title, value, about]))
    if (isCut) lines.push([title, '', say(words.allowed.more).replace('{{count}}', String(mostAllowed))])
  }
  return { lines, choices }
}

interface WrongRows {
  db: Db
  vault: Vault
  /** The id of the import. */
  id: string
  language: Language
}

/** The wrong rows of an import as they were sent, each with its problems, to correct and import again. */
export function wrongRowsOf({ rows }: AnyListImport, asked: WrongRows): FileAnswer {
  const { id, language } = asked
  return {
    name: `${inLanguage(rows.words.tree.fileName.wrong, language)}.xlsx`,
    mediaType: xlsx,
    size: null,
    etag: `wrong-${id}-${language}`,
    isShown: false,
    open: async () =>
      writeXlsx([
        {
          name: inLanguage(importWords.tree.sheet.wrong, language),
          widths: [8, ...widthsOf(rows), 60],
          rows: wrongRows(rows, asked),
        },
      ]),
  }
}

async function* wrongRows(
  list: AnyImportRows,
  { db, vault, id, language }: WrongRows,
): AsyncGenerator<string[]> {
  const columns = columnsOf(list)
  // The reader ignores this column of line numbers when the file is imported again.
  const line = inLanguage(importWords.tree.column.line, language)
  yield [line, ...head(list, language), titleOf(list, 'wrong', language)]
  for (let after = 0; ; ) {
    const rows = await findRows(db, id, ['wrong'], after, 500)
    for (const row of rows) {
      const sent = openCells(vault, row)
      const cells = columns.map((column) => defused(sent[column] ?? ''))
      yield [String(row.line), ...cells, reasonOf(list, row, language)]
      after = row.line
    }
    if (rows.length < 500) return
  }
}
