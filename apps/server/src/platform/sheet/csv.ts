import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { encodingByMark } from './encoding.ts'
import { armed } from './formula.ts'
import { cellMeter, mostColumns, mostTitleLines, type OnShare, SheetProblem, type SheetRow } from './sheet.ts'

const delimiters = [',', ';', '\t'] as const
/** A longer record is invalid, because a quote was never closed or there are no line ends. In characters. */
const longestRecord = 1024 * 1024

/**
 * Reads a CSV file, some rows at a time. It may be UTF-8, with or without a byte order mark, GB18030, as a Chinese Excel saves
 * it, or UTF-16 with a mark, Excel's “Unicode text”, and be separated by commas, semicolons or tabs.
 * @throws SheetProblem
 */
export async function* readCsv(path: string, onShare: OnShare = () => undefined): AsyncGenerator<SheetRow[]> {
  const { size } = await stat(path)
  const decoder = new TextDecoder(await encodingOf(path), { fatal: true })
  const parser = csvParser()
  let read = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    read += chunk.length
    yield parser.push(decoded(decoder, chunk))
    onShare(read / size)
  }
  yield parser.push(decoded(decoder))
  yield parser.end()
}

function decoded(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw new SheetProblem('fileEncoding')
  }
}

/** A file that is valid UTF-8 to the last byte is UTF-8; text in another encoding hardly ever is. */
async function encodingOf(path: string): Promise<string> {
  const marked = await encodingByMark(path)
  if (marked) return marked
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
      decoder.decode(chunk, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'gb18030'
    throw error
  }
}

/** Takes text in pieces and returns the complete rows. Source: RFC 4180, and Excel's behavior. */
export function csvParser() {
  let rest = ''
  let line = 1
  let delimiter: string | null = null
  const meter = cellMeter()

  const take = (text: string, isLast: boolean): SheetRow[] => {
    const carried = !isLast && text.endsWith('\r') ? 1 : 0
    const body = text.slice(0, text.length - carried).replace(/\r\n?/g, '\n')
    rest = text.slice(text.length - carried)
    const rows: SheetRow[] = []
    let at = 0
    if (delimiter === null) {
      const lines = body.split('\n', mostTitleLines + 1)
      // The last of them may go on.
      const whole = isLast ? lines : lines.slice(0, -1)
      const telling = whole.slice(0, mostTitleLines).find((each) => delimiterOf(each) !== null)
      if (telling === undefined && !isLast && whole.length < mostTitleLines) return keep(body, 0)
      const first = whole[0] ?? ''
      delimiter = /^sep=([,;\t])$/i.exec(first)?.[1] ?? null
      if (delimiter) {
        at = Math.min(body.length, first.length + 1)
        line++
      } else delimiter = delimiterOf(telling ?? '') ?? delimiters[0]
    }
    while (at < body.length) {
      const end = body.indexOf('\n', at)
      const record = end < 0 ? body.slice(at) : body.slice(at, end)
      if (!record.includes('"')) {
        if (end < 0 && !isLast) return keep(body, at, rows)
        push(rows, record.split(delimiter, mostColumns))
        line++
        at = end < 0 ? body.length : end + 1
        continue
      }
      const found = quotedRecord(body, at, delimiter)
      if (!found.isWhole && !isLast) return keep(body, at, rows)
      if (found.isOpen) throw new SheetProblem('openQuote', { line })
      push(rows, found.cells)
      line += found.lines
      at = found.end
    }
    return rows
  }
  const keep = (body: string, at: number, rows: SheetRow[] = []): SheetRow[] => {
    if (body.length - at > longestRecord)
      throw new SheetProblem(body.includes('"', at) ? 'openQuote' : 'lineTooLong', { line })
    rest = body.slice(at) + rest
    return rows
  }
  const push = (rows: SheetRow[], cells: string[]) => {
    const trimmed = cells.map((cell) => armed(cell.trim()).trim())
    for (const cell of trimmed) meter.add(cell.length, line)
    if (trimmed.some((cell) => cell !== '')) rows.push({ line, cells: trimmed })
  }

  return {
    push: (text: string): SheetRow[] => take(rest + text, false),
    end: (): SheetRow[] => take(rest, true),
  }
}

/** The separator that occurs most often in a line, outside quotes; null if it has none, as the title above a table. */
function delimiterOf(line: string): string | null {
  const bare = line.replace(/"[^"]*"/g, '')
  const counts = delimiters.map((each) => bare.split(each).length)
  const most = Math.max(...counts)
  return most === 1 ? null : (delimiters[counts.indexOf(most)] as string)
}

interface Found {
  cells: string[]
  /** Where the next one begins. */
  end: number
  /** How many lines it spans. */
  lines: number
  /** Its end was found. */
  isWhole: boolean
  /** A quote was not closed. */
  isOpen: boolean
}

/** Parses one record that has quotes; `""` within quotes is one quote. */
function quotedRecord(text: string, start: number, delimiter: string): Found {
  const cells: string[] = []
  let cell = ''
  let lines = 1
  let at = start
  const done = (end: number, isWhole: boolean, isOpen = false): Found => {
    if (cells.length < mostColumns) cells.push(cell)
    return { cells, end, lines, isWhole, isOpen }
  }
  while (at < text.length) {
    if (text[at] === '"' && cell === '') {
      for (;;) {
        const close = text.indexOf('"', at + 1)
        if (close < 0) return done(text.length, false, true)
        const part = text.slice(at + 1, close)
        if (part.includes('\n')) lines += part.split('\n').length - 1
        cell += part
        at = close + 1
        if (text[at] !== '"') break
        cell += '"'
      }
      // A quote at the very end may be the first of two.
      if (at >= text.length) return done(at, false)
    }
    const sign = text[at]
    if (sign === '\n') return done(at + 1, true)
    if (sign === delimiter) {
      if (cells.length < mostColumns) cells.push(cell)
      cell = ''
      at++
    } else {
      let end = at + 1
      while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end++
      cell += text.slice(at, end)
      at = end
    }
  }
  return done(at, false)
}
