import { beforeAll, describe, expect, test } from 'vitest'
import { partnerTemplate } from '#demo/partner/template'
import { startApp } from '#test/harness'
import { picture, upload } from '#test/upload'

const app = startApp()
const points = (area: string) =>
  ['page', 'create', 'update', 'delete', 'enable', 'pause', 'disable', 'export', 'reveal'].map(
    (act) => `${area}:${act}`,
  )
type RequestAs = Awaited<ReturnType<typeof app.as>>
let request: RequestAs
let requestUv: RequestAs
let next = 0
const host = 'https://partner.example.com'
const body = <F extends object>(fields: F = {} as F) => ({
  name: `机构 ${next++}`,
  flow: 'full',
  ...fields,
})
const uvBody = (fields: object = {}) => ({
  name: `联登机构 ${next++}`,
  flow: 'uv',
  loginUrl: `${host}/login`,
  ...fields,
})
const add = async (fields: object = {}) => (await request('POST', '/org', body(fields))).body.data
/** The body of a change that leaves everything but these fields as it is. */
const edit = ({ id, name, version }: { id: string; name: string; version: number }, fields: object = {}) =>
  request('PUT', '/org', { ...body({ name }), id, version, ...fields })
const one = async (text: string, ...values: unknown[]) => (await app.pool.query(text, values)).rows[0]
const agreement = { name: '授权书', version: '1.0', url: `${host}/agreement/1` }

beforeAll(async () => {
  request = await app.as(...points('org'))
  requestUv = await app.as(...points('orgUv'))
})

test('a new organization without an alert has that of the settings; an alert that is entered stays, also none', async () => {
  await app.set('threshold.lowBalanceFen', 12_300)
  expect(await add()).toMatchObject({ alertFen: 12_300 })
  expect(await add({ alertFen: null })).toMatchObject({ alertFen: 12_300 })
  expect(await add({ alertFen: 0 })).toMatchObject({ alertFen: 0 })
  await app.set('threshold.lowBalanceFen', null)
  expect(await add()).toMatchObject({ alertFen: 100_000 })
})

test('a new organization is paused, has an empty account and every field that was entered, contact masked', async () => {
  const entered = body({
    flow: 'half',
    shortName: '简称',
    licenceNo: '91MA5',
    alertFen: 500,
    cityCodes: ['440300', '110100'],
    agreements: [agreement],
    remark: '备注',
  })
  const { code, data } = (
    await request('POST', '/org', {
      ...entered,
      code: 'hnka01',
      contactName: '陈经理',
      contactPhone: '138 0000 1234',
    })
  ).body
  expect(code).toBe('0000')
  expect(data).toMatchObject({
    ...entered,
    code: 'hnka01',
    contactName: '陈**',
    contactPhone: '138****1234',
    status: 'paused',
    balanceFen: 0,
    heldFen: 0,
    availableFen: 0,
    isLow: true,
    plans: 0,
    references: 0,
    version: 1,
    called: [],
    offeredAgreements: [],
  })
  const page = await request('POST', '/org/page', { id: data.id })
  expect(page.body.data).toMatchObject({ total: 1, records: [{ id: data.id, contactPhone: '138****1234' }] })
})

