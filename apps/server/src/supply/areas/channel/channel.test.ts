import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/harness'

const app = startApp()
const pointsOf = (area: string) =>
  ['page', 'create', 'update', 'delete', 'enable', 'disable', 'export', 'reveal'].map(
    (act) => `${area}:${act}`,
  )
type RequestAs = Awaited<ReturnType<typeof app.as>>
let request: RequestAs
let requestUv: RequestAs
let next = 0
const body = (fields: object = {}) => ({
  name: `渠道 ${next++}`,
  flow: 'full',
  settlement: 'cpa',
  priceFen: 600,
  ...fields,
})
const uvBody = (fields: object = {}) => body({ flow: 'uv', ...fields })
const add = async (fields: object = {}, requestAs = request) =>
  (await requestAs('POST', '/channel', body(fields))).body.data
/** An administrator with all points of the list who sees only own channels. */
async function ownScope() {
  const own = await app.as(...pointsOf('channel'))
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [own.adminId],
  )
  return own
}
const stored = async (id: string) =>
  (await app.pool.query('select * from channel where id = $1', [id])).rows[0]

beforeAll(async () => {
  request = await app.as(...pointsOf('channel'))
  requestUv = await app.as(...pointsOf('channelUv'))
})

test('a new channel is enabled, has a code and every field that was entered, and is on the page', async () => {
  const entered = body({
    flow: 'half',
    deductionBp: 1_250,
    dailyCap: 500,
    ownerId: request.adminId,
    remark: '备注',
  })
  const { body: made } = await request('POST', '/channel', entered)
  expect(made).toMatchObject({
    code: '0000',
    data: { ...entered, status: 'enabled', version: 1, references: 0, shareBp: null, contactPhone: '' },
  })
  expect(made.data.code).toMatch(/^c[2-9a-kmnp-z]{7}$/)
  for (const filter of [{ id: made.data.id }, { code: made.data.code }]) {
    const page = await request('POST', '/channel/page', filter)
    expect(page.body.data).toMatchObject({ total: 1, records: [made.data] })
  }
})

describe('the code', () => {
  test('of fifty channels that are added at once, no two have the same', async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => add()))
    expect(new Set(made.map(({ code }) => code)).size).toBe(50)
  })

  test('is not used again after its channel was deleted', async () => {
    const { id, code } = await add()
    expect((await request('DELETE', `/channel/${id}`)).body.code).toBe('0000')
    const later = await Promise.all(Array.from({ length: 50 }, () => add()))
    expect(later.map((channel) => channel.code)).not.toContain(code)
  })

  test('cannot be chosen or changed', async () => {
    const { id, code } = await add()
    for (const answer of [
      await request('POST', '/channel', body({ code: 'mycode' })),
      await request('PUT', '/channel', body({ id, version: 1, code: 'mycode' })),
    ])
      expect(answer.body.data.fields).toEqual({ code: '未知字段' })
    expect((await stored(id)).code).toBe(code)
  })

  test('differs for every number, also for the first and the last', async () => {
    const { rows } = await app.pool.query(
      `select count(distinct channel_code(n))::int as codes, count(*)::int as numbers, bool_and(channel_code(n) ~ '^c[2-9a-z]{7}$') as fit
       from (select generate_series(1, 20000) n union all select generate_series(34359718368, 34359738367) n) numbers`,
    )
    expect(rows).toEqual([{ codes: 40_000, numbers: 40_000, fit: true }])
  })
})

