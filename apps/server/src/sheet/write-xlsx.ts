import { Readable } from 'node:stream'
import yazl from 'yazl'

/** One sheet of a workbook to be made. */
export interface NewSheet {
  name: string
  /** How wide each column is, in characters. */
  widths: readonly number[]
  /** The first row is its head. */
  rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>
}

/**
 * A workbook of texts, made as it is read: flat in memory however many rows there are. Every cell is a text by its type and by
 * its format, so that no program computes it or makes a number of it, and what is typed below stays a text too.
 */
export function writeXlsx(sheets: readonly NewSheet[]): Readable {
  const zip = new yazl.ZipFile()
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name)
  add('[Content_Types].xml', contentTypes(sheets.length))
  add('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]))
  add('xl/workbook.xml', workbook(sheets.map(({ name }) => name)))
  add(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
  )
  add('xl/styles.xml', styles)
  for (const [at, sheet] of sheets.entries())
    zip.addReadStreamLazy(`xl/worksheets/sheet${at + 1}.xml`, { compress: true }, (done) => {
      const content = Readable.from(pieces(sheet), { objectMode: false })
      // The archive hears nothing of a part that breaks off.
      content.on('error', (error) => output.destroy(error))
      done(null, content)
    })
  zip.end()
  const output = zip.outputStream as Readable
  return output
}

async function* pieces({ widths, rows }: NewSheet): AsyncGenerator<string> {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" style="1" customWidth="1"/>`,
  )
  let text = `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
  let line = 0
  for await (const row of rows) {
    line++
    text += `<row r="${line}">`
    for (const [at, cell] of row.entries()) {
      if (cell !== '')
        text += `<c r="${letters(at)}${line}" s="${line === 1 ? 2 : 1}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
    }
    text += '</row>'
    if (text.length > 65_536) {
      yield text
      text = ''
    }
  }
  yield `${text}</sheetData></worksheet>`
}

const letters = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : letters(Math.floor(at / 26) - 1) + letters(at % 26)

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** What XML cannot hold is left out. */
const escaped = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, (sign) => (/[\t\n\r]/.test(sign) ? sign : ''))
    .replace(/[&<>\r]/g, (sign) => escapes[sign] as string)

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = (sheets: number) =>
  `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${Array.from(
    { length: sheets },
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${type}.worksheet+xml"/>`,
  ).join('')}</Types>`

const relationships = (targets: readonly (readonly [kind: string, target: string])[]) =>
  `${xml}<Relationships xmlns="${packages}/relationships">${targets
    .map(
      ([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const workbook = (names: readonly string[]) =>
  `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names
    .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`

/** 1: text; 2: the head, bold. 49 is the format of text. */
const styles = `${xml}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`
