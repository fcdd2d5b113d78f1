import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/harness'

const app = startApp()
const points = (area: string) =>
  ['page', 'create', 'update', 'delete', 'start', 'pause', 'resume', 'end', 'export', 'simulate'].map(
    (act) => `${area}:${act}`,
  )
type RequestAs = Awaited<ReturnType<typeof app.as>>
let request: RequestAs
let requestUv: RequestAs
let orgId: string
let next = 0
const one = async (text: string, ...values: unknown[]) => (await app.pool.query(text, values)).rows[0]
const org = async (fields: object = {}) => {
  const code = `org${next++}x`
  const { flow, cityCodes, status } = { flow: 'full', cityCodes: [], status: 'enabled', ...fields }
  const { id } = await one(
    'insert into org (code, name, flow, city_codes, status) values ($1, $1, $2, $3, $4) returning id',
    ...[code, flow, cityCodes, status],
  )
  await app.pool.query('update org_account set balance_fen = 1000000000 where org_id = $1', [id])
  return id as string
}
const body = (fields: object = {}) => ({
  orgId,
  name: `计划 ${next++}`,
  flow: 'full',
  priceFen: 4500,
  startsOn: '2026-01-01',
  ...fields,
})
const create = (fields: object = {}) => request('POST', '/plan', body(fields))
const add = async (fields: object = {}) => (await create(fields)).body.data
/** The body of a change that leaves everything but these fields as it is. */
const edit = (
  { id, name, orgId, version }: { id: string; name: string; orgId: string; version: number },
  fields: object = {},
) => request('PUT', '/plan', { ...body({ name, orgId }), id, version, ...fields })
const act = (what: string, { id, version }: { id: string; version: number }) =>
  request('POST', `/plan/${id}/${what}`, { version })
const channel = async () =>
  (await one(`insert into channel (name, flow) values ($1, 'full') returning id`, `渠道 ${next++}`)).id
const fieldsOf = async (fields: object) => (await create(fields)).body.data.fields

beforeAll(async () => {
  request = await app.as(...points('plan'))
  requestUv = await app.as(...points('planUv'))
  orgId = await org()
})

test('a new plan is a draft with every field that was entered, windows joined in the order of the week', async () => {
  const excluded = await channel()
  const entered = body({
    cityCodes: ['440100', '440300'],
    ageFrom: 22,
    ageTo: 50,
    gender: 'female',
    house: true,
    car: false,
    incomeBands: ['above20k', 'below3k'],
    creditBands: ['above700'],
    socialInsurance: true,
    hourlyCap: 10,
    dailyCap: 100,
    monthlyCap: 1000,
    totalCap: 5000,
    isPaced: true,
    dailyBudgetFen: 900_000_000,
    dedupeDays: 60,
    returnDays: 7,
    returnReasons: ['空号', '停机'],
    isReturnReviewed: false,
    priority: 80,
    endsOn: '2099-12-31',
    remark: '备注',
    housingFund: null,
  })
  const { code, data } = (
    await request('POST', '/plan', {
      ...entered,
      excludedChannelIds: [excluded],
      windows: [
        { weekday: 2, from: '18:00', to: '24:00' },
        { weekday: 1, from: '12:00', to: '18:00' },
        { weekday: 1, from: '09:00', to: '12:00' },
        { weekday: 1, from: '10:00', to: '11:00' },
      ],
    })
  ).body
  expect(code).toBe('0000')
  expect(data).toMatchObject({
    ...entered,
    windows: [
      { weekday: 1, from: '09:00', to: '18:00' },
      { weekday: 2, from: '18:00', to: '24:00' },
    ],
    excludedChannels: [{ id: excluded }],
    status: 'draft',
    orgStatus: 'enabled',
    references: 0,
    version: 1,
  })
  const page = await request('POST', '/plan/page', { id: data.id })
  expect(page.body.data).toMatchObject({ total: 1, records: [{ id: data.id, dailyBudgetFen: 900_000_000 }] })
})