describe('each list has its own channels', () => {
  test('nobody meets a channel of the other list, whatever the call', async () => {
    const { id } = await add()
    const uv = (await requestUv('POST', '/channel/uv', uvBody())).body.data
    for (const [other, path, of] of [
      [requestUv, '/channel/uv', id],
      [request, '/channel', uv.id],
    ] as const) {
      expect((await other('POST', `${path}/page`, { id: of })).body.data.total).toBe(0)
      expect((await other('GET', `${path}/${of}`)).body.code).toBe('4040')
      const fields = path === '/channel' ? body() : uvBody()
      expect((await other('PUT', path, { ...fields, id: of, version: 1 })).body.code).toBe('4040')
      expect((await other('POST', `${path}/${of}/disable`, { version: 1 })).body.code).toBe('4040')
      expect(
        (await other('POST', `/row/${path === '/channel' ? 'channel' : 'channelUv'}/${of}/reveal`)).body.code,
      ).toBe('4040')
      expect((await other('POST', `${path}/batch/disable`, { ids: [of] })).body.data.done).toBe(0)
      expect((await other('POST', `${path}/batch/delete`, { ids: [of] })).body.data.removed).toBe(0)
      expect((await other('DELETE', `${path}/${of}`)).body.code).toBe('4040')
      const counted = await other('POST', `${path}/batch/disable/count`, { filter: { id: of } })
      expect(counted.body.data).toMatchObject({ count: 0, others: 0 })
    }
    for (const each of [id, uv.id])
      expect(await stored(each)).toMatchObject({ status: 'enabled', version: 1 })
  })

  test('the points of one list do not open the other, and a flow of the other is refused at its field', async () => {
    expect((await request('POST', '/channel/uv/page', {})).body.code).toBe('4030')
    expect((await requestUv('POST', '/channel/page', {})).body.code).toBe('4030')
    const refused = { code: '4000', data: { fields: { flow: '请从选项中选择' } } }
    expect((await request('POST', '/channel', body({ flow: 'uv' }))).body).toMatchObject(refused)
    expect((await requestUv('POST', '/channel/uv', uvBody({ flow: 'half' }))).body).toMatchObject(refused)
  })
})

describe('the settlement and its terms', () => {
  test.each([
    [{ settlement: 'cpa', priceFen: null }, { priceFen: '请填写此项' }],
    [{ settlement: 'cpl', priceFen: 1, shareBp: 1 }, { shareBp: '只有按收入分成才填分成比例' }],
    [{ settlement: 'cps', priceFen: null }, { shareBp: '请填写此项' }],
    [{ settlement: 'cps', priceFen: 1, shareBp: 1 }, { priceFen: '按收入分成时不填单价' }],
    [
      { settlement: 'cps', priceFen: 1 },
      { shareBp: '请填写此项', priceFen: '按收入分成时不填单价' },
    ],
    [{ settlement: 'cpx' }, { settlement: '请从选项中选择' }],
    [{ settlement: 'cps', priceFen: null, shareBp: 10_001 }, { shareBp: '超出允许的范围' }],
    [{ deductionBp: 10_001 }, { deductionBp: '超出允许的范围' }],
    [{ deductionBp: 0.5 }, { deductionBp: '请输入整数' }],
    [{ dailyCap: 0 }, { dailyCap: '超出允许的范围' }],
    [{ name: ' ' }, { name: '请填写此项' }],
    [{ contactPhone: '123' }, { contactPhone: '请输入 11 位手机号' }],
  ])('%j is refused at its field, in a new channel and in an edit', async (fields, refused) => {
    const { id } = await add()
    expect((await request('POST', '/channel', body(fields))).body.data.fields).toEqual(refused)
    expect((await request('PUT', '/channel', body({ ...fields, id, version: 1 }))).body.data.fields).toEqual(
      refused,
    )
  })

  test('an edit changes both together', async () => {
    const { id } = await add()
    const change = { id, version: 1, settlement: 'cps', priceFen: null, shareBp: 2_000 }
    const { data } = (await request('PUT', '/channel', body(change))).body
    expect(data).toMatchObject({ settlement: 'cps', priceFen: null, shareBp: 2_000 })
  })
})

