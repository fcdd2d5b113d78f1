import { isFormula } from './formula.ts'

/**
 * The type of a cell whose value is given as text. A `verbatim` cell, such as a phone, stays a text after edits; a `rate` is a share
 * of 1 and shown in percent.
 */
export type CellKind = 'text' | 'number' | 'money' | 'rate' | 'instant' | 'verbatim'

/** The most rows of one sheet, including its titles. Source: Excel specifications and limits. */
export const mostSheetRows = 1_048_576
/** The most characters of one cell. Source: the same. */
const mostCharacters = 32_767

/** The indexes of the styles in `styles.xml`. */
const style = { title: 1, instant: 2, money: 3, quoted: 4, verbatim: 5, rate: 6 } as const

/**
 * The beginning of a sheet: its first row is frozen, and its columns are wide enough for their content.
 * @param widths in characters; by default by the column's type
 */
export const sheetHead = (
  titles: readonly string[],
  kinds: readonly CellKind[],
  widths: readonly number[] = kinds.map((kind) => usualWidths[kind]),
): string =>
  `${declaration}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${kinds
    .map((kind, index) => {
      const format = kind === 'verbatim' ? ` style="${style.verbatim}"` : ''
      return `<col min="${index + 1}" max="${index + 1}" width="${widths[index]}"${format} customWidth="1"/>`
    })
    .join(
      '',
    )}</cols><sheetData><row r="1">${titles.map((title, index) => textCell(letters(index), 1, title, style.title)).join('')}</row>`

/** The cells below each other that a column of another sheet takes: a program offers them, and takes anything else too. */
export interface Choices {
  /** Of the column that takes them; 0 is the first. */
  column: number
  /** Where they stand: the sheet by its name, its column, and the rows from the first to the last, counted from 1. */
  sheet: string
  from: { column: number; first: number; last: number }
}

/** The end of a sheet. @param choices what its columns offer below their titles */
export function sheetTail(choices: readonly Choices[] = []): string {
  const offered = choices.map(({ column, sheet, from: { column: source, first, last } }) => {
    const [to, of] = [letters(column), letters(source)]
    const range = `'${sheet.replaceAll("'", "''")}'!$${of}$${first}:$${of}$${last}`
    return `<dataValidation type="list" allowBlank="1" sqref="${to}2:${to}${mostSheetRows}"><formula1>${escaped(range)}</formula1></dataValidation>`
  })
  const all = `<dataValidations count="${offered.length}">${offered.join('')}</dataValidations>`
  return `</sheetData>${offered.length > 0 ? all : ''}</worksheet>`
}

const usualWidths: Record<CellKind, number> = {
  text: 18,
  number: 10,
  money: 12,
  rate: 10,
  instant: 20,
  verbatim: 18,
}

/** One row as XML. An empty cell is left out. */
export function rowXml(row: number, cells: readonly (string | null)[], kinds: readonly CellKind[]): string {
  let xml = `<row r="${row}">`
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at]
    if (cell === null || cell === undefined || cell === '') continue
    xml += cellXml(letters(at), row, cell, kinds[at] as CellKind)
  }
  return `${xml}</row>`
}

function cellXml(column: string, row: number, cell: string, kind: CellKind): string {
  if (kind !== 'text' && kind !== 'verbatim' && /^-?\d+(\.\d+)?$/.test(cell)) {
    const format = kind === 'number' ? '' : ` s="${style[kind]}"`
    return `<c r="${column}${row}"${format}><v>${cell}</v></c>`
  }
  // A text is never computed, and this mark keeps it a text after somebody has edited the cell.
  const format = kind === 'verbatim' ? style.verbatim : style.quoted
  return textCell(column, row, cell, kind === 'verbatim' || isFormula(cell) ? format : null)
}

function textCell(column: string, row: number, cell: string, format: number | null): string {
  const text =
    cell.length > mostCharacters ? cell.slice(0, mostCharacters).replace(/[\ud800-\udbff]$/, '') : cell
  const space = /^\s|\s$|\s\s|[\n\t]/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${column}${row}" t="inlineStr"${format === null ? '' : ` s="${format}"`}><is><t${space}>${escaped(text)}</t></is></c>`
}

/** Escapes `_x0041_`, which would be read as a character code, and removes characters that XML cannot hold. */
const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 cannot hold
  /[&<>_\x00-\x1f\ud800-\udfff\ufffe\uffff]/.test(text)
    ? text
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 cannot hold
        .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
        .replace(/\p{Cs}/gu, '')
        .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
        .replaceAll('\r', '_x000D_')
        .replace(/[&<>]/g, (sign) => entities[sign] as string)
    : text

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const names: string[] = []
/** `A`, `B`, … `Z`, `AA` */
function letters(at: number): string {
  names[at] ??= (at >= 26 ? letters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))
  return names[at]
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** The parts of a workbook besides its sheets. */
export function workbookParts(sheets: readonly string[]): Record<string, string> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packaged = 'http://schemas.openxmlformats.org/package/2006'
  const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const each = (make: (name: string, number: number) => string) =>
    sheets.map((name, index) => make(name, index + 1)).join('')
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${content}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packaged}/relationships">${each((_, number) => `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((name, number) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="10" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  }
}