describe('terms that do not fit together are refused at their field', () => {
  test.each([
    [{ ageFrom: 50, ageTo: 20 }, { ageTo: '最大年龄不能小于最小年龄' }],
    [{ endsOn: '2025-12-31' }, { endsOn: '结束时间不能早于开始时间' }],
    [{ startsOn: '2026-02-30' }, { startsOn: '请填写存在的日期，如 2026-09-22' }],
    [{ isPaced: true }, { dailyCap: '均匀投放需要每日上限' }],
    [{ returnDays: 3 }, { returnReasons: '请填写此项' }],
    [{ returnReasons: ['空号'] }, { returnReasons: '不可退回时不填退回原因' }],
    [{ hourlyCap: 10, dailyCap: 5 }, { dailyCap: '不能小于更短时间的上限' }],
    [{ hourlyCap: 10, totalCap: 5 }, { totalCap: '不能小于更短时间的上限' }],
    [{ dailyBudgetFen: 100 }, { dailyBudgetFen: '不能小于单价' }],
    [{ cityCodes: ['440300', '440300'] }, { cityCodes: '该值已存在' }],
    [{ cityCodes: ['440000'] }, { 'cityCodes.0': '请选择城市，不能是省份' }],
    [{ cityCodes: ['999900'] }, { cityCodes: '包含不存在的城市' }],
    [{ excludedChannelIds: ['987654321'] }, { excludedChannelIds: '包含不存在的渠道' }],
    [{ orgId: '987654321' }, { orgId: '机构不存在、已停用，或它的流程与计划不同' }],
    [{ flow: 'half' }, { orgId: '机构不存在、已停用，或它的流程与计划不同' }],
    [{ flow: 'uv' }, { flow: '请从选项中选择' }],
  ])('%j', async (fields, problems) => {
    expect(await fieldsOf(fields)).toEqual(problems)
  })

  test('a window that ends before it begins, and one that goes past midnight', async () => {
    expect(await fieldsOf({ windows: [{ weekday: 1, from: '18:00', to: '09:00' }] })).toEqual({
      'windows.0.to': '结束时间不能早于开始时间',
    })
    expect(await fieldsOf({ windows: [{ weekday: 8, from: '09:00', to: '25:00' }] })).toEqual({
      'windows.0.weekday': '超出允许的范围',
      'windows.0.to': '请输入 24 小时制时间，例如 06:30',
    })
  })

  test('a last day that has passed, at the edge of the business day', async () => {
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    const yesterday = new Date(Date.now() - 16 * 3_600_000).toISOString().slice(0, 10)
    expect(await fieldsOf({ endsOn: yesterday })).toEqual({ endsOn: '不能早于今天' })
    expect((await create({ endsOn: today })).body.code).toBe('0000')
  })
})

