import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '@kabao/contract/app/areas'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listExports, listImports } from '#boot/registry'
import { csvLine } from '#platform/exports/csv'
import { importCheck } from '#platform/imports/check-job'
import { importCommit } from '#platform/imports/commit-job'
import { headFinder } from '#platform/imports/head'
import type { AnyListImport } from '#platform/imports/list-import'
import { sentRow } from '#platform/imports/row'
import { readCsv } from '#platform/sheet/csv'
import type { SheetRow } from '#platform/sheet/sheet'
import { readXlsx } from '#platform/sheet/xlsx'
import { startApp } from './harness.ts'
import { runJobs } from './run-jobs.ts'
import { upload } from './upload.ts'

/*
 * What a list exports is read back by its import as the same values, whatever people have written into it.
 */

vi.setConfig({ testTimeout: 120_000 })
const app = startApp()
let running: Awaited<ReturnType<typeof runJobs>>
beforeAll(async () => {
  running = await runJobs(app, [importCheck(listImports), importCommit(listImports)])
  await app.pool.query(
    `insert into product (name, kind, flow, face_fen, price_fen, valid_days, stock) values ('=礼包', 'package', 'full', 990, 990, 30, 5)`,
  )
  await app.pool.query(`insert into collection (name, provider) values ('+链接池', 'pool')`)
})
afterAll(() => running.stop())

/** What spreadsheet programs and our own escapes make something else of. */
const hard = [
  '0012345',
  '1/2',
  '2026-1-2',
  '1E5',
  '913564202305110021',
  '=1+1',
  "'=1+1",
  "''=1",
  '="0012"',
  '＝1',
  '+86',
  '-1',
  '@x',
  "'",
  '"',
  'a"b,c;d',
  '_x000D_',
  '_x005F_x0041_',
  'a&<b>',
  '永久',
  'é',
  '👨‍👩‍👧 ❤️',
  '𠮷',
  '\\.',
  'TRUE',
  '#N/A',
]
const text = fc
  .oneof(
    fc.constantFrom(...hard),
    fc.array(fc.constantFrom(...hard), { minLength: 2, maxLength: 3 }).map((parts) => parts.join(' ')),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
  )
  // The names of columns and digits that are masked are not what is tested here.
  .filter((each) => !/\d(?:\D?\d){10}/.test(each) && !each.includes('\0'))
const lines = fc.tuple(text, text).map((both) => both.join('\r\n'))

type Cells = Record<string, string>
interface Made {
  /** The cells of a row. */
  row(at: number, text: () => string, lines: () => string): Cells
  /** Columns whose values an export masks, or does not have. */
  hidden: readonly string[]
}

const channel = (flow: string): Made => ({
  row: (at, text, lines) => ({
    name: `${text()}~${at}`,
    flow,
    settlement: at % 2 ? 'CPA' : 'CPS',
    priceFen: at % 2 ? `${at}.05` : '',
    shareBp: at % 2 ? '' : '12.5%',
    deductionBp: '0.29%',
    dailyCap: at % 3 ? '' : '500',
    allowedIps: at % 3 ? '' : '203.0.113.7/24，2001:DB8::1',
    callsPerSecond: at % 3 ? '' : '7',
    remark: lines(),
  }),
  hidden: ['contactName', 'contactPhone'],
})
const product = (flow: string): Made => ({
  row: (at, text, lines) => ({
    name: `${text()}~${at}`,
    kind: '卡包',
    flow,
    faceFen: `${at}.10`,
    priceFen: '1,234.50',
    validDays: '30',
    stock: at % 2 ? '' : '12',
    perUserLimit: at % 2 ? '' : '3',
    summary: text(),
    remark: lines(),
    ...(flow === 'UV联登' && { targetUrl: `https://a.example.com/${at}?q=%20` }),
  }),
  hidden: ['orgCode'],
})

/** A row for each list that has an import and an export, or why it has none. */
const made: Record<string, Made | string> = {
  blacklist: {
    row: (at, text, lines) => ({
      kind: at % 2 ? '设备' : 'IP',
      value: at % 2 ? `00${at}E5` : `203.0.113.${at}`,
      reason: text(),
      expiresAt: at % 3 ? '永久' : '2099-12-31 24:00',
      remark: lines(),
    }),
    hidden: [],
  },
  channel: channel('全流程'),
  channelUv: channel('UV联登'),
  product: product('全流程'),
  productUv: product('UV联登'),
  poolLink: {
    row: (at) => ({
      url: `https://pay.example.com/${at}?a=1,2&b="x"`,
      product: '=礼包',
      amountFen: `${at}.07`,
      expiresAt: at % 2 ? '' : '2099-12-31 18:00:01',
      collection: at % 2 ? '' : '+链接池',
    }),
    hidden: [],
  },
  lead: 'an export masks the phones by which an import knows its rows',
  user: 'an export masks the phones by which an import knows its rows',
  pushReturn: 'an import asks for returns of pushes, which it names by their ids',
}
const lists = listImports.filter(({ name }) => listExports.some(({ resource }) => resource === name))