describe('the account', () => {
  test('belongs to every organization, and its amounts are in the list; no call changes them', async () => {
    const made = await add({ alertFen: 700 })
    await app.pool.query('update org_account set balance_fen = 1000, held_fen = 400 where org_id = $1', [
      made.id,
    ])
    const amounts = { balanceFen: 1000, heldFen: 400, availableFen: 600, alertFen: 700, isLow: true }
    expect((await request('GET', `/org/${made.id}`)).body.data).toMatchObject(amounts)
    const answer = await edit(made, { balanceFen: 9 })
    expect(answer.body.data.fields).toEqual({ balanceFen: '未知字段' })
    expect((await edit(made, { alertFen: 600 })).body.data).toMatchObject({ balanceFen: 1000, isLow: false })
  })

  test.each([
    ['balance_fen = -1', 'account_balance_fen_check'],
    ['balance_fen = 5, held_fen = 6', 'account_balance_fen_check'],
    ['held_fen = -1', 'account_held_fen_check'],
  ])('the database refuses %s', async (set, constraint) => {
    const { id } = await add()
    await expect(app.pool.query(`update org_account set ${set} where org_id = $1`, [id])).rejects.toThrow(
      constraint,
    )
  })

  test('an organization whose account holds money is not deleted, also when it is booked at that moment', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await add()
      const [removed] = await Promise.all([
        request('DELETE', `/org/${id}`),
        app.pool.query('update org_account set balance_fen = 100 where org_id = $1', [id]),
      ])
      const account = await one('select balance_fen::int as balance from org_account where org_id = $1', id)
      expect([account?.balance, removed.body.code]).toEqual(account ? [100, '4090'] : [undefined, '0000'])
    }
    const rich = await add()
    await app.pool.query('update org_account set balance_fen = 1 where org_id = $1', [rich.id])
    const refused = await request('DELETE', `/org/${rich.id}`)
    expect(refused.body).toMatchObject({ code: '4090', desc: '余额不为零，不能删除' })
    await expect(app.pool.query('delete from org where id = $1', [rich.id])).rejects.toThrow('holds money')
  })

  test('an organization with ledger entries is not deleted, also when its balance is zero', async () => {
    const { id } = await add()
    await app.pool.query(
      `select book_transfer(b.id, a.id, 5, 'recharge', 'recharge', a.org_id::text, '2026-11-20', null, null, 0),
         book_transfer(a.id, b.id, 5, 'payout', 'recharge', a.org_id::text, '2026-11-20', null, null, 0)
       from account a, account b where a.org_id = $1 and b.kind = 'bank'`,
      [id],
    )
    const refused = await request('DELETE', `/org/${id}`)
    expect(refused.body).toMatchObject({ code: '4090', desc: '已有资金流水，不能删除' })
  })
})

describe('agreements', () => {
  const enable = ({ id, version }: { id: string; version: number }) =>
    request('POST', `/org/${id}/enable`, { version })

  test('a version may be corrected until the organization is enabled, then only be replaced by another version', async () => {
    const made = await add({ agreements: [agreement] })
    const corrected = { ...agreement, url: `${host}/agreement/corrected` }
    const draft = (await edit(made, { agreements: [corrected] })).body.data
    const live = (await enable(draft)).body.data
    expect(live.offeredAgreements).toEqual([{ ...corrected, offeredAt: expect.any(String) }])
    const refused = await edit(live, { agreements: [agreement] })
    expect(refused.body).toMatchObject({
      code: '4090',
      data: { fields: { agreements: '使用过的协议版本不能修改，请填写新的版本号' } },
    })
    const second = { ...agreement, version: '2.0' }
    const replaced = (await edit(live, { agreements: [second] })).body.data
    expect(replaced.agreements).toEqual([second])
    expect(replaced.offeredAgreements.map(({ version }: { version: string }) => version).sort()).toEqual([
      '1.0',
      '2.0',
    ])
    // Neither without the organization being enabled, nor after it was taken off the list.
    const paused = (await request('POST', `/org/${made.id}/pause`, { version: replaced.version })).body.data
    expect((await edit(paused, { agreements: [agreement] })).body.code).toBe('4090')
    expect((await edit(paused, { agreements: [corrected] })).body.data.agreements).toEqual([corrected])
  })

  test('the database refuses another text of a version that was offered, whoever writes it', async () => {
    const { id } = (await enable(await add({ agreements: [agreement] }))).body.data
    const other = JSON.stringify([{ ...agreement, url: `${host}/other` }])
    await expect(app.pool.query('update org set agreements = $2 where id = $1', [id, other])).rejects.toThrow(
      'was offered has another address',
    )
  })

  test('two agreements of one name are refused at the second', async () => {
    const answer = await request(
      'POST',
      '/org',
      body({ agreements: [agreement, { ...agreement, version: '2' }] }),
    )
    expect(answer.body.data.fields).toEqual({ 'agreements.1.name': '该值已存在' })
  })
})

