import { daysAfter } from '@kabao/contract/kernel/business-clock'
import { figures } from '@kabao/contract/statistics/report/figures'
import { todayOf } from '@kabao/contract/statistics/report/range'
import { reports } from '@kabao/contract/statistics/report/reports'
import type { ReportRow } from '@kabao/contract/statistics/report/rows'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { exportsOf } from '../exports.ts'
import { type RequestFn, startApp } from '../harness.ts'
import { addFacts, type TestFact } from '../report-facts.ts'
import { anyFact, anyVisit, createReportWorld, type ReportWorld } from './world.ts'

const app = startApp()
const { readCsv, readSheet, fetchTicket } = exportsOf(app)
const today = todayOf({ timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' })
const dayAgo = (count: number) => daysAfter(today, -count)
/** Noon of a day in Shanghai. */
const noon = (day: string) => `${day}T04:00:00.000Z`
let world: ReportWorld
let request: RequestFn
let [full, half] = ['', '']

beforeAll(async () => {
  world = await createReportWorld(app)
  request = await app.as('*')
  ;[full, half] = world.channels.map(({ id }) => id) as [string, string]
  const about = {
    channelId: full,
    flow: 'full',
    orgId: world.orgs[0] as string,
    userId: world.users[0] as string,
  }
  const of = (kind: string, count: number, more: Partial<TestFact> = {}): TestFact[] =>
    Array.from({ length: count }, () => ({ kind, at: noon(dayAgo(3)), ...about, ...more }))
  await addFacts(
    app,
    [
      ...of('registration', 4),
      ...of('push', 4),
      ...of('accepted', 2),
      ...of('charge', 2, { fen: 4_500 }),
      ...of('cost', 1, { fen: 3_000 }),
      ...of('registration', 2, { at: noon(dayAgo(4)) }),
      ...of('push', 1, { at: noon(dayAgo(4)) }),
      ...of('cost', 1, { at: noon(dayAgo(4)), fen: 2_000 }),
      // A day later, for people who came on the day before.
      ...of('accepted', 1, { at: noon(dayAgo(2)), cameDaysAgo: 1 }),
      ...of('charge', 1, { at: noon(dayAgo(2)), cameDaysAgo: 1, fen: 4_500 }),
      ...of('registration', 1, { channelId: half, flow: 'half' }),
    ],
    ['v-1', 'v-1', 'v-2'].map((visitorId) => ({ at: noon(dayAgo(3)), channelId: full, visitorId })),
  )
})

const call = async (what: string, body: object) => (await request('POST', `/chart/${what}`, body)).body
const days = (from: number, to = from) => ({ from: dayAgo(from), to: dayAgo(to) })
const rowOf = (rows: ReportRow[], period: string, id: string) =>
  rows.find((row) => row.period === period && row.id === id)

test('a row has the figures of a channel on a day, and the totals those of all', async () => {
  const { data } = await call('channel-list-profit/page', days(3))
  expect(data.days).toEqual({ from: dayAgo(3), to: dayAgo(3) })
  expect(data.upTo).toEqual(expect.any(String))
  expect(rowOf(data.records, dayAgo(3), full)).toMatchObject({
    name: expect.any(String),
    cells: {
      uv: { value: 2 },
      registrations: { value: 4 },
      accepted: { value: 2 },
      revenue: { value: 9_000 },
      cost: { value: 3_000 },
      profit: { value: 6_000 },
      roi: { value: 2 },
    },
  })
  expect(data.total).toBe(2)
  expect(data.totals).toMatchObject({ registrations: { value: 5 }, revenue: { value: 9_000 } })
  expect(data.totals.revenue).not.toHaveProperty('before')
})

test('a comparison tells what was before, the change and its share', async () => {
  const { data } = await call('channel-list-profit/page', { ...days(3), compare: 'previous' })
  expect(data.before).toEqual({ from: dayAgo(4), to: dayAgo(4) })
  expect(rowOf(data.records, dayAgo(3), full)?.cells.registrations).toEqual({
    value: 4,
    before: 2,
    change: 2,
    // Of two people a percentage says nothing.
    percent: null,
  })
  expect(data.totals).toMatchObject({
    registrations: { value: 5, before: 2, change: 3, percent: null },
    cost: { value: 3_000, before: 2_000, change: 1_000, percent: 0.5 },
  })
})

test('a closed day stays as it was by the day of the event, and by the day of the person it tells what came late', async () => {
  const revenueOf = async (way: string) =>
    rowOf((await call('channel-list-profit/page', { ...days(3), way })).data.records, dayAgo(3), full)?.cells
      .revenue
  expect(await revenueOf('day')).toEqual({ value: 9_000 })
  expect(await revenueOf('came')).toEqual({ value: 13_500, late: 4_500 })
  const late = {
    kind: 'chargeBack',
    at: noon(dayAgo(1)),
    cameDaysAgo: 2,
    fen: 500,
    channelId: full,
    flow: 'full',
  }
  await addFacts(app, [late])
  expect(await revenueOf('day')).toEqual({ value: 9_000 })
  expect(await revenueOf('came')).toEqual({ value: 13_000, late: 4_000 })
})

test('rows are by period or by record, in weeks and months, and sorted by any figure', async () => {
  const range = days(4, 2)
  const { data: byChannel } = await call('channel-list-profit/page', {
    ...range,
    by: 'dimension',
    sort: 'registrations',
  })
  expect(
    byChannel.records.map(({ id, period, cells }: ReportRow) => [id, period, cells.registrations?.value]),
  ).toEqual([
    [half, null, 1],
    [full, null, 6],
  ])
  const { data: byDay } = await call('channel-list-profit/page', { ...range, by: 'period', sort: 'period' })
  expect(byDay.records.map(({ period, id, cells }: ReportRow) => [period, id, cells.pushes?.value])).toEqual([
    [dayAgo(4), null, 1],
    [dayAgo(3), null, 4],
    [dayAgo(2), null, 0],
  ])
  const { data: months } = await call('system-list/page', { ...range, grain: 'month', by: 'period' })
  const pushes = months.records.map(({ cells }: ReportRow) => cells.pushes?.value)
  expect(pushes.reduce((sum: number, value: number) => sum + value, 0)).toBe(5)
})

test('hours are those of one day', async () => {
  const { data } = await call('system-list/page', { ...days(3), grain: 'hour', by: 'period' })
  expect(data.records).toMatchObject([{ period: noon(dayAgo(3)), cells: { registrations: { value: 5 } } }])
  expect((await call('system-list/page', { ...days(4, 3), grain: 'hour' })).data.fields).toEqual({
    grain: '按小时只能查看一天',
  })
})

test('what does not fit is refused in a sentence at its field', async () => {
  const fieldsOf = async (what: string, body: object) => (await call(what, body)).data.fields
  expect(await fieldsOf('channel-list/page', { from: today })).toHaveProperty('to')
  expect(await fieldsOf('channel-list/page', { from: today, to: dayAgo(1) })).toHaveProperty('to')
  expect(await fieldsOf('channel-list/page', { from: '2024-01-01', to: today })).toEqual({
    to: '最多 400 天',
  })
  expect(await fieldsOf('channel-list/page', { flow: 'half' })).toHaveProperty('flow')
  expect(await fieldsOf('channel-list/page', { sort: 'orders' })).toHaveProperty('sort')
  expect(await fieldsOf('product-list/page', { planId: '1' })).toHaveProperty('planId')
  expect(await fieldsOf('channel-list/records', { figure: 'orders' })).toHaveProperty('figure')
  expect(await fieldsOf('channel-list/records', { figure: 'uv', part: 'bottom' })).toHaveProperty('part')
  expect(await fieldsOf('channel-list/records', { figure: 'uv', period: '2020-01-01' })).toHaveProperty(
    'period',
  )
})

test('a cross table has records by days and by flows, with totals both ways, on the page and in the file', async () => {
  const asked = { ...days(4, 2), across: 'period', cellFigure: 'registrations' }
  const { data } = await call('channel-list-profit/page', asked)
  expect(data.cross).toEqual({
    figure: 'registrations',
    columns: [dayAgo(4), dayAgo(3), dayAgo(2)],
    totals: {
      [dayAgo(4)]: { value: 2 },
      [dayAgo(3)]: { value: 5 },
      [dayAgo(2)]: { value: 0 },
      total: { value: 7 },
    },
  })
  expect(
    data.records.map(({ id, cells }: ReportRow) => [id, cells[dayAgo(3)]?.value, cells.total?.value]),
  ).toEqual([
    [full, 4, 6],
    [half, 1, 1],
  ])
  expect(data.totals.uv.value).toBe(2)
  const byFlow = { ...asked, across: 'flow', size: 1 }
  const { data: flows } = await call('channel-list-profit/page', byFlow)
  expect([flows.total, flows.records.length]).toEqual([2, 1])
  expect(flows.cross.totals).toMatchObject({
    full: { value: 6 },
    half: { value: 1 },
    none: { value: 0 },
    total: { value: 7 },
  })
  const { data: drillDown } = await call('channel-list-profit/records', {
    ...days(4, 2),
    figure: 'registrations',
    ofFlow: 'half',
  })
  expect(drillDown.count).toBe(1)

  const file = {
    ...asked,
    by: 'both',
    sort: '-period',
    columns: ['name', 'across1', 'across2', 'across3', 'total'],
  }
  const csv = await call('channel-list-profit/export', { ...file, format: 'csv' })
  const rows = readCsv((await fetchTicket(csv.data.ticket)).bytes)
  expect(rows[0]).toEqual(['渠道', dayAgo(4), dayAgo(3), dayAgo(2), '合计'])
  expect(rows.slice(1).map((row) => row.slice(1))).toEqual([
    ['2', '4', '0', '6'],
    ['0', '1', '0', '1'],
    ['2', '5', '0', '7'],
  ])
  expect(rows.at(-1)?.[0]).toBe('合计')
  const money = { ...file, cellFigure: 'revenue', across: 'flow', columns: ['name', 'across1', 'total'] }
  const xlsx = await call('channel-list-profit/export', { ...money, format: 'xlsx' })
  const sheet = await readSheet((await fetchTicket(xlsx.data.ticket)).bytes)
  expect(JSON.stringify(sheet)).toContain('全流程')
  expect(sheet.at(-1)).toEqual(['合计', 135, 135])
})

test('a cross table that does not fit is refused at its field', async () => {
  const fieldsOf = async (what: string, body: object) => (await call(what, body)).data.fields
  expect(await fieldsOf('channel-list-profit/page', { ...days(120, 1), across: 'period' })).toEqual({
    grain: '最多 100 列，请改选更长的粒度或更短的日期范围',
  })
  expect(await fieldsOf('channel-list/page', { across: 'flow' })).toHaveProperty('across')
  expect(await fieldsOf('system-list/page', { across: 'period' })).toHaveProperty('across')
  expect(await fieldsOf('org-list/page', { across: 'period', cellFigure: 'closing' })).toHaveProperty(
    'cellFigure',
  )
  expect(await fieldsOf('channel-list/records', { figure: 'uv', ofFlow: 'half' })).toHaveProperty('ofFlow')
  expect(
    await fieldsOf('channel-list-profit/export', { across: 'flow', format: 'csv', columns: ['uv'] }),
  ).toHaveProperty('columns')
})

test('a filter takes several records, also for the chart, the records and the file; at most 50', async () => {
  const both = { ...days(4, 2), channelId: `${half},${full},${half}` }
  const { data } = await call('channel-list-profit/page', { ...both, by: 'dimension' })
  expect(data.records.map(({ id }: ReportRow) => id).toSorted()).toEqual([full, half].toSorted())
  expect(data.totals.registrations.value).toBe(7)
  const { data: one } = await call('channel-list-profit/page', { ...both, channelId: full })
  expect(one.totals.registrations.value).toBe(6)
  const { data: chart } = await call('channel-list-profit/chart', { ...both, figure: 'registrations' })
  expect(chart.series).toHaveLength(2)
  const { data: drillDown } = await call('channel-list-profit/records', { ...both, figure: 'registrations' })
  expect(drillDown).toMatchObject({ total: 7, count: 7 })
  const ids = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1).join()
  expect((await call('channel-list-profit/page', { ...both, channelId: ids(50) })).code).toBe('0000')
  for (const channelId of [ids(51), '3,', '3,,7', '0', '3;7', '9999999999999999999'])
    expect(
      (await call('channel-list-profit/page', { ...both, channelId })).data.fields,
      channelId,
    ).toHaveProperty('channelId')
})

test('a record behind a figure names the person masked and the page that shows it', async () => {
  const { data } = await call('channel-list-profit/records', {
    ...days(3),
    figure: 'registrations',
    rowId: full,
  })
  expect(data).toMatchObject({ total: 4, count: 4, fen: null })
  expect(data.records[0]).toMatchObject({
    kind: 'registration',
    at: noon(dayAgo(3)),
    day: dayAgo(3),
    came: dayAgo(3),
    fen: null,
    userName: '王**',
    userPhone: expect.stringMatching(/^138\*{4}\d{4}$/),
    link: { name: 'UserList', query: { open: world.users[0] } },
  })
})

test('the records of visits that are no longer kept say since when they are', async () => {
  const day = dayAgo(390)
  await app.pool.query(
    `insert into roll_up (way, grain, day, flow, visits, uv) values ('day', 'all', $1, 'full', 7, 5)`,
    [day],
  )
  const of = (figure: string, more = {}) =>
    call('system-list/records', { from: day, to: day, figure, ...more })
  const { data } = await of('visits')
  expect(data).toMatchObject({ records: [], count: 7 })
  expect(data.visitsFrom > day).toBe(true)
  expect((await of('uv')).data.visitsFrom).toBe(data.visitsFrom)
  expect((await of('registrations')).data.visitsFrom).toBeNull()
  expect((await call('system-list/records', { ...days(-1), figure: 'visits' })).data.visitsFrom).toBeNull()
  await app.pool.query('delete from roll_up where day = $1', [day])
})

test('a chart has the largest records and the whole of the days before', async () => {
  const { data } = await call('channel-list-profit/chart', {
    ...days(4, 2),
    figure: 'registrations',
    compare: 'previous',
  })
  expect(data.periods).toEqual([dayAgo(4), dayAgo(3), dayAgo(2)])
  expect(data.series).toMatchObject([
    { id: full, values: [2, 4, 0] },
    { id: half, values: [0, 1, 0] },
  ])
  expect(data.beforeValues).toEqual([0, 0, 0])
})

test('the closing balance of an organization is that of the end of its day', async () => {
  const { data: then } = await call('org-list/page', days(3))
  expect(then.records[0]).toMatchObject({
    id: world.orgs[0],
    cells: { closing: { value: 0 }, revenue: { value: 9_000 } },
  })
  await addFacts(app, [
    { kind: 'push', at: new Date().toISOString(), orgId: world.orgs[0] as string, flow: 'full' },
  ])
  const { data } = await call('org-list/page', { preset: 'today' })
  expect(data.records[0].cells.closing.value).toBe(12_345)
  expect(data.totals.closing.value).toBe(12_345)
  const { data: drillDown } = await call('org-list/records', { preset: 'today', figure: 'closing' })
  expect(drillDown).toMatchObject({ fen: 12_345, records: [{ kind: 'closing', fen: 12_345 }] })
})

test('a region has all that lies in it, and nothing else; a code that never was is shown as unknown', async () => {
  const codes = [500235, 500000, 500101, 429004, 659001, 810000, 110103, 110101, 999999, 500999]
  await addFacts(
    app,
    codes.map((cityCode) => ({
      kind: 'registration',
      at: noon(dayAgo(9)),
      channelId: full,
      flow: 'full',
      cityCode,
    })),
  )
  const of = async (cityCode: string, what = 'city-list') => {
    const level = what === 'city-list' && { regionLevel: 'district' }
    const { data } = await call(`${what}/page`, { ...days(9), cityCode, ...level })
    return [data.totals.registrations.value, data.records.map(({ id }: ReportRow) => Number(id)).sort()]
  }
  expect(await of('500100')).toEqual([3, [500000, 500101, 500235]])
  expect(await of('500000')).toEqual([3, [500000, 500101, 500235]])
  expect(await of('429000')).toEqual([1, [429004]])
  expect(await of('650000')).toEqual([1, [659001]])
  expect(await of('810000')).toEqual([1, [810000]])
  expect(await of('110101')).toEqual([2, [110101, 110103]])
  expect((await of('500100', 'channel-list-profit'))[0]).toBe(3)
  const { data } = await call('city-list/records', {
    ...days(9),
    figure: 'registrations',
    cityCode: '500100',
  })
  expect(data.count).toBe(3)
  expect((await call('city-list/page', { ...days(9), cityCode: '999999' })).data.fields).toEqual({
    cityCode: '没有这个行政区划代码',
  })
  const { data: all } = await call('city-list/page', { ...days(9), regionLevel: 'district', size: 200 })
  expect(rowOf(all.records, dayAgo(9), '999999')).toMatchObject({ name: '未知地区（999999）' })
  const { data: file } = await call('city-list/export', {
    ...days(9),
    regionLevel: 'district',
    format: 'csv',
    columns: ['name', 'registrations'],
  })
  expect(readCsv((await fetchTicket(file.ticket)).bytes)).toEqual(
    expect.arrayContaining([
      ['重庆市 云阳县', '1'],
      ['未知地区（999999）', '1'],
    ]),
  )
})

test('a file has the rows as they are seen, the totals last, and numbers as numbers', async () => {
  const { data } = await call('channel-list-profit/export', {
    ...days(3),
    compare: 'previous',
    by: 'dimension',
    sort: '-registrations',
    format: 'csv',
    columns: ['period', 'name', 'registrations', 'registrationsPercent', 'revenue', 'costPercent', 'roi'],
  })
  const lines = readCsv((await fetchTicket(data.ticket)).bytes)
  expect(lines[0]).toEqual([
    '日期',
    '渠道',
    '注册',
    '注册·变化率',
    '推送收入（元）',
    '渠道成本·变化率',
    'ROI',
  ])
  expect(lines[1]?.slice(2)).toEqual(['4', '', '90.00', '50.00%', '200.00%'])
  expect(lines.at(-1)).toEqual(['合计', '', '5', '', '90.00', '50.00%', '200.00%'])

  const columns = ['period', 'name', 'registrations', 'revenue', 'roi', 'closing']
  const { data: sheet } = await call('org-list/export', {
    ...days(3),
    by: 'period',
    format: 'xlsx',
    columns: ['period', 'pushes', 'acceptRate', 'revenue', 'averagePrice', 'closing'],
  })
  expect((await readSheet((await fetchTicket(sheet.ticket)).bytes)).slice(1)).toEqual([
    [dayAgo(3), 4, 0.5, 90, 45, 0],
    ['合计', 4, 0.5, 90, 45, 0],
  ])
  expect((await call('org-list/export', { format: 'csv', columns })).data.fields).toHaveProperty('columns')
})

test('cities are told by default, provinces or districts if asked, each with its records and its share of the chart', async () => {
  const of = (cityCode: number, count: number): TestFact[] =>
    Array.from({ length: count }, () => ({
      kind: 'registration',
      at: noon(dayAgo(20)),
      channelId: full,
      flow: 'full',
      userId: world.users[0] as string,
      cityCode,
    }))
  // Two districts of Shenzhen, one of Guangzhou, a county of Chongqing, a district whose city has another number now, and nowhere.
  await addFacts(app, [
    ...[...of(440305, 3), ...of(440306, 2), ...of(440103, 1)],
    ...[...of(500230, 4), ...of(370112, 1), ...of(371202, 2), ...of(0, 1)],
  ])
  const asked = days(20)
  const told = async (body: object) => {
    const { data } = await call('city-list/page', { ...asked, ...body, sort: '-registrations' })
    return data.records.map(({ id, name, cells }: ReportRow) => [id, name, cells.registrations?.value])
  }
  const cities = [
    ['440300', '广东省 深圳市', 5],
    ['500100', '重庆市', 4],
    ['370100', '山东省 济南市', 3],
    ['0', null, 1],
    ['440100', '广东省 广州市', 1],
  ]
  expect(await told({})).toEqual(cities)
  expect(await told({ regionLevel: 'city', by: 'dimension' })).toEqual(cities)
  expect(await told({ regionLevel: 'province' })).toEqual([
    ['440000', '广东省', 6],
    ['500000', '重庆市', 4],
    ['370000', '山东省', 3],
    ['0', null, 1],
  ])
  expect((await told({ regionLevel: 'district' })).slice(0, 2)).toEqual([
    ['500230', '重庆市 丰都县', 4],
    ['440305', '广东省 深圳市 南山区', 3],
  ])
  const { data: chart } = await call('city-list/chart', { ...asked, regionLevel: 'province' })
  expect(chart.series[0]).toMatchObject({ id: '440000', name: '广东省', values: [6] })
  const { data: records } = await call('city-list/records', {
    ...asked,
    figure: 'registrations',
    rowId: '370100',
  })
  expect(records).toMatchObject({ count: 3, total: 3 })
  expect(records.records).toHaveLength(3)
  const { data: cross } = await call('city-list/page', {
    ...asked,
    across: 'flow',
    cellFigure: 'registrations',
  })
  expect(cross.records[0]).toMatchObject({ id: '440300', cells: { full: { value: 5 } } })
  expect((await call('channel-list/page', { ...asked, regionLevel: 'city' })).data.fields).toEqual({
    regionLevel: '此报表没有该项',
  })
})

test('no rate of the funnel is above 100%, whatever happened on which day', async () => {
  const [facts] = fc.sample(fc.array(anyFact(world, Date.now(), 6), { minLength: 150, maxLength: 150 }), 1)
  const visits = fc.sample(anyVisit(world, Date.now(), 6), 40)
  // More people are matched than completed their profiles on that day.
  const matches = Array.from({ length: 5 }, () => ({
    kind: 'matched',
    at: noon(dayAgo(5)),
    channelId: full,
    flow: 'full',
  }))
  const profile = { kind: 'profile', at: noon(dayAgo(5)), channelId: full, flow: 'full' }
  await addFacts(app, [...(facts ?? []), ...matches, profile], visits)
  for (const { path, figures: shown } of reports) {
    const rates = shown.filter((name) => 'isShare' in figures[name])
    for (const way of ['day', 'came']) {
      const { data } = await call(`${path.slice('/chart/'.length)}/page`, { ...days(8, 0), way, size: 200 })
      const told = [...data.records, { cells: data.totals }] as Pick<ReportRow, 'cells'>[]
      const above = told.flatMap(({ cells }) =>
        rates.filter((name) => (cells[name]?.value ?? 0) > 1).map((name) => [path, way, name, cells[name]]),
      )
      expect(above).toEqual([])
      for (const name of rates) {
        const sorted = await call(`${path.slice('/chart/'.length)}/page`, {
          ...days(8, 0),
          way,
          size: 200,
          sort: `-${name}`,
        })
        const values = (sorted.data.records as ReportRow[]).map(({ cells }) => cells[name]?.value ?? -1)
        expect(values).toEqual(values.toSorted((one, other) => other - one))
      }
    }
  }
})
