import { daysAfter } from '@kabao/contract/kernel/business-clock'
import { type Figure, type FigureName, figures } from '@kabao/contract/statistics/report/figures'
import { todayOf } from '@kabao/contract/statistics/report/range'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reports } from '@kabao/contract/statistics/report/reports'
import type { ReportCell, ReportRecord, ReportRow } from '@kabao/contract/statistics/report/rows'
import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { type RequestFn, startApp } from '../harness.ts'
import { addFacts } from '../report-facts.ts'
import { anyFact, anyVisit, createReportWorld, type ReportWorld } from './world.ts'

vi.setConfig({ testTimeout: 120_000 })
const app = startApp()
const now = Date.now()
const today = todayOf({ timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }, now)
/** Facts are of so many days, visits of fewer. */
const [daysOfFacts, daysOfVisits] = [24, 5]
let world: ReportWorld
let request: RequestFn
let keeper: RequestFn

beforeAll(async () => {
  world = await createReportWorld(app)
  const points = reports.map(({ name }) => `${name}:page`)
  request = await app.as(...points)
  const asKeeper = await app.as(...points)
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [asKeeper.adminId],
  )
  await app.pool.query('update channel set owner_id = $1 where owner_id = $2', [
    asKeeper.adminId,
    world.ownerId,
  ])
  keeper = asKeeper
  const [facts] = fc.sample(fc.array(anyFact(world, now, daysOfFacts), { minLength: 500, maxLength: 500 }), {
    numRuns: 1,
    seed: 7,
  })
  const [visits] = fc.sample(
    fc.array(anyVisit(world, now, daysOfVisits), { minLength: 120, maxLength: 120 }),
    {
      numRuns: 1,
      seed: 7,
    },
  )
  await addFacts(app, facts ?? [], visits ?? [])
})

type Body = Record<string, unknown>

const ofDay = fc.integer({ min: 0, max: daysOfFacts }).map((ago) => ({ from: ago, to: ago }))
const ofDays = fc
  .tuple(fc.integer({ min: 0, max: daysOfFacts }), fc.integer({ min: 0, max: 12 }))
  .map(([ago, more]) => ({ from: ago + more, to: ago }))

/** Any question that a report answers. */
const anyQuestion = (report: Report): fc.Arbitrary<Body> =>
  fc
    .tuple(
      fc.oneof(ofDay, ofDays),
      fc.constantFrom('hour', 'day', 'day', 'week', 'month'),
      fc.constantFrom(undefined, undefined, 'flow', ...report.filters),
    )
    .chain(([{ from, to }, grain, filter]) => {
      // Hours are told of a single day, by the day of the fact, and not for long.
      const isHourly = grain === 'hour'
      return fc.record({
        from: fc.constant(daysAfter(today, -(isHourly ? to : from))),
        to: fc.constant(daysAfter(today, -to)),
        grain: fc.constant(grain),
        way: isHourly ? fc.constant('day') : fc.constantFrom('day', 'came'),
        compare: isHourly
          ? fc.constantFrom('none', 'previous', 'week')
          : fc.constantFrom('none', 'previous', 'week', 'month', 'year'),
        by: fc.constantFrom('both', 'period', 'dimension'),
        sort: fc.constantFrom('period', '-period', `-${report.figures[0]}`, report.chart),
        size: fc.constantFrom(3, 200),
        ...(filter && { [filter]: filterValues(report)[filter] }),
      })
    })

/** One of these ids, or several. */
const anyOf = (ids: readonly string[]): fc.Arbitrary<string> =>
  fc.subarray([...ids], { minLength: 1 }).map((some) => some.join())

const filterValues = ({ flow }: Report): Record<string, fc.Arbitrary<string>> => ({
  flow: flow ? fc.constant(flow) : fc.constantFrom('full', 'half', 'uv'),
  channelId: anyOf(world.channels.map(({ id }) => id)),
  orgId: anyOf(world.orgs),
  planId: anyOf(world.plans),
  productId: anyOf(world.products),
  cityCode: fc.constantFrom('440300', '440305', '440000', '110101'),
})

/** All records behind a drill-down, page by page. */
async function recordsBehind(who: RequestFn, { path }: Report, body: Body): Promise<ReportRecord[]> {
  const all: ReportRecord[] = []
  for (let current = 1; ; current++) {
    const { data, code } = (await who('POST', `${path}/records`, { ...body, current, size: 200 })).body
    expect(code, JSON.stringify(body)).toBe('0000')
    all.push(...data.records)
    if (data.records.length < 200) {
      const fen = all.reduce((sum, row) => sum + (row.fen ?? 0), 0)
      expect({ count: data.count, fen: data.fen, body }).toEqual({
        count: all.length,
        fen: data.fen === null ? null : fen,
        body,
      })
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      return all
    }
  }
}

/** Halves away from zero. */
const rounded = { maximumFractionDigits: 0, roundingMode: 'halfExpand', useGrouping: false } as const

/** A figure from the records behind its drill-downs. */
async function figureBehind(
  who: RequestFn,
  report: Report,
  name: FigureName,
  drillDown: Body,
): Promise<number | null> {
  const figure: Figure = figures[name]
  const partOf = async (part: 'top' | 'bottom') => {
    const rows = await recordsBehind(who, report, { ...drillDown, figure: name, part })
    return rows.some(({ fen }) => fen !== null)
      ? rows.reduce((sum, { fen }) => sum + (fen ?? 0), 0)
      : rows.length
  }
  const top = await partOf('top')
  if (!('top' in figure)) return top
  const bottom = await partOf('bottom')
  if (bottom === 0 || (figure.isShare && top > bottom)) return null
  return figure.format === 'price' ? Number((top / bottom).toLocaleString('en', rounded)) : top / bottom
}

