import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bomb, large, sheetOf, usual, workbook } from '#test/workbook'
import { csvParser, readCsv } from './csv.ts'
import { armed, defused } from './formula.ts'
import { SheetProblem, type SheetRow } from './sheet.ts'
import { writeXlsx } from './write-xlsx.ts'
import { readXlsx } from './xlsx.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kabao-sheet-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function all(rows: AsyncGenerator<SheetRow[]>): Promise<SheetRow[]> {
  const found: SheetRow[] = []
  for await (const some of rows) found.push(...some)
  return found
}
async function fileOf(content: string | Buffer) {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, content)
  return path
}
const csv = async (content: string | Buffer) => all(readCsv(await fileOf(content)))
const xlsx = async (parts: Record<string, string | Buffer>) =>
  all(readXlsx(await fileOf(await workbook(parts))))
const problemOf = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error: unknown) => (error instanceof SheetProblem ? error.problem : error),
  )

const refusal = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error: unknown) => (error instanceof SheetProblem ? [error.problem, error.values] : error),
  )

/** `类型,值 / 手机号,13800001234` in GB18030. */
const gb18030 = Buffer.from('c0e0d0cd2cd6b50d0acad6bbfabac52c31333830303030313233340d0a', 'hex')

describe('CSV', () => {
  test.each([
    ['commas', 'a,b\r\n1,2\r\n'],
    ['semicolons', 'a;b\n1;2'],
    ['tabs, a mark and old line ends', '\uFEFFa\tb\r1\t2\r'],
    ['a line that names the separator', 'sep=;\r\na;b\r\n1;2'],
  ])('%s', async (what, text) => {
    const rows = await csv(text)
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(rows.at(-1)?.line).toBe(what.startsWith('a line') ? 3 : 2)
  })

  test('GB18030, as a Chinese Excel saves it', async () => {
    expect((await csv(gb18030)).map(({ cells }) => cells)).toEqual([
      ['类型', '值'],
      ['手机号', '13800001234'],
    ])
  })

  test('quotes hold separators, line ends and quotes; lines are counted as the sender counts them', async () => {
    expect(await csv('a,b\n"x, ""y""\nz",1\n\n  ,\n2,"" \n')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x, "y"\nz', '1'] },
      { line: 6, cells: ['2', ''] },
    ])
  })

  test('the result is the same however the file is cut into pieces', () => {
    const text = 'a,b\r\n"x ""y""\r\nz",1\r\n甲,"乙"\r\n"",last'
    const parsed = (sizes: number) => {
      const parser = csvParser()
      const rows: SheetRow[] = []
      for (let at = 0; at < text.length; at += sizes) rows.push(...parser.push(text.slice(at, at + sizes)))
      return [...rows, ...parser.end()]
    }
    const whole = parsed(text.length)
    expect(whole).toHaveLength(4)
    for (let size = 1; size < text.length; size++) expect(parsed(size)).toEqual(whole)
  })

  test('an unclosed quote is reported with its line, and does not fill the memory', async () => {
    expect(await problemOf(csv('a,b\n1,"2\n3,4\n'))).toBe('openQuote')
    expect(await problemOf(csv(`a,b\n1,"${'x\n'.repeat(2_000_000)}`))).toBe('openQuote')
  })

  test('a cell of the maximum length is read, and a longer one is refused', async () => {
    const rows = await csv(`a,b\n1,${'x'.repeat(32_767)}\n`)
    expect(rows[1]?.cells[1]).toHaveLength(32_767)
    for (const cell of ['x'.repeat(32_768), `"${'x'.repeat(32_768)}"`])
      expect(await refusal(csv(`a,b\n1,2\n\n3,${cell}\n`))).toEqual([
        'cellTooLong',
        { line: 4, limit: 32_767 },
      ])
  })

  test('an endless line is reported as such, and not as an unclosed quote', async () => {
    expect(await refusal(csv(`a,b\n1,2\n${'x'.repeat(2_000_000)}`))).toEqual(['lineTooLong', { line: 3 }])
  })

  test.each(['utf-16le', 'utf-16be'] as const)('%s with a mark, Excel’s “Unicode text”', async (encoding) => {
    const bytes = Buffer.from('\ufeff类型\t值\r\n手机号\t13800001234\r\n', 'utf16le')
    const rows = await csv(encoding === 'utf-16le' ? bytes : bytes.swap16())
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['类型', '值'],
      ['手机号', '13800001234'],
    ])
  })

  test('the separator is that of the table, not of the title above it', async () => {
    const rows = await csv('客户名单\n\na;b\n1;2\n')
    expect(rows.map(({ cells }) => cells)).toEqual([['客户名单'], ['a', 'b'], ['1', '2']])
  })

  test('bytes in an unknown encoding are refused', async () => {
    expect(await problemOf(csv(Buffer.from([0x61, 0xff, 0xff, 0x0a])))).toBe('fileEncoding')
  })
})

