import { type BusinessClock, daysAfter, startOfDay } from '@kabao/contract/kernel/business-clock'
import { todayOf } from '@kabao/contract/statistics/report/range'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { addOrg } from '#test/ledger'
import { addFacts, type TestFact } from '#test/report-facts'
import { allCounted, limitToOwn, messagesOf, type SignedIn, takePoint } from '#test/report-watch'
import { runOnce } from '#test/run-jobs'
import { reportAlertJob } from './job.ts'
import { judgeAlerts } from './judge.ts'

const app = startApp()
const clock: BusinessClock = { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }
const today = todayOf(clock)
const hour = 3_600_000
/** An instant of a day, so many hours and minutes after its beginning. */
const at = (daysAgo: number, hours: number, minutes = 30) =>
  startOfDay(daysAfter(today, -daysAgo), clock) + hours * hour + minutes * 60_000
const iso = (instant: number) => new Date(instant).toISOString()
const facts = (kind: string, count: number, when: number, more: Partial<TestFact> = {}): TestFact[] =>
  Array.from({ length: count }, () => ({ kind, at: iso(when), flow: 'full', ...more }))

let channels: string[] = []
let request: SignedIn
let keeper: SignedIn
let colleague: SignedIn

beforeAll(async () => {
  request = await app.as('reportChannelListProfit:page', 'reportOrgList:page')
  keeper = await app.as('reportChannelListProfit:page')
  colleague = await app.as('reportChannelListProfit:page')
  await limitToOwn(app, keeper)
  const add = async (code: string, owner: string | null) =>
    (
      await app.pool.query(
        `insert into channel (code, name, flow, owner_id) values ($1, $1, 'full', $2) returning id`,
        [code, owner],
      )
    ).rows[0].id as string
  channels = [await add('alerta', null), await add('alertb', keeper.adminId)]
  const [one, other] = channels as [string, string]
  await addFacts(app, [
    // Yesterday 30 and 10; on its last four same weekdays 40 each, of which 8 were before 03:00.
    ...facts('registration', 30, at(1, 2), { channelId: one }),
    ...facts('registration', 10, at(1, 5), { channelId: other }),
    ...[8, 15, 22, 29].flatMap((ago) => [
      ...facts('registration', 8, at(ago, 2), { channelId: one }),
      ...facts('registration', 32, at(ago, 20), { channelId: one }),
    ]),
  ])
  await allCounted(app)
})

const rule = {
  report: 'reportChannelListProfit',
  name: '注册',
  figure: 'registrations',
  condition: 'above',
  bound: 39,
  every: 'day',
}
const add = async (more: object = {}, by = request) => {
  const { body } = await by('POST', '/report-alert', { ...rule, ...more })
  expect(body).toMatchObject({ code: '0000' })
  // As if it had been added long ago.
  await app.pool.query(`update report_alert set judged_until = '2020-01-01' where id = $1`, [body.data.id])
  return body.data.id as string
}
const judge = (now: number) => judgeAlerts(app.db, clock, { now })
const checksOf = async (id: string, by = request) => (await by('GET', `/report-alert/${id}/checks`)).body.data

beforeEach(async () => {
  await app.pool.query('delete from report_alert')
  await app.pool.query('delete from message')
})

test('the day is judged when it is over; the message opens the report of the day at the figure', async () => {
  const id = await add({ channelId: channels[0], bound: 29 })
  expect(await judge(at(0, 0, 1))).toEqual({ judged: 1, told: 1 })
  const day = daysAfter(today, -1)
  expect(await checksOf(id)).toEqual([
    { until: iso(at(0, 0, 0)), day, value: 30, base: 40, isMet: true, told: 1 },
  ])
  expect(await messagesOf(app, request.adminId)).toEqual([
    {
      title: ['数据提醒：注册', 'Alert: 注册'],
      content: [
        `每日渠道统计·总 · 注册：${day} 全天 为 30，高于 29。`,
        expect.stringContaining('Registrations: 30'),
      ],
      link: {
        name: 'ChartChannelListProfit',
        query: { channelId: channels[0], from: day, to: day, drillDown: 'registrations~now~~' },
      },
    },
  ])
  expect((await request('GET', `/report-alert/${id}`)).body.data).toMatchObject({
    last: { value: 30, isMet: true },
    toldAt: iso(at(0, 0, 0)),
    channelName: 'alerta',
  })
})