async function checkCells(
  who: RequestFn,
  report: Report,
  asked: Body,
  row: { drillDown: Body; cells: ReportRow['cells'] },
) {
  const { by: _by, sort: _sort, size: _size, ...question } = asked
  for (const [name, cell] of Object.entries(row.cells) as [FigureName, ReportCell][]) {
    const drillDown = { ...question, ...row.drillDown }
    const what = JSON.stringify({ report: report.name, name, drillDown })
    // Visitors that nobody counts, and the balances of others.
    const isUntold = cell.value === null && !('top' in figures[name])
    if (isUntold) continue
    if (cell.value !== null)
      expect(cell.value, what).toBeCloseTo((await figureBehind(who, report, name, drillDown)) as number, 9)
    if (asked.compare === 'none') expect(cell.before, what).toBeUndefined()
    else if (cell.before !== null) {
      const before = await figureBehind(who, report, name, { ...drillDown, side: 'before' })
      expect(cell.before, `${what} before`).toBeCloseTo(before as number, 9)
      if (cell.value === null) expect(cell.change, what).toBeNull()
      else expect(cell.change, what).toBeCloseTo(cell.value - (before as number), 9)
    }
  }
}

/** Any question that a report answers as a cross table. */
const anyCross = (report: Report): fc.Arbitrary<Body> =>
  fc
    .tuple(
      anyQuestion(report),
      fc.constantFrom('period', ...(report.flow ? [] : ['flow'])),
      fc.constantFrom(...report.figures.filter((name) => name !== 'closing')),
    )
    .map(([{ flow: _flow, sort: _sort, ...asked }, across, cellFigure]) => ({
      ...asked,
      compare: 'none',
      across,
      cellFigure,
    }))

test.each(
  reports.filter(({ dimension }) => dimension !== 'none').map((report) => [report.name, report] as const),
)(
  '%s: every cell of a cross table, and its totals both ways, are what the records behind its drill-down come to',
  async (_name, report) => {
    let cellsChecked = 0
    await fc.assert(
      fc.asyncProperty(
        anyCross(report),
        fc.nat(),
        fc.constantFrom(false, false, true),
        async (asked, pick, isKeeper) => {
          const who = isKeeper ? keeper : request
          const { body } = await who('POST', `${report.path}/page`, asked)
          expect(body.code, JSON.stringify([asked, body.data])).toBe('0000')
          const { records, cross, total } = body.data
          const { by: _by, size: _size, across, cellFigure, ...question } = asked
          const check = async (cell: ReportCell, drillDown: Body) => {
            const what = JSON.stringify({ asked, drillDown })
            const isUntold = cell.value === null && !('top' in figures[cellFigure as FigureName])
            if (isUntold) return
            const behind = await figureBehind(who, report, cellFigure as FigureName, {
              ...question,
              ...drillDown,
            })
            if (cell.value === null) expect(behind, what).toBeNull()
            else expect(cell.value, what).toBeCloseTo(behind as number, 9)
            cellsChecked++
          }
          const placeOf = (column: string) => (across === 'flow' ? { ofFlow: column } : { period: column })
          const row: ReportRow | undefined = records[pick % Math.max(1, records.length)]
          const columns: string[] = cross.columns
          for (const column of [columns[pick % columns.length], columns.at(-1)] as string[]) {
            await check(cross.totals[column], placeOf(column))
            if (row) await check(row.cells[column] as ReportCell, { rowId: row.id, ...placeOf(column) })
          }
          await check(cross.totals.total, {})
          if (row) await check(row.cells.total as ReportCell, { rowId: row.id })
          // What can be added up adds up both ways, unless some rows are on other pages.
          if (!('sum' in figures[cellFigure as FigureName]) || cross.totals.total.value === null) return
          const sum = (cells: readonly (ReportCell | undefined)[]) =>
            cells.reduce((all, cell) => all + (cell?.value ?? 0), 0)
          expect(sum(columns.map((column) => cross.totals[column]))).toBe(cross.totals.total.value)
          for (const each of records as ReportRow[])
            expect(sum(columns.map((column) => each.cells[column]))).toBe(each.cells.total?.value)
          if (records.length === total)
            expect(sum(records.map((each: ReportRow) => each.cells.total))).toBe(cross.totals.total.value)
        },
      ),
      { numRuns: 6, endOnFailure: true },
    )
    expect(cellsChecked).toBeGreaterThan(0)
  },
)

test.each(reports.map((report) => [report.name, report] as const))(
  '%s: every cell, total and comparison is what the records behind its drill-down come to',
  async (_name, report) => {
    let rowsChecked = 0
    // Random filters may leave no row eight times.
    for (let tries = 0; tries < 5 && rowsChecked === 0; tries++)
      await fc.assert(
        fc.asyncProperty(
          anyQuestion(report),
          fc.nat(),
          fc.constantFrom(false, false, true),
          async (asked, pick, isKeeper) => {
            const who = isKeeper ? keeper : request
            const { body } = await who('POST', `${report.path}/page`, asked)
            expect(body.code, JSON.stringify([asked, body.data])).toBe('0000')
            const rows: ReportRow[] = body.data.records
            await checkCells(who, report, asked, { drillDown: {}, cells: body.data.totals })
            const row = rows[pick % Math.max(1, rows.length)]
            if (!row) return
            rowsChecked++
            const drillDown = { ...(row.period && { period: row.period }), ...(row.id && { rowId: row.id }) }
            await checkCells(who, report, asked, { drillDown, cells: row.cells })
          },
        ),
        { numRuns: 8, endOnFailure: true },
      )
    expect(rowsChecked).toBeGreaterThan(0)
  },
)