describe('addresses', () => {
  test.each([
    ['http://a.example.com/', '请输入以 https:// 开头的完整网址'],
    ['https://me:pw@a.example.com/', '请输入以 https:// 开头的完整网址'],
    ['', '请填写此项'],
    ['https://10.0.0.1/', '这个地址不能从公网访问，或端口不是 443'],
    ['https://127.0.0.1/', '这个地址不能从公网访问，或端口不是 443'],
    ['https://169.254.169.254/latest/', '这个地址不能从公网访问，或端口不是 443'],
    ['https://db.internal/', '这个地址不能从公网访问，或端口不是 443'],
    ['https://a.example.com:8443/', '这个地址不能从公网访问，或端口不是 443'],
  ])('%s is refused at its field', async (loginUrl, sentence) => {
    const answer = await requestUv('POST', '/org/uv', uvBody({ loginUrl }))
    expect(answer.body.data.fields).toEqual({ loginUrl: sentence })
  })

  test('of an agreement too', async () => {
    const answer = await request(
      'POST',
      '/org',
      body({ agreements: [{ ...agreement, url: 'https://10.1.1.1/' }] }),
    )
    expect(answer.body.data.fields).toHaveProperty(['agreements.0.url'])
  })

  test('a joint login has one where people sign in; where people are sent is in the template alone', async () => {
    const fieldsOf = async (requestAs: RequestAs, path: string, sent: object) =>
      Object.keys((await requestAs('POST', path, sent)).body.data.fields)
    expect(await fieldsOf(request, '/org', body({ loginUrl: `${host}/l` }))).toEqual(['loginUrl'])
    expect(await fieldsOf(requestUv, '/org/uv', { name: 'x', flow: 'uv' })).toEqual(['loginUrl'])
    for (const gone of ['pushUrl', 'checkUrl', 'timeoutMs', 'pushSecret'])
      expect(await fieldsOf(request, '/org', body({ [gone]: null }))).toEqual([gone])
  })

  test('the details tell where an organization is called, as its template says it, in the order of the stages', async () => {
    const made = await add({ flow: 'half' })
    const { stages } = partnerTemplate(host, made.code, { flow: 'half', timeoutMs: 2_500 })
    await app.pool.query('insert into org_template (org_id, template) values ($1, $2)', [
      made.id,
      JSON.stringify({ secrets: [], maps: [], stages }),
    ])
    expect((await request('GET', `/org/${made.id}`)).body.data.called).toEqual(
      ['check', 'submit', 'query'].map((stage) => ({
        stage,
        url: `${host}/${made.code}/${stage}`,
        timeoutMs: 2_500,
      })),
    )
  })
})

test('a contact is revealed one at a time, with an audit entry; a change without it keeps it', async () => {
  const made = await add({ contactName: '陈经理', contactPhone: '13800001234' })
  await edit(made, { remark: 'x' })
  const reader = await app.as('org:page')
  expect((await reader('POST', `/row/org/${made.id}/reveal`)).body.code).toBe('4030')
  expect((await request('POST', `/row/org/${made.id}/reveal`)).body.data).toEqual({
    contactName: '陈经理',
    contactPhone: '13800001234',
  })
  expect((await requestUv('POST', `/row/orgUv/${made.id}/reveal`)).body.code).toBe('4040')
  const entry = await one(
    `select count(*)::int as n from audit_log where point = 'org:reveal' and result = 'done' and target_id = $1`,
    made.id,
  )
  expect(entry.n).toBe(1)
  const removed = await edit({ ...made, version: 2 }, { contactName: null, contactPhone: null })
  expect(removed.body.data).toMatchObject({ contactName: '', contactPhone: '' })
})

test('the group of counties of Chongqing is its city; a former code becomes that of today', async () => {
  expect(await add({ cityCodes: ['500200', '522200'] })).toMatchObject({ cityCodes: ['500100', '520600'] })
  expect(await add({ cityCodes: ['500200', '500100'] })).toMatchObject({ cityCodes: ['500100'] })
})

test.each([
  [{ name: ' ' }, 'name', '请填写此项'],
  [{ code: 'ABC' }, 'code', '4–16 位小写字母或数字'],
  [{ alertFen: -1 }, 'alertFen', '超出允许的范围'],
  [{ cityCodes: ['440305'] }, 'cityCodes.0', '请选择地区'],
  [{ cityCodes: ['440000'] }, 'cityCodes.0', '请选择城市，不能是省份'],
  [{ cityCodes: ['449900'] }, 'cityCodes', '包含不存在的城市'],
  // Part of another city now.
  [{ cityCodes: ['371200'] }, 'cityCodes', '包含不存在的城市'],
  [{ contactPhone: '123' }, 'contactPhone', '请输入 11 位手机号'],
  [{ flow: 'uv' }, 'flow', '请从选项中选择'],
])('%j is refused at its field', async (fields, field, sentence) => {
  const answer = await request('POST', '/org', body(fields))
  expect(answer.body.data.fields).toEqual({ [field]: sentence })
})

test('name and code are unique; without a code the service makes one', async () => {
  const made = await add()
  expect(made.code).toMatch(/^[a-z0-9]{8}$/)
  for (const field of ['name', 'code'] as const) {
    const again = await request('POST', '/org', body({ [field]: made[field] }))
    expect(again.body).toMatchObject({ code: '4090', data: { fields: { [field]: '该值已存在' } } })
  }
})

