import { StringDecoder } from 'node:string_decoder'

export type Cells = (string | null)[]

/** Parses the text format of `copy … to stdout` into rows, piece by piece. */
export async function* readCopyText(pieces: AsyncIterable<Buffer>): AsyncGenerator<Cells[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.write(piece)).split('\n')
    rest = lines.pop() as string
    if (lines.length > 0) yield lines.map(cellsOf)
  }
}

const cellsOf = (line: string): Cells => line.split('\t').map(cellOf)

function cellOf(text: string): string | null {
  if (text === '\\N') return null
  return text.includes('\\') ? text.replace(/\\(.)/g, (_, sign: string) => signs[sign] ?? sign) : text
}

/** Source: PostgreSQL's manual, COPY, text format. */
const signs: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
