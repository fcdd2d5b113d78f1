import { openWorkbook, textOf, type Workbook } from './archive.ts'
import {
  cellMeter,
  mostCellCharacters,
  mostColumns,
  type OnShare,
  SheetProblem,
  type SheetRow,
} from './sheet.ts'
import { mostSheetRows } from './sheet-xml.ts'
import { type Attributes, parserFor } from './xml.ts'

/** Shared texts are the only part that is held whole in memory: their maximum total length and number. */
const mostShared = 32 * 1024 * 1024
const mostSharedTexts = 2_000_000
/** The most cell formats. Source: Excel specifications and limits, rounded up. */
const mostStyles = 65_536
/** The most relationships of one part: more than a workbook has parts. */
const mostLinks = 10_000
/** The most merged cells that are read. */
const mostMerged = 100_000
/** The longest number format. Source: Excel specifications and limits. */
const longestFormat = 255

/**
 * Reads the first visible sheet of a workbook, some rows at a time: the values of the cells as their formats show them (dates as
 * `2026-12-31` or `2026-12-31 18:00:00`, shares as `15%`), formulas as their last result. Cells that are merged over several rows
 * have their value in each.
 * @throws SheetProblem
 */
export async function* readXlsx(
  path: string,
  onShare: OnShare = () => undefined,
): AsyncGenerator<SheetRow[]> {
  const book = await openWorkbook(path)
  try {
    const { sheet, folder, isFrom1904 } = await findSheet(book)
    const shared = await readShared(book, `${folder}sharedStrings.xml`)
    const styles = await readStyles(book, `${folder}styles.xml`)
    const rows = rowReader({ shared, styles, isFrom1904, merged: await findMerged(book, sheet) })
    for await (const text of textOf(book, sheet, onShare)) {
      rows.write(text)
      yield rows.take()
    }
    rows.end()
  } finally {
    book.zip.close()
  }
}

async function parse(book: Workbook, part: string, on: Parameters<typeof parserFor>[0]): Promise<void> {
  // Not every workbook has every part, but the parser takes an empty part for a damaged one.
  if (!book.parts.has(part)) return
  const parser = parserFor(on)
  for await (const text of textOf(book, part)) parser.write(text)
  parser.end()
}

async function findSheet(book: Workbook) {
  const start = await relations(book, '_rels/.rels')
  const workbook = [...start.values()].find(({ type }) => type.endsWith('/officeDocument'))?.target
  const path = workbook ?? 'xl/workbook.xml'
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const links = await relations(book, `${folder}_rels/${path.slice(folder.length)}.rels`, folder)
  let id: string | null = null
  let isFrom1904 = false
  await parse(book, path, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet' || id !== null || /hidden/i.test(attributes.state ?? '')) return
      id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? null
    },
  })
  const sheet = id === null ? undefined : links.get(id)?.target
  if (sheet === undefined || !book.parts.has(sheet)) throw new SheetProblem('fileDamaged')
  return { sheet, folder, isFrom1904 }
}

async function relations(book: Workbook, part: string, folder = '') {
  const found = new Map<string, { type: string; target: string }>()
  await parse(book, part, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return
      const target = Target.startsWith('/') ? Target.slice(1) : `${folder}${Target.replace(/^\.\//, '')}`
      found.set(Id, { type: Type, target })
      if (found.size > mostLinks) throw new SheetProblem('fileBomb')
    },
  })
  return found
}

async function readShared(book: Workbook, part: string): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let size = 0
  let isText = false
  let isReading = false
  await parse(book, part, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') isReading = true
      isText = name === 't' && !isReading
    },
    text(piece) {
      if (!isText) return
      // One character more than a cell may have, so that a cell that uses the text is refused with its line.
      const kept = piece.slice(0, mostCellCharacters + 1 - text.length)
      text += kept
      size += kept.length
      if (size > mostShared) throw new SheetProblem('fileBomb')
    },
    close(name) {
      isText = false
      if (name === 'rPh') isReading = false
      // Copied, because a substring of the parser's text would keep all of that text in memory.
      if (name !== 'si') return
      if (texts.length === mostSharedTexts) throw new SheetProblem('fileBomb')
      texts.push(decoded(text.length > 12 ? Buffer.from(text).toString() : text))
    },
  })
  return texts
}

/** The text without the escapes of characters that XML cannot hold: `_x000D_` is a carriage return. Source: ECMA-376, part 1, 22.9.2.19. */
const decoded = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** A cell that is merged over several rows, by the rows and its first column. */
interface Merged {
  from: number
  to: number
  column: number
}

/** The merged cells of a sheet in the order of their rows. They follow all rows, so the part is read once more, without parsing it. */
async function findMerged(book: Workbook, part: string): Promise<Merged[]> {
  const found: Merged[] = []
  let rest = ''
  let isBelow = false
  for await (const text of textOf(book, part)) {
    rest += text
    if (!isBelow) {
      const end = /<\/(?:\w+:)?sheetData\s*>|<(?:\w+:)?mergeCells\b/.exec(rest)
      isBelow = end !== null
      rest = end ? rest.slice(end.index) : rest.slice(-40)
      if (!isBelow) continue
    }
    let read = 0
    for (const match of rest.matchAll(
      /<(?:\w+:)?mergeCell\s[^<>]*?ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g,
    )) {
      read = match.index + match[0].length
      const [from, to] = [Number(match[2]), Number(match[3])]
      if (to > from) found.push({ from, to, column: columnOf(match[1]) as number })
      if (found.length > mostMerged) throw new SheetProblem('fileBomb')
    }
    rest = rest.slice(Math.max(read, rest.length - 200))
  }
  return found.sort((a, b) => a.from - b.from)
}