test('several instances that look at once, and again, judge and tell once', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => add()))
  const done = await Promise.all([1, 2, 3].map(() => judge(at(0, 0, 1))))
  expect(done.reduce((sum, { told }) => sum + told, 0)).toBe(20)
  expect(await judge(at(0, 0, 2))).toEqual({ judged: 0, told: 0 })
  expect(await messagesOf(app, request.adminId)).toHaveLength(20)
  for (const id of ids) expect(await checksOf(id)).toHaveLength(1)
})

test('an occurrence of hours is told when it begins, goes on silently, and is told anew after it has ended', async () => {
  const id = await add({ every: 'hour', condition: 'below', bound: 35, channelId: channels[0] })
  const set = (bound: number) =>
    app.pool.query('update report_alert set bound = $2 where id = $1', [id, bound])
  // Until 01:00 there is nothing; until 03:00 there are 30.
  for (const hours of [1, 2, 3]) await judge(at(1, hours, 0))
  await set(20)
  await judge(at(1, 4, 0))
  await set(35)
  await judge(at(1, 5, 0))
  // The next day is another period.
  await judge(at(0, 1, 0))
  const checks = await checksOf(id)
  expect(checks.map(({ value, isMet, told }: never) => [value, isMet, told]).reverse()).toEqual([
    [0, true, 1],
    [0, true, null],
    [30, true, null],
    [30, false, null],
    [30, true, 1],
    [0, true, 1],
  ])
  expect(await messagesOf(app, request.adminId)).toHaveLength(3)
})

test('a deviation of a whole day, and of the day until an hour against the same hours', async () => {
  const whole = await add({ condition: 'down', bound: 2_500, channelId: channels[0] })
  const less = await add({ condition: 'down', bound: 2_501, channelId: channels[0] })
  const early = await add({ condition: 'up', bound: 27_500, every: 'hour', channelId: channels[0] })
  await judge(at(1, 3, 5))
  await judge(at(0, 0, 5))
  expect((await checksOf(whole))[0]).toMatchObject({ value: 30, base: 40, isMet: true })
  expect((await checksOf(less))[0]).toMatchObject({ isMet: false })
  expect((await checksOf(early)).at(-1)).toMatchObject({ value: 30, base: 8, isMet: true })
})

test('what is unknown never fires: a rate of nothing, an average of nothing, figures that are not counted yet', async () => {
  const id = await add({ figure: 'roi', condition: 'below', bound: 100_000_000 })
  const none = await add({ figure: 'pushes', condition: 'up', bound: 1 })
  await judge(at(0, 0, 5))
  expect(await checksOf(id)).toMatchObject([{ value: null, isMet: false }])
  expect(await checksOf(none)).toMatchObject([{ value: 0, base: null, isMet: false }])
  expect(await messagesOf(app, request.adminId)).toEqual([])

  const late = await add()
  await app.pool.query('update statistics_state set up_to = $1', [iso(at(0, 0, 0) - 1)])
  expect(await judge(at(0, 0, 5))).toEqual({ judged: 0, told: 0 })
  await allCounted(app)
  expect(await judge(at(0, 0, 5))).toEqual({ judged: 1, told: 1 })
  expect(await checksOf(late)).toHaveLength(1)
})

