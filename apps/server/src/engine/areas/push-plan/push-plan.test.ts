import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/harness'

const app = startApp()
const points = ['page', 'create', 'update', 'delete', 'schedule', 'withdraw', 'cancel', 'export'].map(
  (act) => `pushPlan:${act}`,
)
type RequestAs = Awaited<ReturnType<typeof app.as>>
let request: RequestAs
let planId: string
let next = 0
const one = async (text: string, ...values: unknown[]) => (await app.pool.query(text, values)).rows[0]
const body = (fields: object = {}) => ({ name: `推送 ${next++}`, planId, schedule: 'now', ...fields })
const add = async (fields: object = {}) => (await request('POST', '/plan/push', body(fields))).body.data
const fieldsOf = async (fields: object) =>
  (await request('POST', '/plan/push', body(fields))).body.data.fields
const scoped = async () => {
  const own = await app.as(...points)
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [own.adminId],
  )
  return own
}

beforeAll(async () => {
  request = await app.as(...points)
  const org = await one(
    `insert into org (code, name, flow, status) values ('pushorg', '推送机构', 'full', 'enabled') returning id`,
  )
  planId = (
    await one(
      `insert into plan (org_id, name, flow, price_fen, starts_on) values ($1, '目标计划', 'full', 100, '2026-01-01')
       returning id`,
      org.id,
    )
  ).id
})

test('a new push plan is a draft with every field that was entered, and is on the page', async () => {
  const channel = await one(`insert into channel (name, flow) values ('推送渠道', 'full') returning id`)
  const entered = body({
    channelId: channel.id,
    cityCode: '440300',
    userStatuses: ['matched'],
    riskLevels: ['low'],
    registeredFrom: '2026-01-01T00:00:00.000Z',
    registeredTo: '2026-02-01T00:00:00.000Z',
    schedule: 'daily',
    dailyAt: '09:30',
    perMinute: 120,
    cap: 500,
    remark: '备注',
  })
  const { data } = (await request('POST', '/plan/push', entered)).body
  expect(data).toMatchObject({
    ...entered,
    planName: '目标计划',
    orgName: '推送机构',
    channelName: '推送渠道',
    cityName: '广东省 深圳市',
    flow: 'full',
    status: 'draft',
    at: null,
    references: 0,
    version: 1,
  })
  const page = await request('POST', '/plan/push/page', { id: data.id, schedule: 'daily' })
  expect(page.body.data).toMatchObject({ total: 1, records: [{ id: data.id, dailyAt: '09:30' }] })
})

test.each([
  [{ schedule: 'at' }, { at: '请填写此项' }],
  [{ schedule: 'at', at: '2020-01-01T00:00:00.000Z' }, { at: '时间必须晚于现在' }],
  [{ schedule: 'daily' }, { dailyAt: '请填写此项' }],
  [{ dailyAt: '09:30' }, { dailyAt: '当前发送方式不填此项' }],
  [{ planId: '987654321' }, { planId: '计划不存在或已结束' }],
  [{ channelId: '987654321' }, { channelId: '包含不存在的渠道' }],
  [{ cityCode: '999999' }, { cityCode: '没有这个行政区划代码' }],
  [{ perMinute: 6001 }, { perMinute: '超出允许的范围' }],
  [{ userStatuses: ['deleted'] }, { 'userStatuses.0': '请从选项中选择' }],
])('%j is refused at its field', async (fields, problems) => {
  expect(await fieldsOf(fields)).toEqual(problems)
})

test('a scheduled push plan is not changed until it is withdrawn; one whose time has passed is not scheduled', async () => {
  const made = await add({ schedule: 'at', at: '2098-01-01T00:00:00.000Z' })
  const act = async (what: string, version: number) =>
    (await request('POST', `/plan/push/${made.id}/${what}`, { version })).body
  const scheduled = (await act('schedule', 1)).data
  expect(scheduled.status).toBe('scheduled')
  const change = { ...body({ name: made.name, schedule: 'at', at: '2098-01-02T00:00:00.000Z' }), id: made.id }
  expect((await request('PUT', '/plan/push', { ...change, version: 2 })).body).toMatchObject({
    code: '4090',
    desc: '只有草稿可以修改，请先撤回',
  })
  expect((await act('withdraw', 2)).data.status).toBe('draft')
  expect((await request('PUT', '/plan/push', { ...change, version: 3 })).body.code).toBe('0000')
  await app.pool.query(`update push_plan set at = now() - interval '1 minute' where id = $1`, [made.id])
  expect((await act('schedule', 4)).desc).toBe(`推送计划“${made.name}”的发送时间已过，请先修改`)
})