test('every list that has both is among them', () => {
  expect(lists.map(({ name }) => name).toSorted()).toEqual(Object.keys(made).toSorted())
})

test.each(
  lists.filter(({ name }) => typeof made[name] !== 'string').map((list) => [list.name, list] as const),
)('what is exported of %s is imported as it was', async (name, list) => {
  const { row, hidden } = made[name] as Made
  const drawn = (from: fc.Arbitrary<string>) => fc.sample(from, { numRuns: 400, seed: 7 }).values()
  const texts = drawn(text)
  const longTexts = drawn(lines)
  const rows = Array.from({ length: 60 }, (_, at) =>
    row(
      at + 1,
      () => texts.next().value ?? '',
      () => longTexts.next().value ?? '',
    ),
  )
  const columns = Object.keys(list.rows.columns)
  const source = [
    columns.map((column) => list.rows.words.tree.column[column]?.[0] ?? column),
    ...rows.map((cells) => columns.map((column) => cells[column] ?? '')),
  ].map(csvLine)
  const sent = await read(list, Buffer.from(source.join('')), 'csv', hidden)
  expect(sent).toHaveLength(60)
  expect(sent.filter((each) => each.includes('"problem"'))).toEqual([])

  const request = await app.as(`${name}:import`, `${name}:page`, `${name}:export`)
  const file = await upload(app.app, request.token, 'import', [{ name: 'a.csv', content: source.join('') }])
  const { id } = (await request('POST', `/import/${name}`, { fileId: file.data[0].id })).body.data
  const state = async () => (await request('GET', `/import/${name}/${id}`)).body.data
  await vi.waitFor(async () => expect((await state()).status).toBe('checked'), {
    timeout: 60_000,
    interval: 50,
  })
  expect((await state()).report).toMatchObject({ new: 60, wrong: 0 })
  await request('POST', `/import/${name}/${id}/commit`)
  await vi.waitFor(async () => expect((await state()).status).toBe('done'), { timeout: 60_000, interval: 50 })

  const exporting = listExports.find(({ resource }) => resource === name)
  const path = endpoints.find(({ body }) => body === exporting?.body)?.path as string
  for (const way of [{ format: 'xlsx' }, { format: 'csv' }, { format: 'csv', asText: true }] as const) {
    const { body } = await request('POST', path, { ...way, columns: Object.keys(exporting?.columns ?? {}) })
    expect(body, body.desc).toMatchObject({ code: '0000' })
    const { rawPayload } = await app.app.inject({ url: `/api/common/download?ticket=${body.data.ticket}` })
    const found = new Set(await read(list, rawPayload, way.format, hidden))
    expect(
      sent.filter((each) => !found.has(each)),
      JSON.stringify(way),
    ).toEqual([])
  }
})

/** The rows of a file as the import reads them, without the hidden columns. */
async function read(
  { rows: list }: AnyListImport,
  bytes: Buffer,
  format: 'csv' | 'xlsx',
  hidden: readonly string[],
): Promise<string[]> {
  const path = join(tmpdir(), `kabao-round-trip-${randomUUID()}`)
  await writeFile(path, bytes)
  const rows: SheetRow[] = []
  for await (const some of format === 'csv' ? readCsv(path) : readXlsx(path)) rows.push(...some)
  const head = headFinder(list)
  const places = head(rows[0] as SheetRow)
  if (!places) throw new Error(`The first row is no header row: ${rows[0]?.cells.join()}`)
  return rows.slice(1).map(({ cells }) => {
    const sent = sentRow(cells, places)
    const row: Record<string, unknown> = {}
    for (const [name, column] of Object.entries(list.columns)) {
      if (hidden.includes(name)) continue
      const cell = sent[name]
      const result =
        cell === undefined
          ? { value: column.empty ?? null }
          : column.read(cell, { timeZone: 'Asia/Shanghai', now: 0, row })
      row[name] = result && 'value' in result ? result.value : result
    }
    return JSON.stringify(row)
  })
}
