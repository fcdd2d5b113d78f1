import { startOfDay } from '@kabao/contract/kernel/business-clock'
import type { ReportAsked, ReportRecordsBody } from '@kabao/contract/statistics/report/calls'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reports } from '@kabao/contract/statistics/report/reports'
import { beforeAll, expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'
import { plansOf, vacuum } from '#test/plans'
import { foldAll } from '../fold.ts'
import { questionOf } from './question.ts'
import { findPageOfRecords } from './records.ts'

vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
const clock = { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }
/** Visits on two days, of visitors who come again within the hour and hours later. */
const visits = 6_000
let [from, to, owner]: string[] = []
const channels: string[] = []
let productId: string

const anHour = 3_600_000
const startsAt = (hours: number) => new Date(startOfDay(from as string, clock) + hours * anHour).toISOString()
/** When the second channel has another flow. */
const changesAt = () => startsAt(40.3)

beforeAll(async () => {
  const one = async (text: string, ...values: unknown[]) =>
    Object.values((await app.pool.query(text, values)).rows[0])
  ;[from, to] = (await one(
    'select (business_day(now()) - 3)::text as a, (business_day(now()) - 2)::text as b',
  )) as string[]
  owner = (await app.as()).adminId
  for (const [name, whose] of [
    ['a', owner],
    ['b', null],
    ['c', null],
  ])
    channels.push(
      ...((await one(
        `insert into channel (code, name, flow, owner_id) values ($1, $1, 'full', $2) returning id`,
        `visits${name}`,
        whose,
      )) as string[]),
    )
  productId = (
    (await one(
      `insert into product (name, kind, flow, face_fen, price_fen, valid_days) values ('visits', 'card', 'full', 1, 1, 1) returning id`,
    )) as string[]
  )[0] as string
  const start = startsAt(0)
  await app.pool.query(`insert into channel_flow values ($1, $2, 'half')`, [channels[1], changesAt()])
  await app.pool.query(`insert into visit_text (value) values ('/visits')`)
  // Nobody comes in the fourth hour.
  await app.pool.query(
    `insert into visit (id, channel_id, product_id, page_id, user_agent_id, city_code, ip, visitor_id)
     select time_id_at(at) + n, ($2::bigint[])[1 + visitor % 3], case when n % 5 < 2 then $3::bigint end, t.id, t.id,
       case when n % 7 < 4 then 440305 when n % 7 < 6 then 110101 end, '203.0.113.7', 'v' || visitor
     from generate_series(0, $4 - 1) n cross join lateral (select $1::timestamptz + n * interval '48 hours' / $4 as at) a
       cross join lateral (select abs(n - n % 4 * 29) * 7919::bigint % 1009 as visitor) b, visit_text t
     where t.value = '/visits' and date_trunc('hour', at) <> $1::timestamptz + interval '3 hours'`,
    [start, channels, productId, visits],
  )
  await foldAll(app.db)
  await vacuum(app.pool, 'visit', 'day_visitor')
}, 60_000)

const reportOf = (dimension: string) =>
  reports.find(
    (each) => each.dimension === dimension && each.figures.includes('uv') && each.flow === undefined,
  ) as Report
type Body = Partial<ReportRecordsBody>

function pageOf(report: Report, body: Body, isOwn: boolean) {
  const asked = { way: 'day', compare: 'none', grain: 'day', from, to, ...body } as ReportAsked
  const question = questionOf(report, asked, { clock, owner: isOwn ? (owner as string) : null })
  return (page: Body) => (db: typeof app.db) =>
    findPageOfRecords(db, question, {
      figure: 'uv',
      part: 'top',
      side: 'now',
      sort: 'at',
      current: 1,
      ...body,
      ...page,
    } as ReportRecordsBody)
}

/** A question, which visits it means, by what else their visitors are counted, and which of the first ones it means. */
interface Means {
  dimension: string
  body: Body
  isOwn?: true
  visits?: string
  by?: string
  firsts?: string
}

const questions: Record<string, () => Means> = {
  all: () => ({ dimension: 'none', body: {} }),
  'a channel': () => ({
    dimension: 'channel',
    body: { channelId: channels[1] },
    visits: `channel_id = ${channels[1]}`,
  }),
  'own channels': () => ({
    dimension: 'channel',
    body: {},
    isOwn: true,
    visits: `channel_id = ${channels[0]}`,
  }),
  'a flow': () => ({ dimension: 'channel', body: { flow: 'half' }, visits: `flow = 'half'` }),
  products: () => ({ dimension: 'product', body: {}, visits: 'product_id > 0', by: 'product_id' }),
  'a region': () => ({
    dimension: 'city',
    body: { cityCode: '440000' },
    visits: 'city_code = 440305',
    by: 'city_code',
  }),
  'a row': () => ({
    dimension: 'city',
    body: { rowId: '110100' },
    visits: 'city_code = 110101',
    by: 'city_code',
  }),
  'a day': () => ({ dimension: 'none', body: { period: to as string }, firsts: `day = '${to}'` }),
  'an hour': () => ({
    dimension: 'none',
    body: { to: from, grain: 'hour', period: startsAt(12) } as Body,
    firsts: `time_of_id(id) >= '${startsAt(12)}' and time_of_id(id) < '${startsAt(13)}'`,
  }),
}

test.each(Object.entries(questions))('pages of visitors: %s', async (_name, means) => {
  const { dimension, body, isOwn = false, visits = 'true', by = 'day', firsts = 'true' } = means()
  const { rows } = await app.pool.query<{ id: string }>(`
    with seen as (
      select id, business_day(time_of_id(id)) as day, channel_id, product_id, city_code, visitor_id,
        case when channel_id = ${channels[1]} and time_of_id(id) >= '${changesAt()}' then 'half' else 'full' end as flow from visit)
    select id from (
      select distinct on (day, flow, channel_id, visitor_id, ${by}) * from seen where ${visits}
      order by day, flow, channel_id, visitor_id, ${by}, id) first
    where ${firsts} order by id`)
  const ids = rows.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(10)
  const size = Math.ceil(ids.length / 9.5)
  const page = pageOf(reportOf(dimension), { ...body, size }, isOwn)
  for (const sort of ['at', '-at'] as const) {
    const ordered = sort === 'at' ? ids : ids.toReversed()
    for (const current of [1, 2, 5, 10, 11]) {
      const read = await page({ current, sort })(app.db)
      expect(read.total).toBe(ids.length)
      expect(read.records.map(({ id }) => String(id))).toEqual(
        ordered.slice((current - 1) * size, current * size),
      )
    }
  }
})

test('a page reads the visits of its hours and what was before them on the day by a key', async () => {
  const page = pageOf(reportOf('none'), { size: 20 }, false)
  for (const asked of [{ sort: '-at' }, { sort: 'at', current: 60 }] as Body[]) {
    const plans = (await plansOf(app.pool, page(asked))).filter((plan) => / on visit_/.test(plan))
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans) {
      const rows = [...plan.matchAll(/ on visit_\S+ v\S* {2}\(.* rows=(\d+)/g)].map(([, count]) =>
        Number(count),
      )
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.reduce((sum, count) => sum + count, 0)).toBeLessThan(visits / 10)
      expect(plan).toMatch(/Index (Only )?Scan using day_visitor\S* on day_visitor/)
    }
  }
})