test('the closing balance is that of the chosen organizations when the day is over, and no keeper is told it', async () => {
  const orgs = [await addOrg(app, 12_345), await addOrg(app, 700), await addOrg(app, 9_000)]
  const closing = {
    report: 'reportOrgList',
    figure: 'closing',
    condition: 'below',
    bound: 13_046,
    orgId: orgs.slice(0, 2).join(),
  }
  const low = await add(closing)
  const high = await add({ ...closing, bound: 13_045 })
  const deviating = await add({ ...closing, condition: 'up', bound: 1 })
  await app.pool.query(
    `insert into role_node (role_id, node) select role_id, 'reportOrgList:page' from admin_role where admin_id = $1`,
    [keeper.adminId],
  )
  const untold = await add({ ...closing, orgId: orgs[0] }, keeper)
  // Yesterday there was nothing yet.
  expect(await judge(at(0, 0, 1))).toEqual({ judged: 4, told: 2 })
  expect(await checksOf(low)).toMatchObject([{ value: 0, isMet: true, told: 1 }])
  expect(await judge(at(-1, 0, 1))).toEqual({ judged: 4, told: 1 })
  expect((await checksOf(low))[0]).toMatchObject({ value: 13_045, isMet: true, told: 1 })
  expect((await checksOf(high))[0]).toMatchObject({ value: 13_045, isMet: false, told: null })
  // An average of nothing is no measure.
  expect((await checksOf(deviating))[0]).toMatchObject({ value: 13_045, base: null, isMet: false })
  expect(await checksOf(untold, keeper)).toMatchObject([
    { value: null, isMet: false },
    { value: null, isMet: false },
  ])
  const told = await messagesOf(app, request.adminId)
  expect(told.at(-1)).toMatchObject({
    content: [expect.stringContaining('为 ¥130.45，低于 ¥130.46'), expect.stringContaining('¥130.45')],
    link: { name: 'ChartOrgList', query: { orgId: orgs.slice(0, 2).join() } },
  })
  expect((await request('GET', `/report-alert/${low}`)).body.data.orgName).toMatch(/^t\w+、t\w+$/)
})

test('several channels of one filter are watched together', async () => {
  const id = await add({ channelId: channels.join(), bound: 39 })
  expect(await judge(at(0, 0, 1))).toEqual({ judged: 1, told: 1 })
  expect(await checksOf(id)).toMatchObject([{ value: 40, base: 40 }])
  expect((await request('GET', `/report-alert/${id}`)).body.data).toMatchObject({
    channelName: 'alerta、alertb',
  })
})

test('it counts what its owner may see at that moment, and tells only who sees as much', async () => {
  const own = await add({ recipients: [request.adminId, colleague.adminId] }, keeper)
  const all = await add({ recipients: [colleague.adminId] })
  // Those who see less than the owner cannot be chosen, and somebody without the report neither.
  const stranger = await app.as('user:page')
  for (const id of [keeper.adminId, stranger.adminId])
    expect((await request('POST', '/report-alert', { ...rule, recipients: [id] })).body).toMatchObject({
      code: '4000',
      data: { fields: { recipients: expect.any(String) } },
    })
  const offered = (await request('GET', '/report-alert/recipients?report=reportChannelListProfit')).body.data
  expect(offered.map(({ id }: { id: string }) => id)).toContain(colleague.adminId)
  expect(offered.map(({ id }: { id: string }) => id)).not.toContain(keeper.adminId)

  await app.pool.query('update report_alert set recipients = recipients || $2::bigint where id = $1', [
    all,
    keeper.adminId,
  ])
  await judge(at(0, 0, 5))
  expect((await checksOf(own, keeper))[0]).toMatchObject({ value: 10, isMet: false })
  expect((await checksOf(all))[0]).toMatchObject({ value: 40, isMet: true, told: 2 })
  const count = async ({ adminId }: SignedIn) => (await messagesOf(app, adminId)).length
  expect(await Promise.all([request, colleague, keeper].map(count))).toEqual([1, 1, 0])
})

