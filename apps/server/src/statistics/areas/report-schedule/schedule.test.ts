import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { daysAfter, startOfDay } from '@kabao/contract/kernel/business-clock'
import { todayOf } from '@kabao/contract/statistics/report/range'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { exportsOf } from '#test/exports'
import { startApp } from '#test/harness'
import { addFacts } from '#test/report-facts'
import { limitToOwn, messagesOf, type SignedIn, takePoint } from '#test/report-watch'
import { runOnce, runTry } from '#test/run-jobs'
import { claimDue } from './claim.ts'
import { reportRunJob, reportScheduleJob } from './jobs.ts'

const app = startApp()
const { fetchTicket, readCsv } = exportsOf(app)
const zone = 'Asia/Shanghai'
const today = todayOf({ timeZone: zone, dayStartsAt: '00:00' })
const yesterday = daysAfter(today, -1)
const start = startOfDay(today, { timeZone: zone, dayStartsAt: '00:00' })
const point = 'reportChannelListProfit:export'

let owner: SignedIn
let colleague: SignedIn
let keeper: SignedIn

beforeAll(async () => {
  const points = [point, 'reportChannelListProfit:page']
  ;[owner, colleague, keeper] = [await app.as(...points), await app.as(...points), await app.as(...points)]
  await limitToOwn(app, keeper)
  const add = async (code: string, ownerId: string | null) =>
    (
      await app.pool.query(
        `insert into channel (code, name, flow, owner_id) values ($1, $1, 'full', $2) returning id`,
        [code, ownerId],
      )
    ).rows[0].id as string
  const ids = [await add('senda', null), await add('sendb', keeper.adminId)]
  const at = new Date(start - 3_600_000).toISOString()
  await addFacts(
    app,
    ids.flatMap((channelId, nth) =>
      Array.from({ length: nth + 2 }, () => ({ kind: 'registration', at, channelId, flow: 'full' })),
    ),
  )
})

const content = () => ({
  name: '日报',
  preset: 'yesterday',
  grain: 'day',
  way: 'day',
  compare: 'none',
  by: 'both',
  sort: '-registrations',
  columns: ['period', 'name', 'registrations'],
  format: 'csv',
  language: 'zh-CN',
  rhythm: 'day',
  hour: 0,
  recipients: [owner.adminId, colleague.adminId, keeper.adminId],
})
const add = async (more: object = {}, by = owner) => {
  const { body } = await by('POST', '/report-schedule', {
    report: 'reportChannelListProfit',
    ...content(),
    ...more,
  })
  expect(body).toMatchObject({ code: '0000' })
  return body.data.id as string
}
/** As if it had been due at the beginning of today. */
const makeDue = (id: string, at = start) =>
  app.pool.query('update report_schedule set next_at = $2 where id = $1', [id, new Date(at).toISOString()])
const queued = async () =>
  (await app.pool.query(`select id from report_run where status = 'queued' order by id`)).rows as {
    id: string
  }[]
const makeAll = async () => {
  for (const { id } of await queued()) await runTry(app, reportRunJob, { id })
}
const runsOf = async (id: string, by = owner) => (await by('GET', `/report-schedule/${id}/runs`)).body.data
const filesOf = async (request: SignedIn) =>
  (await request('POST', '/exportTask/mine', {})).body.data.records as { id: string; rowsTotal: number }[]
const contentOf = async (request: SignedIn, id: string) => {
  const { ticket } = (await request('POST', `/exportTask/${id}/download`)).body.data
  return readCsv((await fetchTicket(ticket)).bytes)
}

beforeEach(async () => {
  await app.pool.query('delete from report_schedule')
  await app.pool.query('delete from export_task')
  await app.pool.query('delete from message')
})

test('each recipient gets a file of what this one may see, and a message that leads to it', async () => {
  const id = await add()
  await makeDue(id)
  expect(await claimDue(app.db, zone)).toBe(1)
  await makeAll()
  expect(await runsOf(id)).toMatchObject([
    { dueAt: new Date(start).toISOString(), status: 'ready', failure: null, sent: 3, askedBy: null },
  ])
  const [whole, mine] = [await filesOf(colleague), await filesOf(keeper)]
  expect(await contentOf(colleague, whole[0]?.id as string)).toEqual([
    ['日期', '渠道', '注册'],
    [yesterday, 'sendb', '3'],
    [yesterday, 'senda', '2'],
    ['合计', '', '5'],
  ])
  expect(await contentOf(keeper, mine[0]?.id as string)).toEqual([
    ['日期', '渠道', '注册'],
    [yesterday, 'sendb', '3'],
    ['合计', '', '3'],
  ])
  expect(await messagesOf(app, keeper.adminId)).toMatchObject([
    {
      title: ['报表：日报', 'Report: 日报'],
      content: [expect.stringContaining(yesterday), expect.any(String)],
      link: { name: 'ExportCenter', query: { resource: 'reportChannelListProfit' } },
    },
  ])
  expect(await filesOf(owner)).toHaveLength(1)
})