test('nobody meets an organization of the other list, whatever the call', async () => {
  const { id } = await add()
  const uv = (await requestUv('POST', '/org/uv', uvBody())).body.data
  for (const [other, path, of] of [
    [requestUv, '/org/uv', id],
    [request, '/org', uv.id],
  ] as const) {
    expect((await other('POST', `${path}/page`, { id: of })).body.data.total).toBe(0)
    expect((await other('GET', `${path}/${of}`)).body.code).toBe('4040')
    const changed = await other('PUT', path, {
      ...(path === '/org' ? body() : uvBody()),
      id: of,
      version: 1,
    })
    expect(changed.body.code).toBe('4040')
    expect((await other('POST', `${path}/${of}/enable`, { version: 1 })).body.code).toBe('4040')
    expect((await other('POST', `${path}/batch/enable`, { ids: [of] })).body.data.done).toBe(0)
    expect((await other('POST', `${path}/batch/delete`, { ids: [of] })).body.data.removed).toBe(0)
    expect((await other('DELETE', `${path}/${of}`)).body.code).toBe('4040')
    const counted = await other('POST', `${path}/batch/enable/count`, { filter: { id: of } })
    expect(counted.body.data).toMatchObject({ count: 0, others: 0 })
  }
  expect((await request('POST', '/org/uv/page', {})).body.code).toBe('4030')
  expect((await requestUv('POST', '/org/page', {})).body.code).toBe('4030')
})

test('of twenty concurrent edits of one version, one succeeds; the others are refused with the new row', async () => {
  const made = await add()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => edit(made, { remark: `${index}` })),
  )
  expect(answers.map(({ body }) => body.code).toSorted()).toEqual(['0000', ...Array(19).fill('4090')])
  for (const { body } of answers) expect((body.data.current ?? body.data).version).toBe(2)
})

test('an edit does not wait for a charge of the account, nor a charge for an edit', async () => {
  const made = await add()
  const charge = await app.pool.connect()
  try {
    await charge.query('begin')
    await charge.query('update org_account set balance_fen = 100 where org_id = $1', [made.id])
    expect((await edit(made, { remark: 'during' })).body.data).toMatchObject({ version: 2, balanceFen: 0 })
    await charge.query('commit')
  } finally {
    charge.release()
  }
  expect((await request('GET', `/org/${made.id}`)).body.data.balanceFen).toBe(100)
})

describe('references', () => {
  const plan = (orgId: string) =>
    app.pool.query(
      `insert into plan (org_id, name, flow, price_fen, starts_on) values ($1, 'p', 'full', 1, current_date)`,
      [orgId],
    )

  test('an organization with plans stays and keeps its flow; the row says how many', async () => {
    const made = await add()
    await plan(made.id)
    expect((await request('GET', `/org/${made.id}`)).body.data).toMatchObject({ plans: 1, references: 1 })
    const removed = await request('DELETE', `/org/${made.id}`)
    expect(removed.body).toMatchObject({ code: '4090', desc: '还有 1 条记录引用它，不能删除' })
    const moved = await edit(made, { flow: 'half' })
    expect(moved.body.data.fields).toEqual({ flow: '已有计划或产品使用当前流程，不能修改' })
  })

  test('so does one with products', async () => {
    const made = await add()
    await app.pool.query(
      `insert into product (name, kind, flow, org_id, face_fen, price_fen, valid_days) values ('x', 'coupon', 'full', $1, 1, 1, 1)`,
      [made.id],
    )
    const moved = await edit(made, { flow: 'half' })
    expect(moved.body.data.fields).toEqual({ flow: '已有计划或产品使用当前流程，不能修改' })
  })

  test('of a deletion and a new plan at once, one wins', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await add()
      const [removed] = await Promise.all([request('DELETE', `/org/${id}`), plan(id).catch(() => undefined)])
      const found = await one('select count(*)::int as n from plan where org_id = $1', id)
      expect([found.n, removed.body.code]).toEqual(found.n === 0 ? [0, '0000'] : [1, '4090'])
    }
  })

  test('one that nothing refers to is deleted with its account, and its logo is released', async () => {
    const content = await picture(20, 20).png().toBuffer()
    const { data } = await upload(app.app, request.token, 'logo', [{ name: 'a.png', content }])
    const { id, logoFileId } = await add({ logoFileId: data[0].id })
    const owner = () => one('select owner_id from file where id = $1', logoFileId)
    expect(await owner()).toEqual({ owner_id: id })
    expect((await request('DELETE', `/org/${id}`)).body.code).toBe('0000')
    expect(await owner()).toEqual({ owner_id: null })
    expect(await one('select 1 from org_account where org_id = $1', id)).toBeUndefined()
  })
})