describe('the contact', () => {
  const contact = { contactName: '陈经理', contactPhone: '138 0000 1234', remark: '打 13900001234' }

  test('is masked in every answer, and a reveal shows it and is audited', async () => {
    const made = await add(contact)
    const masked = { contactName: '陈**', contactPhone: '138****1234', remark: '打 139****1234' }
    expect(made).toMatchObject(masked)
    const page = await request('POST', '/channel/page', { id: made.id })
    expect(page.body.data.records).toMatchObject([masked])
    expect((await request('POST', `/channel/${made.id}/disable`, { version: 1 })).body.data).toMatchObject(
      masked,
    )
    const revealed = await request('POST', `/row/channel/${made.id}/reveal`)
    expect(revealed.body.data).toEqual({ ...contact, contactPhone: '13800001234' })
    const { rows } = await app.pool.query(
      `select point, before::text || after::text as values from audit_log
       where target_kind = 'channel' and target_id = $1 order by id`,
      [made.id],
    )
    expect(rows.map(({ point }) => point)).toEqual(['channel:create', 'channel:disable', 'channel:reveal'])
    const { rows: kept } = await app.pool.query(
      `select from audit_log where target_kind = 'channel' and concat(before, after) ~ '0000.?1234|陈经理'`,
    )
    expect(kept).toEqual([])
  })

  test('stays when an edit leaves it out, and behind its mask in the remark; null removes either', async () => {
    const { id, remark } = await add(contact)
    await request('PUT', '/channel', body({ id, version: 1, remark }))
    expect(await stored(id)).toMatchObject({
      contact_name: '陈经理',
      contact_phone: '13800001234',
      remark: contact.remark,
    })
    await request('PUT', '/channel', body({ id, version: 2, contactName: null, contactPhone: null }))
    expect(await stored(id)).toMatchObject({ contact_name: '', contact_phone: '', remark: '' })
  })
})

describe('the owner', () => {
  test('sees and changes only own channels, and owns the channels that this administrator adds', async () => {
    const own = await ownScope()
    const foreign = await add()
    const mine = await add({}, own)
    expect(mine.ownerId).toBe(own.adminId)
    const page = await own('POST', '/channel/page', {})
    expect(page.body.data.records.map(({ id }: { id: string }) => id)).toEqual([mine.id])
    expect((await own('GET', '/channel/counts')).body.data).toEqual({ enabled: 1, disabled: 0 })
    expect((await own('PUT', '/channel', body({ id: foreign.id, version: 1 }))).body.code).toBe('4040')
    expect((await own('POST', `/row/channel/${foreign.id}/reveal`)).body.code).toBe('4040')
    const edited = await own('PUT', '/channel', body({ id: mine.id, version: 1 }))
    expect(edited.body.data).toMatchObject({ ownerId: own.adminId, version: 2 })
  })

  test('with the data scope `own` nobody gives a channel to a colleague', async () => {
    const own = await ownScope()
    const mine = await add({}, own)
    const refused = { ownerId: '您只能管理自己负责的渠道，负责人须为您本人' }
    const given = { ownerId: request.adminId }
    expect((await own('POST', '/channel', body(given))).body.data.fields).toEqual(refused)
    const edited = await own('PUT', '/channel', body({ ...given, id: mine.id, version: 1 }))
    expect(edited.body.data.fields).toEqual(refused)
  })

  test('is an administrator who may sign in; a disabled one stays when the rest is edited', async () => {
    const other = await app.as()
    const refused = { ownerId: '负责人不存在或已停用' }
    expect((await request('POST', '/channel', body({ ownerId: '999999' }))).body.data.fields).toEqual(refused)
    const { id } = await add({ ownerId: other.adminId })
    await app.pool.query(`update admin set status = 'disabled' where id = $1`, [other.adminId])
    expect((await request('POST', '/channel', body({ ownerId: other.adminId }))).body.data.fields).toEqual(
      refused,
    )
    const edited = await request('PUT', '/channel', body({ id, version: 1, ownerId: other.adminId }))
    expect(edited.body.data).toMatchObject({ ownerId: other.adminId, version: 2 })
  })

  test('is chosen among the administrators', async () => {
    const found = await request('GET', `/choice/channel/owners?ids=${request.adminId}`)
    expect(found.body.data).toMatchObject([{ id: request.adminId }])
  })
})

