import { buffer } from 'node:stream/consumers'
import readXlsx from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { type Cells, readCopyText } from './copy-text.ts'
import { csvLine } from './csv.ts'
import { workbook } from './workbook.ts'

async function* batchesOf(rows: Cells[], size: number) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
const sheet = { titles: ['编号', '内容'], kinds: ['text', 'text'] as ('text' | 'number')[], reads: [] }

test('rows that do not fit into one sheet continue in the next under the same titles, and none is lost', async () => {
  const rows: Cells[] = Array.from({ length: 25 }, (_, index) => [String(index + 1), `row ${index + 1}`])
  for (const [most, parts] of [
    [11, 3],
    [26, 1],
    [13, 3],
    [14, 2],
  ] as const) {
    const book = await readXlsx(
      await buffer(workbook(sheet, batchesOf(rows, 7), (part) => `part ${part}`, most)),
    )
    expect(book.map((each) => each.sheet)).toEqual(
      Array.from({ length: parts }, (_, index) => `part ${index + 1}`),
    )
    for (const each of book) expect(each.data[0]).toEqual(sheet.titles)
    expect(book.flatMap((each) => each.data.slice(1))).toEqual(rows)
  }
})

test('a workbook without rows has its titles', async () => {
  const [first] = await readXlsx(await buffer(workbook(sheet, batchesOf([], 1), () => 'only')))
  expect(first?.data).toEqual([sheet.titles])
})

test('any text is read back unchanged, except for characters that XML cannot hold', async () => {
  const texts = ['<a> & "b"', '  two  ', 'line\nline', '=1+1', '007', '𠮷', "'", 'é', '2026-01-01', ']]>']
  const rows: Cells[] = texts.map((text, index) => [String(index), text])
  const [first] = await readXlsx(await buffer(workbook(sheet, batchesOf(rows, 3), () => 'only')), {
    trim: false,
  })
  expect(first?.data.slice(1)).toEqual(rows)
  const [odd] = await readXlsx(
    await buffer(workbook(sheet, batchesOf([['1', 'a\u0000\u0008b\uffff']], 1), () => 'only')),
  )
  expect(odd?.data[1]).toEqual(['1', 'ab'])
})

test('a source that fails fails the workbook', async () => {
  async function* failing() {
    yield [['1', 'a']]
    throw new Error('gone')
  }
  await expect(buffer(workbook(sheet, failing(), () => 'only'))).rejects.toThrow('gone')
})

test('COPY’s text format is parsed correctly wherever it is cut into pieces', async () => {
  const bytes = Buffer.from('1\t中\\t文\\\\\t\\N\n2\t\\n\\r\t\n')
  for (let at = 0; at <= bytes.length; at++) {
    const pieces = (async function* () {
      yield bytes.subarray(0, at)
      yield bytes.subarray(at)
    })()
    const rows = []
    for await (const batch of readCopyText(pieces)) rows.push(...batch)
    expect(rows).toEqual([
      ['1', '中\t文\\', null],
      ['2', '\n\r', ''],
    ])
  }
})

test('a CSV line is quoted like PostgreSQL’s', () => {
  expect(csvLine(['a', null, '', 'b"c', 'd,e', 'f\ng', '\\.', ' '])).toBe(
    'a,,"","b""c","d,e","f\ng","\\.", \n',
  )
})
