import { Readable } from 'node:stream'
import yazl from 'yazl'
import { type Choices, rowXml, sheetHead, sheetTail, workbookParts } from './sheet-xml.ts'

/** One sheet of a workbook to be written. */
export interface NewSheet {
  name: string
  /** The width of each column, in characters. */
  widths: readonly number[]
  /** The first row is the header. */
  rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>
  /** What its columns offer. */
  choices?: readonly Choices[]
}

/**
 * A workbook of texts as a stream, with constant memory however many rows there are. Every cell is a text by its type and by its
 * format, so that no program computes it or turns it into a number, and text typed below it stays a text too.
 */
export function writeXlsx(sheets: readonly NewSheet[]): Readable {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  for (const [name, xml] of Object.entries(workbookParts(sheets.map((sheet) => sheet.name))))
    zip.addBuffer(Buffer.from(xml), name)
  for (const [at, sheet] of sheets.entries())
    zip.addReadStreamLazy(`xl/worksheets/sheet${at + 1}.xml`, { compress: true }, (done) => {
      const content = Readable.from(pieces(sheet), { objectMode: false })
      // The archive gets no error from a part whose stream fails.
      content.on('error', (error) => output.destroy(error))
      done(null, content)
    })
  zip.end()
  return output
}

async function* pieces({ widths, rows, choices }: NewSheet): AsyncGenerator<string> {
  const kinds = widths.map(() => 'verbatim' as const)
  let text = ''
  let line = 0
  for await (const row of rows) {
    line++
    text += line === 1 ? sheetHead(row, kinds, widths) : rowXml(line, row, kinds)
    if (text.length > 65_536) {
      yield text
      text = ''
    }
  }
  yield `${text}${sheetTail(choices)}`
}