test('a time has one run, whoever looks; the last of several that were missed is made, and the next is later', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => add()))
  for (const id of ids) await makeDue(id, start - 5 * 86_400_000)
  const counts = await Promise.all([1, 2, 3].map(() => claimDue(app.db, zone)))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10)
  expect(await claimDue(app.db, zone)).toBe(0)
  for (const id of ids) {
    expect(await runsOf(id)).toMatchObject([{ dueAt: new Date(start).toISOString() }])
    const { nextAt } = (await owner('GET', `/report-schedule/${id}`)).body.data
    expect(nextAt).toBe(new Date(start + 86_400_000).toISOString())
  }
})

const day = 86_400_000

test('the clock is put forward and back: each time is sent once, and none is left out', async () => {
  const daily = await add()
  const weekly = await add({ rhythm: 'week', weekday: 1 })
  await makeDue(daily, start + day)
  // Two days ahead: what was due in between is made once, for the last of them.
  expect(await claimDue(app.db, zone, start + 2 * day + 1)).toBeGreaterThan(0)
  // The clock is right again: the times that were passed over come when they come.
  await claimDue(app.db, zone, start + 1)
  const nextAt = async (id: string) => (await owner('GET', `/report-schedule/${id}`)).body.data.nextAt
  expect(await nextAt(daily)).toBe(new Date(start + day).toISOString())
  expect(Date.parse(await nextAt(weekly)) - start).toBeLessThanOrEqual(7 * day)
  for (let nth = 1; nth <= 3; nth++)
    for (const late of [0, 60_000]) await claimDue(app.db, zone, start + nth * day + late)
  const due = (await runsOf(daily)).map(({ dueAt }: { dueAt: string }) => (Date.parse(dueAt) - start) / day)
  expect(due.toSorted()).toEqual([1, 2, 3])
})

test("a schedule is due by the database's clock, however wrong that of this machine is", async () => {
  const id = await add()
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 30 * 3_600_000)
  try {
    expect(await claimDue(app.db, zone)).toBe(0)
    const other = await add()
    const of = async (each: string) => (await owner('GET', `/report-schedule/${each}`)).body.data.nextAt
    expect(await of(other)).toBe(await of(id))
    await makeDue(id)
    expect(await claimDue(app.db, zone)).toBe(1)
  } finally {
    vi.restoreAllMocks()
  }
})

test('a run that is tried again, and two that make it at once, send nobody a second file', async () => {
  const id = await add()
  await makeDue(id)
  await claimDue(app.db, zone)
  const [run] = await queued()
  await Promise.all([1, 2].map(() => runTry(app, reportRunJob, { id: run?.id })))
  await runTry(app, reportRunJob, { id: run?.id })
  for (const request of [owner, colleague, keeper]) {
    expect(await filesOf(request)).toHaveLength(1)
    expect(await messagesOf(app, request.adminId)).toHaveLength(1)
  }
  const { rows } =
    await app.pool.query(`select status, count(*)::int from file where use = 'export' and owner_id in (
    select id from export_task) group by 1`)
  expect(rows).toEqual([{ status: 'stored', count: 3 }])
})

test('it is sent by hand, also while it is paused; a second request finds the run that waits', async () => {
  const id = await add({ isOn: false, recipients: [owner.adminId] })
  const first = (await owner('POST', `/report-schedule/${id}/run`)).body.data
  expect(first).toMatchObject({ dueAt: null, status: 'queued', askedBy: expect.any(String) })
  expect((await owner('POST', `/report-schedule/${id}/run`)).body.data.id).toBe(first.id)
  await makeAll()
  expect(await runsOf(id)).toMatchObject([{ status: 'ready', sent: 1 }])
  await makeDue(id)
  expect(await claimDue(app.db, zone)).toBe(0)
})

test('what cannot be sent fails with its reason, and its owner is told', async () => {
  const gone = await app.as(point)
  const nobody = await add({ recipients: [gone.adminId] })
  await takePoint(app, gone, point)
  const former = await app.as(point)
  const silent = await add({ recipients: [owner.adminId] }, former)
  await takePoint(app, former, point)
  const unfit = await add()
  await app.pool.query(`update report_schedule set columns = '{conversion}' where id = $1`, [unfit])
  for (const id of [nobody, silent, unfit]) await makeDue(id)
  await claimDue(app.db, zone)
  await makeAll()
  expect(await runsOf(nobody)).toMatchObject([{ status: 'failed', failure: 'nobody' }])
  expect(await runsOf(silent, former)).toMatchObject([{ status: 'failed', failure: 'owner' }])
  expect(await runsOf(unfit)).toMatchObject([{ status: 'failed', failure: 'unfit' }])
  expect((await former('GET', `/report-schedule/${silent}`)).body.data).toMatchObject({ state: 'silent' })
  expect(await messagesOf(app, former.adminId)).toMatchObject([
    { title: ['报表没有发送：日报', expect.any(String)] },
  ])
  expect(await filesOf(owner)).toEqual([])
})