describe('the organization', () => {
  test('decides the cities: no others, and a plan without a list has all of them', async () => {
    const local = await org({ cityCodes: ['440300', '440100'] })
    expect(await fieldsOf({ orgId: local, cityCodes: ['440300', '310100'] })).toEqual({
      cityCodes: '包含机构服务城市以外的城市',
    })
    const whole = await add({ orgId: local })
    const some = await add({ orgId: local, cityCodes: ['440300'] })
    const found = async (cityCode: string) =>
      (
        await request('POST', '/plan/page', { orgId: local, cityCode, sort: 'createdAt' })
      ).body.data.records.map(({ id }: { id: string }) => id)
    expect(await found('440300')).toEqual([whole.id, some.id])
    expect(await found('440100')).toEqual([whole.id])
    expect(await found('310100')).toEqual([])
    // A province or a district of one of its cities.
    expect(await found('440000')).toEqual([whole.id, some.id])
    expect(await found('440305')).toEqual([whole.id, some.id])
    expect(await found('310000')).toEqual([])
  })

  test('that gave up a city or was disabled meanwhile does not keep the rest of a plan from being changed', async () => {
    const local = await org({ cityCodes: ['440300', '440100'] })
    const made = await add({ orgId: local, cityCodes: ['440100'] })
    await app.pool.query(`update org set city_codes = '{440300}', status = 'disabled' where id = $1`, [local])
    expect((await edit(made, { cityCodes: ['440100'], priceFen: 5000 })).body.data).toMatchObject({
      priceFen: 5000,
      orgStatus: 'disabled',
    })
    expect((await create({ orgId: local })).body.data.fields).toHaveProperty('orgId')
  })

  test('of a plan with pushes stays, and the plan cannot be deleted', async () => {
    const made = await add()
    const { id: userId } = await one(`insert into "user" (flow) values ('full') returning id`)
    await app.pool.query(
      `insert into push_record (user_id, org_id, plan_id, flow) values ($1, $2, $3, 'full')`,
      [userId, orgId, made.id],
    )
    const other = await org()
    const moved = await edit({ ...made, orgId: other })
    expect(moved.body.data.fields).toEqual({
      orgId: '已有推送或推送计划使用这个计划，不能更换机构和流程',
    })
    const removed = await request('DELETE', `/plan/${made.id}`)
    expect(removed.body).toMatchObject({ code: '4090', desc: '还有 1 条记录引用它，不能删除' })
    const free = await add()
    expect((await request('DELETE', `/plan/${free.id}`)).body.code).toBe('0000')
  })

  test('and the plan have one flow in the database, whoever writes', async () => {
    const { id } = await add()
    await expect(app.pool.query(`update plan set flow = 'half' where id = $1`, [id])).rejects.toThrow(
      'plan_org_id_fkey',
    )
  })

  test('cannot be given up by two plans of one name', async () => {
    const { name } = await add()
    expect(await fieldsOf({ name })).toEqual({ name: '该值已存在' })
  })
})

test('each list has its own plans, under its own points', async () => {
  const joint = await org({ flow: 'uv' })
  const uv = (await requestUv('POST', '/plan/uv', body({ flow: 'uv', orgId: joint }))).body.data
  expect(uv.status).toBe('draft')
  expect((await request('GET', `/plan/${uv.id}`)).body.code).toBe('4040')
  expect((await request('POST', `/plan/${uv.id}/start`, { version: 1 })).body.code).toBe('4040')
  expect((await request('DELETE', `/plan/${uv.id}`)).body.code).toBe('4040')
  expect((await request('GET', `/row/plan/${uv.id}/today`)).body.code).toBe('4040')
  expect((await request('POST', '/plan/page', { id: uv.id })).body.data.total).toBe(0)
  expect((await requestUv('POST', '/plan/uv/page', { id: uv.id })).body.data.total).toBe(1)
  expect((await request('GET', `/plan/uv/${uv.id}`)).body.code).toBe('4030')
})

test('of two who change the same version one is refused with the current plan, also if only a window differs', async () => {
  const made = await add()
  const change = (from: string) => edit(made, { windows: [{ weekday: 1, from, to: '18:00' }] })
  const answers = await Promise.all([change('09:00'), change('10:00')])
  expect(answers.map(({ body }) => body.code).toSorted()).toEqual(['0000', '4090'])
  const [saved, refused] = answers.toSorted((a, b) => a.body.code.localeCompare(b.body.code))
  expect(refused?.body.data.current).toEqual(saved?.body.data)
})

test('a plan that has ended is not changed; one whose last day has passed is not started', async () => {
  const made = await add()
  const ended = (await act('end', (await act('start', made)).body.data)).body.data
  expect((await edit(ended)).body).toMatchObject({
    code: '4090',
    desc: '已结束的计划不能修改，请复制为新计划',
  })
  const late = await add()
  await app.pool.query(`update plan set ends_on = '2026-01-02' where id = $1`, [late.id])
  expect((await act('start', late)).body).toMatchObject({
    code: '4090',
    desc: `计划“${late.name}”的结束日期已过，请先修改`,
  })
  expect((await one('select status from plan where id = $1', late.id)).status).toBe('draft')
})

