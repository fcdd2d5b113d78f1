import { Readable } from 'node:stream'
import { inLanguage, type Language } from '@kabao/contract'
import { blacklistKinds } from '@kabao/contract/blacklist'
import { blacklistWords } from '@kabao/contract/blacklist.words'
import { importColumns } from '@kabao/contract/blacklist-import'
import { blacklistImportWords } from '@kabao/contract/blacklist-import.words'
import { mediaTypes } from '@kabao/contract/file'
import type { Db } from '#db/client'
import type { FileAnswer } from '#http/download'
import { defused } from '../../../sheet/formula.ts'
import { writeXlsx } from '../../../sheet/write-xlsx.ts'
import type { Vault } from '../../../vault.ts'
import { titleOf } from './columns.ts'
import { findRows } from './queries.ts'
import { openCells, reasonOf } from './report.ts'

const texts = blacklistImportWords.tree
const notes = blacklistImportWords.tree.notes
const widths = [14, 26, 30, 22, 30]
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const head = (language: Language) => importColumns.map((column) => titleOf(column, language))

/** A table to fill in: its head, and in a workbook what each column takes. It holds no example, which would be imported. */
export function templateOf(format: 'xlsx' | 'csv', language: Language): FileAnswer {
  const say = (words: readonly [string, string]) => inLanguage(words, language)
  const mediaType = format === 'csv' ? 'text/csv' : xlsx
  const content = () => {
    // The mark tells Excel that it is UTF-8.
    if (format === 'csv') return Readable.from([`\uFEFF${head(language).join(',')}\r\n`])
    const explained = importColumns.map((column) => [titleOf(column, language), say(texts.notes[column])])
    const kinds = blacklistKinds.map((kind) => ['', say(blacklistWords.tree.kind[kind])])
    return writeXlsx([
      { name: say(texts.sheet.entries), widths, rows: [head(language)] },
      {
        name: say(texts.sheet.notes),
        widths: [16, 90],
        rows: [[say(notes.column), say(notes.note)], ...explained, ...kinds],
      },
    ])
  }
  return {
    name: `${say(texts.fileName.template)}.${mediaTypes[mediaType].extension}`,
    mediaType,
    size: null,
    etag: `${format}-${language}`,
    isShown: false,
    open: async () => content(),
  }
}

/** The wrong rows of an import as they were sent, each with what is wrong with it: to mend and send again. */
export function wrongRowsOf(db: Db, vault: Vault, id: string, language: Language): FileAnswer {
  const inFile = inLanguage(texts.fileName.wrong, language)
  return {
    name: `${inFile}.xlsx`,
    mediaType: xlsx,
    size: null,
    etag: `wrong-${id}-${language}`,
    isShown: false,
    open: async () =>
      writeXlsx([
        {
          name: inLanguage(texts.sheet.wrong, language),
          widths: [...widths, 60],
          rows: wrongRows(db, vault, id, language),
        },
      ]),
  }
}

async function* wrongRows(db: Db, vault: Vault, id: string, language: Language): AsyncGenerator<string[]> {
  yield [...head(language), titleOf('wrong', language)]
  for (let after = 0; ; ) {
    const rows = await findRows(db, id, ['wrong'], after, 500)
    for (const row of rows) {
      const sent = openCells(vault, row)
      yield [...importColumns.map((column) => defused(sent[column] ?? '')), reasonOf(row, language)]
      after = row.line
    }
    if (rows.length < 500) return
  }
}