test('of twenty concurrent edits of one version, one succeeds; the others are refused with the new row', async () => {
  const { id } = await add()
  const edits = Array.from({ length: 20 }, (_, index) =>
    request('PUT', '/channel', body({ id, version: 1, remark: `${index}` })),
  )
  const answers = await Promise.all(edits)
  expect(answers.map((answer) => answer.body.code).toSorted()).toEqual(['0000', ...Array(19).fill('4090')])
  for (const answer of answers) expect((answer.body.data.current ?? answer.body.data).version).toBe(2)
})

describe('deletion', () => {
  const user = (channelId: string) =>
    app.pool.query(`insert into "user" (flow, channel_id, name) values ('full', $1, '王五')`, [channelId])

  test('a channel that brought users stays, and the refusal and the row say how many records refer to it', async () => {
    const [used, free] = [await add(), await add()]
    await user(used.id)
    await user(used.id)
    expect((await request('GET', `/channel/${used.id}`)).body.data.references).toBe(2)
    const refused = { code: '4090', desc: '还有 2 条记录引用它，不能删除' }
    expect((await request('DELETE', `/channel/${used.id}`)).body).toMatchObject(refused)
    const several = await request('POST', '/channel/batch/delete', { ids: [used.id, free.id] })
    expect(several.body).toMatchObject(refused)
    expect((await request('GET', `/channel/${free.id}`)).body.code).toBe('0000')
  })

  test('of a deletion and a new user at once, one wins and no user is left without the channel', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await add()
      const [removed] = await Promise.all([
        request('DELETE', `/channel/${id}`),
        user(id).catch(() => undefined),
      ])
      const { rows } = await app.pool.query('select from "user" where channel_id = $1', [id])
      expect([rows.length, removed.body.code]).toEqual(rows.length === 0 ? [0, '0000'] : [1, '4090'])
    }
  })
})

test('filters find by each field, sorts put missing figures last', async () => {
  const tag = `筛选${next++}`
  const fields = [
    { name: `${tag} 甲`, priceFen: 100, dailyCap: 9, deductionBp: 30, ownerId: request.adminId },
    { name: `${tag} 乙`, settlement: 'cps', priceFen: null, shareBp: 5, deductionBp: 20, flow: 'half' },
    { name: `${tag} 丙`, priceFen: 300, dailyCap: 7, deductionBp: 10 },
  ]
  const made = []
  for (const each of fields) made.push(await add(each))
  await request('POST', `/channel/${made[2].id}/disable`, { version: 1 })
  const names = async (filter: object) =>
    (
      await request('POST', '/channel/page', { name: tag, sort: 'createdAt', ...filter })
    ).body.data.records.map(({ name }: { name: string }) => name.at(-1))
  expect(await names({})).toEqual(['甲', '乙', '丙'])
  expect(await names({ sort: 'priceFen' })).toEqual(['甲', '丙', '乙'])
  expect(await names({ sort: 'shareBp' })).toEqual(['乙', '甲', '丙'])
  expect(await names({ sort: 'dailyCap' })).toEqual(['丙', '甲', '乙'])
  expect(await names({ sort: '-deductionBp' })).toEqual(['甲', '乙', '丙'])
  expect(await names({ flow: 'half' })).toEqual(['乙'])
  expect(await names({ settlement: 'cpa' })).toEqual(['甲', '丙'])
  expect(await names({ status: 'disabled' })).toEqual(['丙'])
  expect(await names({ ownerId: request.adminId })).toEqual(['甲'])
  expect(await names({ priceFrom: 200, priceTo: 400 })).toEqual(['丙'])
  expect(await names({ code: made[1].code.toUpperCase() })).toEqual(['乙'])
  expect(await names({ createdFrom: new Date(Date.now() + 3_600_000).toISOString() })).toEqual([])
})

