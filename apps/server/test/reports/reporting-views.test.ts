import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { daysAfter, endOfDay } from '@kabao/contract/kernel/business-clock'
import { type Figure, type FigureName, figures } from '@kabao/contract/statistics/report/figures'
import { todayOf } from '@kabao/contract/statistics/report/range'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reports } from '@kabao/contract/statistics/report/reports'
import type { ReportRow } from '@kabao/contract/statistics/report/rows'
import fc from 'fast-check'
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { repositoryRoot } from '#platform/base/paths'
import { reportingRole } from '#platform/db/reporting-role'
import { type RequestFn, startApp } from '../harness.ts'
import { addFacts } from '../report-facts.ts'
import { anyFact, anyVisit, createReportWorld } from './world.ts'

const app = startApp()
const clock = { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }
const now = Date.now()
const today = todayOf(clock, now)
const daysOfFacts = 6
let request: RequestFn
/** The expression of each figure, as the document for other tools tells it. */
let expressions: Map<string, string>

beforeAll(async () => {
  const world = await createReportWorld(app)
  request = await app.as('*')
  const many = <T>(any: fc.Arbitrary<T>, length: number): T[] =>
    fc.sample(fc.array(any, { minLength: length, maxLength: length }), { numRuns: 1, seed: 11 })[0] as T[]
  await addFacts(
    app,
    many(anyFact(world, now, daysOfFacts), 400),
    many(anyVisit(world, now, daysOfFacts), 120),
  )
  const document = await readFile(join(repositoryRoot, 'docs/reporting.md'), 'utf8')
  expressions = new Map(
    [...document.matchAll(/^\| `(\w+)` +\| `(.+?)` +\|$/gm)].map(([, name = '', text = '']) => [name, text]),
  )
})