test('filters and orders', async () => {
  const own = await org()
  const cheap = await add({ orgId: own, priceFen: 100, priority: 10, endsOn: '2099-01-01', dailyCap: 5 })
  const dear = await add({ orgId: own, priceFen: 900, priority: 90, startsOn: '2098-06-01' })
  const found = async (filter: object) =>
    (await request('POST', '/plan/page', { orgId: own, sort: 'priceFen', ...filter })).body.data.records.map(
      ({ id }: { id: string }) => id,
    )
  expect(await found({})).toEqual([cheap.id, dear.id])
  expect(await found({ sort: '-priceFen' })).toEqual([dear.id, cheap.id])
  expect(await found({ sort: '-dailyCap' })).toEqual([dear.id, cheap.id])
  expect(await found({ sort: 'endsOn' })).toEqual([cheap.id, dear.id])
  expect(await found({ sort: 'dailyBudgetFen', priorityFrom: 50 })).toEqual([dear.id])
  expect(await found({ priceTo: 100 })).toEqual([cheap.id])
  expect(await found({ runsOn: '2098-01-01' })).toEqual([cheap.id])
  expect(await found({ runsOn: '2099-01-02' })).toEqual([dear.id])
  expect(await found({ endsTo: '2099-01-01' })).toEqual([cheap.id])
  expect(await found({ endsFrom: '2099-01-02' })).toEqual([dear.id])
  expect(await found({ status: 'running' })).toEqual([])
})

test('the history tells what changed, also windows and channels', async () => {
  const id = await channel()
  const made = await add({ windows: [{ weekday: 1, from: '09:00', to: '12:00' }] })
  await edit(made, { priceFen: 5000, excludedChannelIds: [id] })
  const log = await one(
    `select before, after from audit_log where target_kind = 'plan' and target_id = $1 order by id desc limit 1`,
    made.id,
  )
  expect(log).toMatchObject({
    before: { priceFen: 4500, windows: ['1 09:00–12:00'], excludedChannels: [] },
    after: { priceFen: 5000, windows: [], excludedChannels: [expect.stringContaining('渠道')] },
  })
})

test('the audit log names the plan, links to its list and describes a change in words', async () => {
  const made = await add({ isPaced: true, dailyCap: 5 })
  await edit(made, { gender: 'male', dailyCap: 9 })
  const auditor = await app.as('audit:page', 'plan:page', 'PlanList')
  const { records } = (
    await auditor('POST', '/audit/page', { targetKind: 'plan', targetId: made.id, sort: '-at' })
  ).body.data
  expect(records[0]).toMatchObject({
    action: '编辑计划',
    targetName: made.name,
    link: { name: 'PlanList', query: { open: made.id } },
  })
  const { changes } = (await auditor('GET', `/audit/${records[0].id}`)).body.data
  expect(changes).toEqual(
    expect.arrayContaining([
      { field: 'gender', label: '性别', before: '', after: '男' },
      { field: 'dailyCap', label: '每日上限', before: '5', after: '9' },
      { field: 'isPaced', label: '均匀投放', before: '是', after: '否' },
    ]),
  )
  const stranger = await app.as('audit:page')
  const hidden = await stranger('POST', '/audit/page', { targetKind: 'plan', targetId: made.id })
  expect(hidden.body.data.records[0]).toMatchObject({ targetName: null, link: null })
})

test('a plan and a change of the flow of its organization at the same moment never disagree', async () => {
  const orgs = await app.as('org:update')
  for (let round = 0; round < 10; round++) {
    const own = await org()
    const { name } = await one('select name from org where id = $1', own)
    const [made, moved] = await Promise.all([
      create({ orgId: own }),
      orgs('PUT', '/org', { id: own, version: 1, name, flow: 'half' }),
    ])
    const codes = [made.body.code, moved.body.code]
    expect([
      ['0000', '4000'],
      ['4000', '0000'],
    ]).toContainEqual(codes)
  }
})

test('an export names cities and what has no limit', async () => {
  const own = await org()
  await add({ orgId: own, cityCodes: ['440300'] })
  const columns = ['cityCodes', 'dailyCap', 'endsOn', 'isPaced', 'status', 'dailyBudgetFen']
  const { data } = (await request('POST', '/plan/page/export', { orgId: own, format: 'csv', columns })).body
  expect(data.task).toMatchObject({ resource: 'plan', status: 'done', rowsDone: 1 })
})