test('a plan with a push plan is not deleted', async () => {
  await add()
  const plans = await app.as('plan:delete')
  expect((await plans('DELETE', `/plan/${planId}`)).body.code).toBe('4090')
})

describe('the audience', () => {
  const count = async (audience: object, as: RequestAs = request) =>
    (await as('POST', '/plan/push/audience', { planId, ...audience })).body.data

  test('is counted before anything is saved: users of the flow of the plan, by every condition', async () => {
    const channel = (await one(`insert into channel (name, flow) values ('人群渠道', 'full') returning id`))
      .id
    const user = (fields: Record<string, unknown>) => {
      const columns = { flow: 'full', channel_id: channel, created_at: '2025-06-01T00:00:00Z', ...fields }
      const names = Object.keys(columns)
      return app.pool.query(
        `insert into "user" (${names.join()}) values (${names.map((_, nth) => `$${nth + 1}`).join()})`,
        Object.values(columns),
      )
    }
    await user({ city_code: '440305', status: 'matched', risk_level: 'low' })
    await user({ city_code: '440100', status: 'matched', risk_level: 'high' })
    await user({ city_code: '310100', status: 'registered', created_at: '2025-07-01T00:00:00Z' })
    await user({ flow: 'half' })
    await user({ status: 'deleted', deleted_at: new Date() })
    const at = async (audience: object) => (await count({ channelId: channel, ...audience })).count
    expect(await at({})).toBe(3)
    expect(await at({ cityCode: '440000' })).toBe(2)
    expect(await at({ cityCode: '440300' })).toBe(1)
    expect(await at({ cityCode: '440305' })).toBe(1)
    expect(await at({ userStatuses: ['matched'] })).toBe(2)
    expect(await at({ userStatuses: ['matched', 'registered'], riskLevels: ['high'] })).toBe(1)
    expect(await at({ registeredFrom: '2025-06-15T00:00:00.000Z' })).toBe(1)
    expect(await at({ registeredTo: '2025-06-15T00:00:00.000Z' })).toBe(2)
    expect(await count({ channelId: channel })).toEqual({ count: 3 })
    expect((await count({ planId: '987654321' })).fields).toEqual({ planId: '计划不存在或已结束' })
  })

  test('of a caller with the scope of the own channels has their users only', async () => {
    const own = await scoped()
    const channel = (
      await one(
        `insert into channel (name, flow, owner_id) values ('自己的', 'full', $1) returning id`,
        own.adminId,
      )
    ).id
    await app.pool.query(
      `insert into "user" (flow, channel_id) values ('full', $1), ('full', $1), ('full', null)`,
      [channel],
    )
    expect(await count({}, own)).toEqual({ count: 2 })
    const others = (await one(`insert into channel (name, flow) values ('别人的', 'full') returning id`)).id
    const refused = await own('POST', '/plan/push', body({ channelId: others }))
    expect(refused.body.data.fields).toEqual({ channelId: '包含不存在的渠道' })
    expect((await own('POST', '/plan/push', body({ channelId: channel }))).body.code).toBe('0000')
  })

  test('is counted up to a hundred thousand', { timeout: 60_000 }, async () => {
    // In parts, because one statement has a limit of time.
    for (const part of [...Array.from({ length: 10 }, () => 10_000), 1])
      await app.pool.query(
        `insert into "user" (flow, city_code) select 'full', '650100' from generate_series(1, $1::int)`,
        [part],
      )
    expect(await count({ cityCode: '650100' })).toEqual({ count: 100_000, isMore: true })
  })
})

test('a caller with the scope of the own rows meets only what the caller added', async () => {
  const made = await add()
  const own = await scoped()
  expect((await own('GET', `/plan/push/${made.id}`)).body.code).toBe('4040')
  expect((await own('POST', '/plan/push/page', { id: made.id })).body.data.total).toBe(0)
  expect((await own('GET', '/plan/push/counts')).body.data).toEqual({
    draft: 0,
    scheduled: 0,
    running: 0,
    paused: 0,
    done: 0,
    cancelled: 0,
  })
})

test('an export names regions and what has no limit', async () => {
  const made = await add({ cityCode: '440305' })
  const columns = ['cityName', 'cap', 'schedule', 'planName', 'dailyAt', 'at']
  const { data } = (
    await request('POST', '/plan/push/page/export', { name: made.name, format: 'csv', columns })
  ).body
  expect(data.task).toMatchObject({ resource: 'pushPlan', status: 'done', rowsDone: 1 })
})