describe('XLSX', () => {
  test('plain, shared and rich texts, numbers, dates, formulas and gaps are read as the sender sees them', async () => {
    const rows = await xlsx({
      'xl/sharedStrings.xml':
        '<sst><si><t>类型</t></si><si><r><t>有</t></r><r><t xml:space="preserve">效期 </t></r><rPh sb="0" eb="1"><t>you</t></rPh></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/><numFmt numFmtId="171" formatCode="0&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': sheetOf(
        `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
         <row r="3"><c r="A3" t="inlineStr"><is><t>a &amp; b</t></is></c><c r="B3"><v>1.3800001234E10</v></c><c r="C3" s="1"><v>46387</v></c></row>
         <row r="4"><c r="A4"><v>1.1010519491231E+17</v></c><c r="B4" s="2"><v>46387.75</v></c><c r="C4" s="3"><v>7</v></c></row>
         <row r="5"><c t="str"><f>A1&amp;"x"</f><v>类型x</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>
         <row r="6"/>`,
      ),
    })
    expect(rows).toEqual([
      { line: 1, cells: ['类型', '', '有效期'] },
      { line: 3, cells: ['a & b', '13800001234', '2026-12-31'] },
      { line: 4, cells: ['1.1010519491231e+17', '2026-12-31 18:00:00', '7'] },
      { line: 5, cells: ['类型x', 'TRUE', '#N/A'] },
    ])
  })

  test.each([
    ['59.699999999999996', '0', '59.7'],
    ['13812345623.000002', '0', '13812345623'],
    ['0.1', '0', '0.1'],
    ['1234567890123456', '0', '1234567890123456'],
    ['0.15', '1', '15%'],
    ['0.125', '2', '12.5%'],
    ['0.28999999999999998', '2', '29%'],
    ['1', '3', '100%'],
    ['0.15', '4', '0.15'],
  ])('the number %s in the format %s is read as %s', async (stored, style, text) => {
    const rows = await xlsx({
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0.0%;[Red]-0.0%"/><numFmt numFmtId="171" formatCode="0.00&quot;%&quot;"/></numFmts><cellXfs><xf/><xf numFmtId="9"/><xf numFmtId="10"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': sheetOf(`<row r="1"><c r="A1" s="${style}"><v>${stored}</v></c></row>`),
    })
    expect(rows[0]?.cells).toEqual([text])
  })

  test('escapes of characters are decoded, once', async () => {
    const rows = await xlsx({
      'xl/sharedStrings.xml': '<sst><si><t>a_x000D_&#10;b</t></si></sst>',
      'xl/worksheets/sheet1.xml': sheetOf(
        '<row r="1"><c t="s"><v>0</v></c><c t="inlineStr"><is><t>_x005F_x000D_</t></is></c><c t="str"><v>_x4E2D__x6587_</v></c></row>',
      ),
    })
    expect(rows[0]?.cells).toEqual(['a\r\nb', '_x000D_', '中文'])
  })

  test('merged cells have their value in each of their rows, and make no rows of their own', async () => {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
    const sheet = (merged: string) =>
      xlsx({
        'xl/worksheets/sheet1.xml': `<worksheet xmlns="x"><sheetData>
          <row r="1">${cell('A1', '团队')}${cell('B1', '姓名')}${cell('C1', '备注')}</row>
          <row r="2">${cell('A2', '一组')}${cell('B2', '甲')}${cell('C2', '同')}</row>
          <row r="3"><c r="A3"/>${cell('B3', '乙')}<c r="C3"/></row>
          <row r="4"><c r="A4"/><c r="B4"/></row>
          <row r="5">${cell('B5', '丙')}</row></sheetData>${merged}</worksheet>`,
      }).then((rows) => rows.map(({ line, cells }) => [line, ...cells]))
    expect(
      await sheet('<mergeCells count="2"><mergeCell ref="A2:A4"/><mergeCell ref="C2:D3"/></mergeCells>'),
    ).toEqual([
      [1, '团队', '姓名', '备注'],
      [2, '一组', '甲', '同'],
      [3, '一组', '乙', '同'],
      [5, '', '丙'],
    ])
    expect((await sheet('')).at(2)).toEqual([3, '', '乙'])
    const many = `<mergeCells>${'<mergeCell ref="A2:A3"/>'.repeat(100_001)}</mergeCells>`
    expect(await problemOf(sheet(many))).toBe('fileBomb')
  })

  test('days that are counted from 1904, and XML prefixes, are understood', async () => {
    const rows = await xlsx({
      'xl/workbook.xml': String(usual['xl/workbook.xml'])
        .replace('<sheets>', '<workbookPr date1904="1"/><sheets>')
        .replace(/<(\/?)(?=\w)/g, '<$1x:')
        .replace('xmlns=', 'xmlns:x='),
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml':
        '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c s="0"><x:v>44925</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    })
    expect(rows).toEqual([{ line: 1, cells: ['2026-12-31'] }])
  })

  test.each([
    ['one that carries a program', 'fileMacro', { 'xl/vbaProject.bin': 'x' }],
    ['one without its sheet', 'fileDamaged', {}],
    ['one whose sheet is no XML', 'fileDamaged', { 'xl/worksheets/sheet1.xml': '<worksheet><row' }],
    [
      'one that makes up entities',
      'fileDamaged',
      {
        'xl/worksheets/sheet1.xml':
          '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><row><c t="str"><v>&b;</v></c></row></worksheet>',
      },
    ],
  ])('%s is refused', async (_what, problem, parts) => {
    expect(await problemOf(xlsx(parts))).toBe(problem)
  })

  test('a cell of Excel’s maximum length is read in every form, and a longer one is refused', async () => {
    const sheet = (cell: string, shared = '') =>
      xlsx({
        'xl/sharedStrings.xml': `<sst><si><r><t>${shared.slice(1)}</t></r><r><t>${shared.slice(0, 1)}</t></r></si></sst>`,
        'xl/worksheets/sheet1.xml': sheetOf(
          `<row r="7"><c t="str"><v>1</v></c></row><row r="9">${cell}</row>`,
        ),
      })
    const [most, more] = ['x'.repeat(32_767), 'x'.repeat(32_768)]
    const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const byNumber = '&#x4E2D;'.repeat(32_767)
    expect((await sheet(inline(most)))[1]?.cells[0]).toHaveLength(32_767)
    expect((await sheet(inline(byNumber)))[1]?.cells[0]).toBe('中'.repeat(32_767))
    expect((await sheet('<c t="s"><v>0</v></c>', most))[1]?.cells[0]).toHaveLength(32_767)
    const refused = ['cellTooLong', { line: 9, limit: 32_767 }]
    expect(await refusal(sheet(inline(more)))).toEqual(refused)
    expect(await refusal(sheet(`<c t="str"><v>${more}</v></c>`))).toEqual(refused)
    expect(
      await refusal(sheet(`<c t="inlineStr"><is><r><t>${most}</t></r><r><t>x</t></r></is></c>`)),
    ).toEqual(refused)
    expect(await refusal(sheet('<c t="s"><v>0</v></c>', more))).toEqual(refused)
    expect(await refusal(sheet(inline('x'.repeat(5_000_000))))).toEqual(refused)
    // Shared texts that no cell uses do not matter.
    expect(await sheet('<c><v>1</v></c>', more)).toHaveLength(2)
  })

  test('a text that very many cells share counts for each of them', async () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(50)
    const rows = Array.from({ length: 150 }, () => `<row>${cells}</row>`).join('')
    const reading = xlsx({
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`,
      'xl/worksheets/sheet1.xml': sheetOf(rows),
    })
    expect(await refusal(reading)).toEqual(['tooMuchText', {}])
  })

  test.each([
    ['repeated', '<row r="2"/><row r="2"/>', 2],
    ['out of order', '<row r="3"/><row r="2"/>', 3],
    ['fractional', '<row r="1"/><row r="1.5"/>', 1],
    ['higher than a sheet is', '<row r="1048576"/><row r="1048577"/>', 1_048_576],
    ['enormous', '<row r="99999999999999999999"/>', 0],
    ['zero', '<row r="0"/>', 0],
    ['no number', '<row r="1"/><row r="x"/>', 1],
  ])('a row whose number is %s is refused, with the row before it', async (_what, rows, line) => {
    expect(await refusal(xlsx({ 'xl/worksheets/sheet1.xml': sheetOf(rows) }))).toEqual([
      'rowNumber',
      { line },
    ])
  })

  const long = 'x'.repeat(1_200_000)
  const sheetWith = (inside: string) => ({ 'xl/worksheets/sheet1.xml': sheetOf(inside) })
  test.each([
    ['an attribute', sheetWith(`<row a="${long}"/>`)],
    [
      'very many attributes',
      sheetWith(`<row ${Array.from({ length: 200_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`),
    ],
    ['the name of an element', sheetWith(`<${long}/>`)],
    ['the name of an attribute', sheetWith(`<row ${long}="1"/>`)],
    ['a comment', sheetWith(`<!--${'<'.repeat(1_200_000)}-->`)],
    ['an instruction', sheetWith(`<?x ${long}?>`)],
    ['a marked section', sheetWith(`<![CDATA[${long}]]>`)],
    ['a text that is no cell', sheetWith(long)],
    ['an entity', sheetWith(`&${long};`)],
    ['a document type', { 'xl/worksheets/sheet1.xml': `<!DOCTYPE x [${long}]><worksheet/>` }],
    ['elements in elements', sheetWith('<a>'.repeat(1_000) + '</a>'.repeat(1_000))],
    ['formats', { ...sheetWith(''), 'xl/styles.xml': `<s><cellXfs>${'<xf/>'.repeat(70_000)}</cellXfs></s>` }],
    [
      'links',
      {
        ...sheetWith(''),
        '_rels/.rels': `<r>${Array.from({ length: 11_000 }, (_, index) => `<Relationship Id="${index}"/>`).join('')}</r>`,
      },
    ],
    ['shared texts', { ...sheetWith(''), 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(2_000_001)}</sst>` }],
  ])('an endless %s is refused before it fills the memory', async (_what, parts) => {
    expect(await problemOf(xlsx(parts))).toBe('fileBomb')
  })

  test('an invalid number format is read fast', async () => {
    const begun = performance.now()
    await xlsx({
      'xl/styles.xml': `<s><numFmts><numFmt numFmtId="170" formatCode="${'['.repeat(400_000)}"/></numFmts></s>`,
      'xl/worksheets/sheet1.xml': sheetOf(''),
    })
    expect(performance.now() - begun).toBeLessThan(2_000)
  })

  test('a sheet that is too large after decompression is refused, whatever its compression ratio', async () => {
    const path = join(folder, 'large.xlsx')
    await large(path, 'xl/worksheets/sheet1.xml', 251)
    const begun = performance.now()
    expect(await problemOf(all(readXlsx(path)))).toBe('fileBomb')
    expect(performance.now() - begun).toBeLessThan(2_000)
  })

  test('a truncated workbook, a file that is not an archive, and a zip bomb are refused', async () => {
    const whole = await workbook({ 'xl/worksheets/sheet1.xml': sheetOf('') })
    const read = async (content: Buffer) => problemOf(all(readXlsx(await fileOf(content))))
    expect(await read(whole.subarray(0, whole.length - 30))).toBe('fileDamaged')
    expect(await read(Buffer.from('PK nothing'))).toBe('fileDamaged')
    const path = join(folder, 'bomb.xlsx')
    await bomb(path, 120)
    expect((await readFile(path)).length).toBeLessThan(300_000)
    expect(await problemOf(all(readXlsx(path)))).toBe('fileBomb')
  })

  test('a wrong decompressed size in the zip directory is detected', async () => {
    const honest = await workbook({ 'xl/worksheets/sheet1.xml': sheetOf('x'.repeat(100_000)) })
    // The decompressed size in the zip directory's entry of the sheet.
    const at = honest.lastIndexOf('xl/worksheets/sheet1.xml') - 46 + 24
    honest.writeUInt32LE(1_000, at)
    expect(await problemOf(all(readXlsx(await fileOf(honest))))).toBe('fileDamaged')
  })
})

test('any written text is read back unchanged', async () => {
  const rows = [
    ['值', '备注'],
    ['13800001234', '=1+1'],
    ['a<b>&"c"\u0000\ud800', ' two\nlines\t'],
    ['', '007'],
  ]
  const path = join(folder, 'written.xlsx')
  await pipeline(writeXlsx([{ name: 'A & B', widths: [10, 10], rows }]), createWriteStream(path))
  expect(await all(readXlsx(path))).toEqual([
    { line: 1, cells: ['值', '备注'] },
    { line: 2, cells: ['13800001234', '=1+1'] },
    { line: 3, cells: ['a<b>&"c"', 'two\nlines'] },
    { line: 4, cells: ['', '007'] },
  ])
})

test.each(['=1+1', '+86', '-1', '@x', '\tx', '\r', '\n', '＝1', "'=1", '="0012"'])(
  '%j is no formula any more, and comes back',
  (text) => {
    expect(defused(text)).toBe(`'${text}`)
    expect(armed(defused(text))).toBe(text)
  },
)

test.each([
  ["'=1+1", '=1+1'],
  ["''=1", "'=1"],
  ["'+86", '+86'],
  ["'\tx", '\tx'],
  ["'＝1", '＝1'],
  ['="0012"', '0012'],
  ['="a""b"', 'a"b'],
  ['="\'=1"', '=1'],
  ['="0012', '="0012'],
  ['13800001234', '13800001234'],
  ["'quoted'", "'quoted'"],
  ['', ''],
  ['a=b', 'a=b'],
])('the cell %j of a CSV file is the text %j', async (cell, text) => {
  expect(armed(cell)).toBe(text)
  const [, row] = await csv(`a,b\n"${cell.replaceAll('"', '""')}",x\n`)
  expect(row?.cells).toEqual([text.trim(), 'x'])
})