test('filters find by each field, sorts work by amounts', async () => {
  const tag = `筛选${next++}`
  const rows = [
    { name: `${tag} 甲`, cityCodes: ['440300'], alertFen: 100 },
    { name: `${tag} 乙`, cityCodes: ['310100'], alertFen: 0 },
    { name: `${tag} 丙`, flow: 'half', shortName: `短${tag}`, alertFen: 0 },
  ]
  for (const [at, fields] of rows.entries()) {
    const { id } = await add(fields)
    await app.pool.query('update org_account set balance_fen = $2, held_fen = $3 where org_id = $1', [
      id,
      ...([
        [200, 150],
        [90, 0],
        [80, 60],
      ][at] as number[]),
    ])
  }
  const names = async (filter: object) =>
    (await request('POST', '/org/page', { name: tag, ...filter })).body.data.records.map(
      ({ name }: { name: string }) => name.at(-1),
    )
  expect(await names({ sort: 'balanceFen' })).toEqual(['丙', '乙', '甲'])
  expect(await names({ sort: '-availableFen' })).toEqual(['乙', '甲', '丙'])
  expect(await names({ sort: '-alertFen' })).toEqual(['甲', '丙', '乙'])
  expect(await names({ sort: 'createdAt', cityCode: '440300' })).toEqual(['甲', '丙'])
  // A district is in its city, and a province has its cities.
  expect(await names({ sort: 'createdAt', cityCode: '440305' })).toEqual(['甲', '丙'])
  expect(await names({ sort: 'createdAt', cityCode: '310000' })).toEqual(['乙', '丙'])
  expect(await names({ flow: 'half' })).toEqual(['丙'])
  expect(await names({ name: `短${tag}` })).toEqual(['丙'])
  expect(await names({ balanceState: 'low' })).toEqual(['甲'])
  expect(await names({ sort: 'createdAt', balanceState: 'enough' })).toEqual(['乙', '丙'])
  expect(await names({ availableFrom: 30, availableTo: 60 })).toEqual(['甲'])
  expect(await names({ status: 'enabled' })).toEqual([])
})

describe('the salesman', () => {
  test('is an administrator whose account is enabled; an organization keeps one whose account was disabled', async () => {
    const seller = await app.createAdmin({ username: `seller${next++}`, password: 'seller-Password-1' })
    const made = await add({ salesmanId: seller })
    expect(made).toMatchObject({ salesmanId: seller, salesmanName: expect.any(String) })
    const found = await request('POST', '/org/page', { salesmanId: seller })
    expect(found.body.data).toMatchObject({ total: 1, records: [{ id: made.id }] })
    await app.pool.query(`update admin set status = 'disabled' where id = $1`, [seller])
    const kept = await edit(made, { salesmanId: seller, remark: 'kept' })
    expect(kept.body.data).toMatchObject({ salesmanId: seller, remark: 'kept' })
    const refused = await request('POST', '/org', body({ salesmanId: seller }))
    expect(refused.body.data.fields).toEqual({ salesmanId: '销售不存在或已停用' })
  })

  test('is found by the readers of the list', async () => {
    const reader = await app.as('orgUv:page')
    expect((await reader('GET', '/choice/orgUv/salesmen')).body.code).toBe('0000')
    expect((await reader('GET', '/choice/org/salesmen')).body.code).toBe('4030')
  })
})

test('the counts by state are those of the list', async () => {
  const before = (await request('GET', '/org/counts')).body.data
  await add()
  await requestUv('POST', '/org/uv', uvBody())
  expect((await request('GET', '/org/counts')).body.data).toEqual({ ...before, paused: before.paused + 1 })
})

test('an export has the rows of its list, with amounts in yuan and cities by name', async () => {
  const name = `=导出 ${next++}`
  const { id } = await add({ name, cityCodes: ['440300', '440100'], contactPhone: '13800001234' })
  await app.pool.query('update org_account set balance_fen = 12345 where org_id = $1', [id])
  const { body: answer } = await request('POST', '/org/page/export', {
    name,
    format: 'csv',
    columns: ['name', 'cityCodes', 'balanceFen', 'status', 'plans'],
  })
  const file = await app.app.inject({ url: `/api/common/download?ticket=${answer.data.ticket}` })
  expect(file.payload).toContain(`'${name},"深圳市, 广州市",123.45,已暂停,0`)
})
