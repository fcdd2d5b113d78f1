import type { ExportFormat } from '@kabao/contract/kernel/export-body'
import type { Cells } from './copy-text.ts'
import { byteOrderMark, csvLine } from './csv.ts'
import type { Sheet } from './select.ts'
import { workbook } from './workbook.ts'

/** What precedes the rows of a CSV file. */
export const csvHead = ({ titles }: Sheet): string => byteOrderMark + csvLine(titles)

/** A file's content, from its rows. */
export function contentOf(
  format: ExportFormat,
  sheet: Sheet,
  batches: AsyncIterable<Cells[]>,
  nameOf: (part: number) => string,
): AsyncIterable<Buffer | string> {
  const read = reading(sheet, batches)
  return format === 'xlsx' ? workbook(sheet, read, nameOf) : csvContent(sheet, read)
}

async function* csvContent(sheet: Sheet, batches: AsyncIterable<Cells[]>): AsyncGenerator<string> {
  yield csvHead(sheet)
  for await (const rows of batches) yield rows.map(csvLine).join('')
}

/** The rows with the cells that SQL cannot compute. */
async function* reading({ reads }: Sheet, batches: AsyncIterable<Cells[]>): AsyncGenerator<Cells[]> {
  const places = reads.flatMap((read, at) => (read ? [{ read, at }] : []))
  for await (const rows of batches) {
    for (const { read, at } of places)
      for (const cells of rows) {
        const cell = cells[at]
        if (typeof cell === 'string') cells[at] = read(cell)
      }
    yield rows
  }
}
