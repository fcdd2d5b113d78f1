import { Readable } from 'node:stream'
import { inLanguage, type Language } from '@kabao/contract'
import { importWords } from '@kabao/contract/kernel/import.words'
import { mediaTypes } from '@kabao/contract/operations/file'
import type { Db } from '../db/client.ts'
import type { FileAnswer } from '../http/download.ts'
import type { Vault } from '../keys/vault.ts'
import { defused } from '../sheet/formula.ts'
import { writeXlsx } from '../sheet/write-xlsx.ts'
import { columnsOf, titleOf } from './head.ts'
import type { AnyImportRows, AnyListImport } from './list-import.ts'
import { openCells, reasonOf } from './report.ts'
import { findRows } from './rows.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const usualWidth = 30

const head = (rows: AnyImportRows, language: Language) =>
  columnsOf(rows).map((column) => titleOf(rows, column, language))
const widthsOf = ({ columns }: AnyImportRows) => Object.values(columns).map(({ width = usualWidth }) => width)

/** The template: the header row, and in a workbook a sheet that explains each column. No example row, it would be imported. */
export function templateOf(
  { name, rows }: Pick<AnyListImport, 'name' | 'rows'>,
  format: 'xlsx' | 'csv',
  language: Language,
): FileAnswer {
  const own = rows.words.tree
  const say = (words: readonly [string, string]) => inLanguage(words, language)
  const mediaType = format === 'csv' ? 'text/csv' : xlsx
  const content = () => {
    // The byte order mark makes Excel read the file as UTF-8.
    if (format === 'csv') return Readable.from([`\uFEFF${head(rows, language).join(',')}\r\n`])
    const explained = columnsOf(rows).map((column) => {
      const note = own.notes[column]
      return [titleOf(rows, column, language), note ? say(note) : '']
    })
    const taken: string[][] = []
    const notes = say(importWords.tree.sheet.notes)
    // Below the header row of the notes and one line for each column.
    const above = explained.length + 1
    const choices = Object.values(rows.columns).flatMap(({ choices = [] }, column) => {
      if (choices.length === 0) return []
      const first = above + taken.length + 1
      taken.push(...choices.map((words) => ['', say(words)]))
      return [{ column, sheet: notes, from: { column: 1, first, last: above + taken.length } }]
    })
    return writeXlsx([
      { name: say(own.sheet), widths: widthsOf(rows), rows: [head(rows, language)], choices },
      {
        name: notes,
        widths: [16, 90],
        rows: [
          [say(importWords.tree.notes.column), say(importWords.tree.notes.note)],
          ...explained,
          ...taken,
        ],
      },
    ])
  }
  return {
    name: `${say(own.fileName.template)}.${mediaTypes[mediaType].extension}`,
    mediaType,
    size: null,
    etag: `${name}-${format}-${language}`,
    isShown: false,
    open: async () => content(),
  }
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
