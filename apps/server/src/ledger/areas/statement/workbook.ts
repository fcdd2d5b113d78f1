import { inLanguage, type Language } from '@kabao/contract'
import { statementColumns } from '@kabao/contract/ledger/statement'
import { statementWords } from '@kabao/contract/ledger/statement.words'
import { mediaTypes } from '@kabao/contract/operations/file'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Cells } from '#platform/exports/copy-text'
import type { ExportContext } from '#platform/exports/list-export'
import { sheetName } from '#platform/exports/names'
import { selectRows, sheetOf } from '#platform/exports/select'
import { workbook } from '#platform/exports/workbook'
import type { FileAnswer } from '#platform/http/download'
import type { Services } from '#platform/services'
import { calendarDay } from '#platform/settings/business-clock'
import { statementExport } from './export.ts'
import { rowsOfStatement } from './queries.ts'
import type { Span } from './span.ts'

const xlsx = Object.keys(mediaTypes).find((type) => type.endsWith('.sheet')) as string
/** How many rows one statement reads, so that memory does not grow with the file. */
const atOnce = 2_000

/** A statement as a workbook: the opening balance, the rows, and the closing balance. */
export function workbookOf(
  { db, settings, vault }: Pick<Services, 'db' | 'settings' | 'vault'>,
  span: Span & { month: string },
  language: Language,
): FileAnswer {
  const body = { format: 'xlsx' as const, columns: statementColumns }
  const context: ExportContext = {
    language,
    settings,
    vault,
    format: body.format,
    timezone: settings.get('business.timezone'),
    today: calendarDay(settings),
  }
  const { opening, closing, title } = statementWords.tree.sheet
  const balance = (words: readonly [string, string], fen: number): Cells =>
    statementColumns.map((name) =>
      name === 'kind' ? inLanguage(words, language) : name === 'balanceAfterFen' ? yuan(fen) : null,
    )
  async function* batches(): AsyncGenerator<Cells[]> {
    yield [balance(opening, span.openingFen)]
    for (let from = span.openingNumber; from < span.closingNumber; from += atOnce) {
      const part = {
        ...span,
        openingNumber: from,
        closingNumber: Math.min(from + atOnce, span.closingNumber),
      }
      yield await readCells(db, part, body, context)
    }
    yield [balance(closing, span.closingFen)]
  }
  return {
    name: `${span.orgCode}-${span.month}-${inLanguage(title, language).replace('{{month}}', '').trim()}.xlsx`,
    mediaType: xlsx,
    size: null,
    etag: `${span.accountId}-${span.openingNumber}-${span.closingNumber}-${language}`,
    isShown: false,
    open: async () =>
      workbook(sheetOf(statementExport, body, context), batches(), sheetName('statement', language)),
  }
}

async function readCells(
  db: Db,
  span: Span,
  body: { format: 'xlsx'; columns: typeof statementColumns },
  context: ExportContext,
): Promise<Cells[]> {
  const statement = selectRows(statementExport, rowsOfStatement(span), body, context, atOnce)
  const { rows } = await sql`${statement}`.execute(db.withoutPlugins())
  return rows.map((row) => Object.values(row as Record<string, string | null>))
}

/** An amount in yuan with two decimals. @param fen a whole number */
const yuan = (fen: number): string => {
  const digits = String(Math.abs(fen)).padStart(3, '0')
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