/** Runs statements as the role of other tools. */
async function asTool<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await app.pool.connect()
  try {
    await client.query(`begin read only; set local role ${reportingRole}; set local search_path = reporting`)
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const grains = { channel: 'channel_id', org: 'org_id', product: 'product_id', city: 'city_code' } as const

/** The rows of a report as another tool finds them, by day and record. */
async function rowsBySql(report: Report, way: 'day' | 'came', names: readonly FigureName[]) {
  const { dimension, flow } = report
  const column = dimension === 'none' ? 'null::bigint' : grains[dimension]
  const grain = dimension === 'none' ? 'all' : dimension
  const selected = names.map((name) => `(${expressions.get(name)})::float8 as "${name}"`).join(', ')
  const { rows } = await asTool((client) =>
    client.query<Record<string, number | null> & { day: string; id: string | null }>(
      `select day::text, ${column}::text as id, ${selected} from figures_by_day
       where way = $1 and grain = $2 and day between $3 and $4 and ($5::text is null or flow = $5)
         ${dimension === 'org' || dimension === 'product' ? `and ${column} <> 0` : ''}
       group by 1, 2`,
      [way, grain, daysAfter(today, -daysOfFacts), today, flow ?? null],
    ),
  )
  return new Map(rows.map((row) => [`${row.day} ${row.id}`, row]))
}

const isClosing = (name: FigureName) => 'closing' in (figures[name] as Figure)

describe.each(reports.map((report) => [report.name, report] as const))('%s', (_name, report) => {
  test.each(['day', 'came'] as const)(
    'by the way "%s", the views tell each figure as the report does',
    async (way) => {
      const names = report.figures.filter((name) => !isClosing(name))
      expect(names.filter((name) => !expressions.has(name))).toEqual([])
      const found = await rowsBySql(report, way, names)
      const { data } = (
        await request('POST', `${report.path}/page`, {
          from: daysAfter(today, -daysOfFacts),
          to: today,
          way,
          size: 200,
          ...(report.dimension === 'city' && { regionLevel: 'district' }),
        })
      ).body
      const rows: ReportRow[] = data.records
      expect(rows.length).toBe(data.total)
      expect(rows.length).toBeGreaterThan(0)
      for (const { period, id, cells } of rows) {
        const row = found.get(`${period} ${id}`)
        for (const name of names) {
          const value = cells[name]?.value ?? null
          const what = JSON.stringify({ period, id, name })
          // Visitors of an organization are not counted; the views have none.
          if (value === null) expect([null, 0, undefined], what).toContain(row?.[name])
          else expect(row?.[name], what).toBeCloseTo(value, 9)
        }
      }
    },
  )
})

test('the closing balance of an organization is that of its last transfer of the day', async () => {
  const { data } = (
    await request('POST', '/chart/org-list/page', { from: today, to: today, by: 'dimension', size: 200 })
  ).body
  const rows: ReportRow[] = data.records
  expect(rows.some(({ cells }) => (cells.closing?.value ?? 0) > 0)).toBe(true)
  for (const { id, cells } of rows) {
    const { rows: found } = await asTool((client) =>
      client.query<{ fen: string }>(
        `select t.balance_after_fen as fen from account a cross join lateral
           (select balance_after_fen from transfer where account_id = a.id and at < $2 order by number desc limit 1) t
         where a.org_id = $1`,
        [id, new Date(endOfDay(today, clock)).toISOString()],
      ),
    )
    expect(Number(found[0]?.fen ?? 0)).toBe(cells.closing?.value)
  }
})

test('the figures are the numbers and sums of the facts', async () => {
  const { rows } = await asTool((client) =>
    client.query(
      `with told as (
         select day, sum(registrations)::int as registrations, sum(accepted)::int as accepted, sum(charged_fen)::int as charged
         from figures_by_day where way = 'day' and grain = 'full' group by day
       ), counted as (
         select day, (count(*) filter (where kind = 'registration'))::int as registrations, (count(*) filter (where kind = 'accepted'))::int as accepted,
           coalesce(sum(fen) filter (where kind = 'charge'), 0)::int as charged
         from fact group by day
       )
       select count(*)::int as days, count(*) filter (where told is distinct from counted)::int as wrong from told full join counted using (day)`,
    ),
  )
  expect(rows).toEqual([{ days: expect.any(Number), wrong: 0 }])
  expect(rows[0].days).toBeGreaterThan(3)
})

test('every statement of the sample dashboard runs', async () => {
  const text = await readFile(join(repositoryRoot, 'deploy/reporting/dashboard.sql'), 'utf8')
  const statements = text.split(/;\n/).filter((each) => /^\s*select/m.test(each))
  expect(statements.length).toBeGreaterThan(5)
  const sizes = await asTool(async (client) => {
    const counts: number[] = []
    for (const statement of statements) counts.push((await client.query(statement)).rows.length)
    return counts
  })
  expect(sizes[0]).toBeGreaterThan(0)
})

describe('the role of other tools', () => {
  test.each([
    ['select from public."user"'],
    ['select from public.channel'],
    ['select from public.admin'],
    ['insert into channel (name) values (1)'],
    ['delete from channel'],
  ])('may not %s', async (statement) => {
    await expect(asTool((client) => client.query(statement))).rejects.toThrow()
  })

  test('may read for a minute each time, and only read', async () => {
    const { rows } = await app.pool.query(`select rolcanlogin, rolconfig from pg_roles where rolname = $1`, [
      reportingRole,
    ])
    expect(rows).toEqual([
      {
        rolcanlogin: false,
        rolconfig: ['statement_timeout=60s', 'default_transaction_read_only=on', 'search_path=reporting'],
      },
    ])
  })
})

test('no view has a column with personal data, and every view is told', async () => {
  const { rows } = await app.pool.query<{ name: string; columns: string[]; told: string | null }>(
    `select c.relname as name, obj_description(c.oid) as told, array_agg(a.attname::text) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'reporting'::regnamespace and c.relkind = 'v' group by 1, 2, c.oid`,
  )
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.filter(({ told }) => told === null)).toEqual([])
  const personal =
    /phone|id_number|birthday|device|user_agent|contact_name|remark|content|sealed|secret|hash|^ip$|visitor_id/
  expect(
    rows.flatMap(({ name, columns }) =>
      columns.filter((each) => personal.test(each)).map((each) => `${name}.${each}`),
    ),
  ).toEqual([])
})