/** The built-in formats that show a date. Source: ECMA-376, part 1, 18.8.30. */
const dateFormats = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

/** The built-in formats that show a share of 1 in percent. Source: the same. */
const shareFormats = [9, 10]

/** How a number is shown. */
type Shown = 'date' | 'share' | 'number'

/** How the styles of the cells show a number, by their indexes. */
async function readStyles(book: Workbook, part: string): Promise<Shown[]> {
  const own = new Map<string, Shown>()
  const styles: Shown[] = []
  let isInCells = false
  await parse(book, part, {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') own.set(numFmtId, shownBy(formatCode))
      if (name === 'cellXfs') isInCells = true
      if (name === 'xf' && isInCells) {
        const format = Number(numFmtId)
        styles.push(own.get(numFmtId) ?? shownByBuiltIn(format))
      }
      if (own.size > mostStyles || styles.length > mostStyles) throw new SheetProblem('fileBomb')
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return styles
}

function shownBy(code: string): Shown {
  if (code.length > longestFormat) return 'number'
  const bare = code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '')
  if (/[ymdhs]/i.test(bare)) return 'date'
  return bare.includes('%') ? 'share' : 'number'
}

function shownByBuiltIn(format: number): Shown {
  if (shareFormats.includes(format)) return 'share'
  return dateFormats.some(([from, to]) => format >= from && format <= to) ? 'date' : 'number'
}

interface Reading {
  shared: readonly string[]
  styles: readonly Shown[]
  isFrom1904: boolean
  merged: readonly Merged[]
}

/** Collects the rows of a sheet as it is parsed. */
function rowReader({ shared, styles, isFrom1904, merged }: Reading) {
  let rows: SheetRow[] = []
  let line = 0
  let cells: string[] = []
  let column = 0
  let type = ''
  let style = 0
  let value = ''
  let isValue = false
  let isReading = false
  const meter = cellMeter()
  const parser = parserFor({
    open(name, attributes) {
      if (name === 'row') {
        line = lineOf(attributes, line)
        cells = []
        column = 0
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column
        type = attributes.t ?? 'n'
        style = Number(attributes.s ?? 0)
        value = ''
      } else if (name === 'rPh') isReading = true
      else isValue = name === 'v' || (name === 't' && !isReading)
    },
    text(piece) {
      if (!isValue) return
      if (value.length + piece.length > mostCellCharacters) meter.add(value.length + piece.length, line)
      value += piece
    },
    long() {
      if (isValue) meter.add(mostCellCharacters + 1, line)
    },
    close(name) {
      if (name === 'rPh') isReading = false
      if (name === 'v' || name === 't') isValue = false
      if (name === 'c') {
        if (value !== '' && column < mostColumns) {
          while (cells.length < column) cells.push('')
          const text = worded().trim()
          meter.add(text.length, line)
          cells[column] = text
        }
        column++
      }
      if (name === 'row') {
        // A row of which nothing is filled in but what is merged is no row.
        if (cells.some((cell) => cell !== '')) rows.push({ line, cells: withMerged() })
      }
    },
  })
  /** The merged cells that may reach the row that is read, each with its value. */
  let reaching: (Merged & { text: string })[] = []
  let next = 0
  const withMerged = (): string[] => {
    for (let at = merged[next]; at !== undefined && at.from <= line; at = merged[++next])
      reaching.push({ ...at, text: at.from === line ? (cells[at.column] ?? '') : '' })
    if (reaching.length === 0) return cells
    reaching = reaching.filter(({ to }) => to >= line)
    for (const { from, column, text } of reaching) {
      if (from === line || text === '' || cells[column]) continue
      meter.add(text.length, line)
      while (cells.length < column) cells.push('')
      cells[column] = text
    }
    return cells
  }
  const worded = () => {
    if (type === 's') return shared[Number(value)] ?? ''
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (type !== 'n') return decoded(value)
    const number = Number(value)
    if (!Number.isFinite(number)) return value
    if (styles[style] === 'date') return dateText(number, isFrom1904) ?? value
    if (styles[style] === 'share') return `${shown(number * 100)}%`
    // A number that has lost digits must not look like a complete one.
    return Math.abs(number) > Number.MAX_SAFE_INTEGER ? number.toExponential() : shown(number)
  }
  return {
    write: parser.write,
    end: parser.end,
    take: () => {
      const taken = rows
      rows = []
      return taken
    },
  }
}

/** A number as a program shows it, which keeps 15 digits: 59.7 for 59.699999999999996. */
const shown = (number: number): string =>
  String(Number.isInteger(number) ? number : Number(number.toPrecision(15)))

/**
 * The number of a row: its own, or the next one.
 * @throws SheetProblem if it is not a whole number, not higher than the one before, or higher than any sheet has
 */
function lineOf({ r }: Attributes, before: number): number {
  const line = r === undefined ? before + 1 : /^\d{1,7}$/.test(r) ? Number(r) : 0
  if (line <= before || line > mostSheetRows) throw new SheetProblem('rowNumber', { line: before })
  return line
}

/** `AB12` → 27 */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return null
  let number = 0
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64
  return number - 1
}

/** The days between 1970-01-01 and the first day of the workbook's calendar. */
const epoch = { from1900: 25_569, from1904: 24_107 }

function dateText(serial: number, isFrom1904: boolean): string | null {
  const days = serial - (isFrom1904 ? epoch.from1904 : epoch.from1900)
  if (serial < 0 || serial > 2_958_465) return null
  const text = new Date(Math.round(days * 86_400) * 1_000).toISOString()
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