test('a run whose job is gone is ended by the job of the schedules', async () => {
  const id = await add({ recipients: [owner.adminId] })
  await owner('POST', `/report-schedule/${id}/run`)
  await app.pool.query(
    `update report_run set job_id = gen_random_uuid(), updated_at = now() - interval '1 minute' where schedule_id = $1`,
    [id],
  )
  expect(await runOnce(app, reportScheduleJob)).toMatchObject({ failed: 1 })
  expect(await runsOf(id)).toMatchObject([{ status: 'failed', failure: 'stopped' }])
})

test('what a killed run has written is removed when the run has ended, and never that of one under way', async () => {
  const { incoming } = app.app.services.storage
  const id = await add({ recipients: [owner.adminId] })
  await owner('POST', `/report-schedule/${id}/run`)
  const [run] = await queued()
  const left = `report-${run?.id}-0b9f-${owner.adminId}`
  const others = ['report-987654321-11', `export-${run?.id}-22`]
  for (const name of [left, ...others]) await writeFile(join(incoming, name), 'left')
  const names = async () =>
    (await readdir(incoming)).filter((name) => [left, ...others].includes(name)).toSorted()
  await runOnce(app, reportScheduleJob)
  expect(await names()).toEqual([others[1], left].toSorted())
  await makeAll()
  expect(await runsOf(id)).toMatchObject([{ status: 'ready', sent: 1 }])
  await runOnce(app, reportScheduleJob)
  expect(await names()).toEqual([others[1]])
})

test('its recipients are named in their order, also one who may not receive it any more', async () => {
  const former = await app.as(point, 'reportChannelListProfit:page')
  const recipients = [colleague.adminId, former.adminId, owner.adminId]
  const id = await add({ recipients })
  await takePoint(app, former, point)
  const nameOf = async (adminId: string) =>
    (await app.pool.query('select name from admin where id = $1', [adminId])).rows[0].name
  const { data } = (await owner('GET', `/report-schedule/${id}`)).body
  expect(data.recipientNames).toEqual(await Promise.all(recipients.map(nameOf)))
  const offered = await owner('GET', '/report-schedule/recipients?report=reportChannelListProfit')
  expect(offered.body.data.map((each: { id: string }) => each.id)).not.toContain(former.adminId)
  // It is paused and resumed with the same recipients.
  const { isOn, version, ...rest } = { ...content(), ...data }
  const fields = { ...content(), id, recipients: rest.recipients, columns: rest.columns }
  const paused = await owner('PUT', '/report-schedule', { ...fields, version, isOn: !isOn })
  expect(paused.body.data).toMatchObject({ state: 'off', recipients })
})

test('only its owner changes, sends and deletes it; who holds the permission sees it and pauses it', async () => {
  const id = await add()
  const asked = { ...content(), id, version: 1, rhythm: 'month', monthDay: 31, hour: 9 }
  expect((await colleague('GET', `/report-schedule/${id}`)).body.code).toBe('4040')
  const lead = await app.as('reportSchedule:page', 'reportSchedule:stop')
  expect((await lead('PUT', '/report-schedule', asked)).body.code).toBe('4030')
  expect((await lead('POST', `/report-schedule/${id}/run`)).body.code).toBe('4030')
  expect((await lead('DELETE', `/report-schedule/${id}`)).body.code).toBe('4030')
  expect((await lead('POST', '/report-schedule/page', {})).body.data.records).toMatchObject([
    { id, state: 'on' },
  ])
  expect((await lead('POST', `/report-schedule/${id}/stop`)).body.data).toMatchObject({ state: 'off' })
  expect((await owner('PUT', '/report-schedule', { ...asked, version: 2 })).body.data).toMatchObject({
    rhythm: 'month',
    monthDay: 31,
    weekday: null,
    hour: 9,
    state: 'on',
  })
  expect((await owner('DELETE', `/report-schedule/${id}`)).body.code).toBe('0000')
})

test.each([
  ['a column of another report', { columns: ['conversion'] }, 'columns'],
  ['a filter of another report', { productId: '1' }, 'productId'],
  ['hours of several days', { preset: 'last7', grain: 'hour' }, 'grain'],
  ['a week without its day', { rhythm: 'week' }, 'weekday'],
  ['a month without its day', { rhythm: 'month' }, 'monthDay'],
  ['a day that no month has', { rhythm: 'month', monthDay: 32 }, 'monthDay'],
  ['an hour that no day has', { hour: 24 }, 'hour'],
  ['nobody', { recipients: [] }, 'recipients'],
  ['somebody without the permission', { recipients: ['999999'] }, 'recipients'],
])('%s is refused at its field', async (_what, more, field) => {
  const { body } = await owner('POST', '/report-schedule', {
    report: 'reportChannelListProfit',
    ...content(),
    ...more,
  })
  expect(body).toMatchObject({ code: '4000', data: { fields: { [field]: expect.any(String) } } })
})