describe('where requests may come from', () => {
  test('is stored in its normal form, each address or network once', async () => {
    const typed = [' 203.0.113.7/24', '2001:DB8::1', '', '203.0.113.9/24', '2001:db8:0::1']
    const { id, allowedIps } = await add({ allowedIps: typed, callsPerSecond: 20 })
    expect(allowedIps).toEqual(['203.0.113.0/24', '2001:db8::1'])
    const { data } = (await request('PUT', '/channel', body({ id, version: 1, allowedIps: ['10.0.0.1'] })))
      .body
    expect(data).toMatchObject({ allowedIps: ['10.0.0.1'], callsPerSecond: null })
  })

  test.each([
    [{ allowedIps: ['10.0.0.1', 'nowhere'] }, { allowedIps: '“nowhere”不是 IP 地址或网段' }],
    [{ allowedIps: ['0.0.0.0/0'] }, { allowedIps: '“0.0.0.0/0”不是 IP 地址或网段' }],
    [
      { allowedIps: Array.from({ length: 101 }, (_, index) => `10.0.0.${index}`) },
      { allowedIps: '数量过多' },
    ],
    [{ callsPerSecond: 0 }, { callsPerSecond: '超出允许的范围' }],
    [{ callsPerSecond: 1_001 }, { callsPerSecond: '超出允许的范围' }],
  ])('%j is refused at its field, in a new channel and in an edit', async (fields, refused) => {
    const { id } = await add()
    expect((await request('POST', '/channel', body(fields))).body.data.fields).toEqual(refused)
    const edited = await request('PUT', '/channel', body({ ...fields, id, version: 1 }))
    expect(edited.body.data.fields).toEqual(refused)
  })
})

describe('the landing page', () => {
  const base = 'channel.landingBase'

  test('has an address as soon as the setting has a base address, in every answer and in the export', async () => {
    const { id, code, landingUrl } = await add()
    expect(landingUrl).toBeNull()
    const settings = await app.as('setting:list', 'setting:update')
    const saved = await settings('PUT', '/setting', {
      [base]: { value: ' https://h5.example.com/c/ ', version: 0 },
    })
    expect(saved.body.code).toBe('0000')
    const url = `https://h5.example.com/c/${code}`
    expect((await request('GET', `/channel/${id}`)).body.data.landingUrl).toBe(url)
    expect((await request('POST', '/channel/page', { id })).body.data.records[0].landingUrl).toBe(url)
    const wanted = { id, format: 'csv', columns: ['landingUrl'] }
    const { body: answer } = await request('POST', '/channel/page/export', wanted)
    const file = await app.app.inject({ url: `/api/common/download?ticket=${answer.data.ticket}` })
    expect(file.payload).toContain(url)
    await app.set(base, null)
    expect((await request('GET', `/channel/${id}`)).body.data.landingUrl).toBeNull()
  })
})

test('an export has the rows of its list, with shares in percent and contacts masked', async () => {
  const name = `=导出 ${next++}`
  const terms = { settlement: 'cps', priceFen: null, shareBp: 1_250, deductionBp: 5 }
  await add({ name, ...terms, contactName: '陈经理', contactPhone: '13800001234' })
  const columns = [
    'name',
    'shareBp',
    'deductionBp',
    'priceFen',
    'dailyCap',
    'contactName',
    'contactPhone',
    'status',
  ]
  const { body: answer } = await request('POST', '/channel/page/export', { name, format: 'csv', columns })
  const file = await app.app.inject({ url: `/api/common/download?ticket=${answer.data.ticket}` })
  expect(file.payload).toContain(`'${name},12.5%,0.05%,,不限,陈**,138****1234,启用`)
})