test('without its owner’s permission, or with the owner disabled, an alert is silent and says so', async () => {
  const owner = await app.as('reportChannelListProfit:page')
  const id = await add({ recipients: [colleague.adminId] }, owner)
  await takePoint(app, owner, 'reportChannelListProfit:page')
  expect(await judge(at(0, 0, 5))).toEqual({ judged: 0, told: 0 })
  expect((await owner('GET', `/report-alert/${id}`)).body.data).toMatchObject({ state: 'silent', last: null })
  expect(await messagesOf(app, colleague.adminId)).toEqual([])
  const asked = { id, version: 1, name: '注册', figure: 'registrations', condition: 'above', bound: 1 }
  expect((await owner('PUT', '/report-alert', asked)).body.code).toBe('4030')
  const root = await app.as('*')
  const { body } = await root('POST', '/report-alert/page', { state: 'silent' })
  expect(body.data.records).toMatchObject([{ id, isMine: false, recipientNames: [expect.any(String)] }])
})

test('only its owner changes and deletes it; who holds the permission sees it and turns it off', async () => {
  const id = await add()
  const asked = { ...rule, report: undefined, id, version: 1, bound: 50 }
  expect((await colleague('GET', `/report-alert/${id}`)).body.code).toBe('4040')
  expect((await colleague('PUT', '/report-alert', asked)).body.code).toBe('4040')
  expect((await colleague('POST', `/report-alert/${id}/stop`)).body.code).toBe('4030')
  const lead = await app.as('reportAlert:page', 'reportAlert:stop')
  expect((await lead('GET', `/report-alert/${id}`)).body.data).toMatchObject({ isMine: false })
  expect((await lead('PUT', '/report-alert', asked)).body.code).toBe('4030')
  expect((await lead('DELETE', `/report-alert/${id}`)).body.code).toBe('4030')
  expect((await lead('POST', `/report-alert/${id}/stop`)).body.data).toMatchObject({
    state: 'off',
    version: 2,
  })
  expect(await judge(at(0, 0, 5))).toEqual({ judged: 0, told: 0 })
  expect((await request('PUT', '/report-alert', { ...asked, version: 1 })).body.code).toBe('4090')
  expect((await request('PUT', '/report-alert', { ...asked, version: 2 })).body.data).toMatchObject({
    bound: 50,
  })
  expect((await request('DELETE', `/report-alert/${id}`)).body.code).toBe('0000')
  const { rows } = await app.pool.query(
    `select point from audit_log where target_kind = 'reportAlert' and target_id = $1 and result = 'done' order by id`,
    [id],
  )
  expect(rows.map(({ point }) => point)).toEqual([
    'reportAlert.create',
    'reportAlert:stop',
    'reportAlert.update',
    'reportAlert.remove',
  ])
})

test.each([
  ['a figure of another report', { figure: 'conversion' }, 'figure'],
  ['a filter of another report', { productId: '1' }, 'productId'],
  ['no name', { name: ' ' }, 'name'],
  ['a phone number in the name', { name: '13812345678' }, 'name'],
  ['a fall of more than all', { condition: 'down', bound: 10_001 }, 'bound'],
  ['a rise of nothing', { condition: 'up', bound: 0 }, 'bound'],
  ['no bound', { bound: null }, 'bound'],
])('%s is refused at its field', async (_what, more, field) => {
  const { body } = await request('POST', '/report-alert', { ...rule, ...more })
  expect(body).toMatchObject({ code: '4000', data: { fields: { [field]: expect.any(String) } } })
})

test('a rule is tried before it is saved, and a report that the caller may not see is refused', async () => {
  const { name: _, ...asked } = rule
  expect((await request('POST', '/report-alert/try', asked)).body.data).toMatchObject({
    day: daysAfter(today, -1),
    value: 40,
    base: 40,
    isMet: true,
  })
  for (const path of ['/report-alert', '/report-alert/try']) {
    const body = { ...asked, ...(path === '/report-alert' && { name: 'x' }), report: 'reportCityList' }
    expect((await request('POST', path, body)).body.code).toBe('4030')
  }
})

test('of sixty alerts that are added at once, fifty are', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => request('POST', '/report-alert', rule)))
  expect(answers.filter(({ body }) => body.code === '0000')).toHaveLength(50)
})

test('the job runs as the service', async () => {
  await add()
  expect(await runOnce(app, reportAlertJob)).toMatchObject({ told: 1 })
  expect(await runOnce(app, reportAlertJob)).toMatchObject({ judged: 0 })
})
