import { beforeAll, describe, expect, test } from 'vitest'
import { sumSold } from '#payment/sold-sum'
import { datesJob } from '#platform/machines/dates-job'
import { startApp } from '#test/harness'
import { runOnce } from '#test/run-jobs'
import { picture, upload } from '#test/upload'
import { entities } from './machine.ts'

const app = startApp()
const points = (area: string) =>
  ['page', 'create', 'update', 'delete', 'putOnSale', 'takeOffSale', 'export'].map((act) => `${area}:${act}`)
type RequestAs = Awaited<ReturnType<typeof app.as>>
let request: RequestAs
let requestUv: RequestAs
let next = 0
const body = <F extends object>(fields: F = {} as F) => ({
  name: `产品 ${next++}`,
  kind: 'coupon',
  flow: 'full',
  faceFen: 10_000,
  priceFen: 9_900,
  validDays: 30,
  ...fields,
})
const uvBody = (fields: object = {}) =>
  body({ flow: 'uv', targetUrl: 'https://partner.example.com/card', ...fields })
const add = async (fields: object = {}) => (await request('POST', '/product', body(fields))).body.data
const org = async (flow: string) => {
  const code = `org${next++}x`
  const { rows } = await app.pool.query(
    'insert into org (code, name, flow) values ($1, $1, $2) returning id',
    [code, flow],
  )
  return rows[0].id as string
}
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

beforeAll(async () => {
  // A table that refers to products, made before the service first reads what does.
  await app.pool.query(
    'create table made_up_order (id bigint generated always as identity, product_id bigint references product (id))',
  )
  await app.pool.query('grant select on made_up_order to kabao_service')
  request = await app.as(...points('product'))
  requestUv = await app.as(...points('productUv'))
})

test('a new product is a draft with every field that was entered, and is on the page', async () => {
  const orgId = await org('half')
  const entered = body({
    flow: 'half',
    orgId,
    summary: '一句话',
    detail: '<p>很长的介绍</p>',
    stock: 5,
    perUserLimit: 2,
    sort: 3,
    onSaleFrom: inHours(1),
    onSaleTo: inHours(2),
    remark: '备注',
  })
  const created = await request('POST', '/product', entered)
  expect(created.body).toMatchObject({
    code: '0000',
    data: {
      ...entered,
      status: 'draft',
      version: 1,
      references: 0,
      targetUrl: null,
      actsAt: entered.onSaleFrom,
    },
  })
  const { detail, ...row } = created.body.data
  expect(detail).toBe('<p>很长的介绍</p>')
  const page = await request('POST', '/product/page', { id: row.id })
  expect(page.body.data).toMatchObject({ total: 1, records: [row] })
})

describe('each list has its own products', () => {
  test('nobody meets a product of the other list, whatever the call', async () => {
    const { id } = await add()
    const uv = (await requestUv('POST', '/product/uv', uvBody())).body.data
    expect(uv.targetUrl).toBe('https://partner.example.com/card')
    for (const [other, path, of] of [
      [requestUv, '/product/uv', id],
      [request, '/product', uv.id],
    ] as const) {
      expect((await other('POST', `${path}/page`, { id: of })).body.data.total).toBe(0)
      expect((await other('GET', `${path}/${of}`)).body.code).toBe('4040')
      const changed = await other('PUT', path, {
        ...(path === '/product' ? body() : uvBody()),
        id: of,
        version: 1,
      })
      expect(changed.body.code).toBe('4040')
      expect((await other('POST', `${path}/${of}/putOnSale`, { version: 1 })).body.code).toBe('4040')
      expect((await other('POST', `${path}/batch/putOnSale`, { ids: [of] })).body.data.done).toBe(0)
      expect((await other('POST', `${path}/batch/delete`, { ids: [of] })).body.data.removed).toBe(0)
      expect((await other('DELETE', `${path}/${of}`)).body.code).toBe('4040')
      const filter = { filter: { id: of } }
      const counted = await other('POST', `${path}/batch/putOnSale/count`, filter)
      expect(counted.body.data).toMatchObject({ count: 0, others: 0 })
    }
    const { rows } = await app.pool.query('select status, version from product where id in ($1, $2)', [
      id,
      uv.id,
    ])
    expect(rows).toEqual([
      { status: 'draft', version: 1 },
      { status: 'draft', version: 1 },
    ])
  })

  test('the points of one list do not open the other, and a flow of the other is refused at its field', async () => {
    expect((await request('POST', '/product/uv/page', {})).body.code).toBe('4030')
    expect((await requestUv('POST', '/product/page', {})).body.code).toBe('4030')
    const refused = { code: '4000', data: { fields: { flow: '请从选项中选择' } } }
    expect((await request('POST', '/product', body({ flow: 'uv' }))).body).toMatchObject(refused)
    expect((await requestUv('POST', '/product/uv', uvBody({ flow: 'full' }))).body).toMatchObject(refused)
  })

  test('only a joint login has a target, and it must have one', async () => {
    const target = (url: unknown) => requestUv('POST', '/product/uv', uvBody({ targetUrl: url }))
    for (const url of [
      undefined,
      null,
      '',
      'http://a.example.com',
      'https://me@a.example.com',
      'ftp://a.b',
      'x',
    ])
      expect((await target(url)).body.data.fields).toHaveProperty('targetUrl')
    const given = await request('POST', '/product', body({ targetUrl: 'https://a.example.com' }))
    expect(given.body.data.fields).toHaveProperty('targetUrl')
  })
})

test.each([
  [{ name: ' ' }, 'name', '请填写此项'],
  [{ priceFen: -1 }, 'priceFen', '超出允许的范围'],
  [{ priceFen: null }, 'priceFen', '请填写此项'],
  [{ faceFen: 1.5 }, 'faceFen', '请输入整数'],
  [{ validDays: 0 }, 'validDays', '超出允许的范围'],
  [{ stock: -1 }, 'stock', '超出允许的范围'],
  [{ onSaleTo: '2020-01-01T00:00:00.000Z' }, 'onSaleTo', '时间必须晚于现在'],
  [{ onSaleFrom: inHours(3), onSaleTo: inHours(2) }, 'onSaleTo', '结束时间不能早于开始时间'],
  [{ orgId: '999999' }, 'orgId', '机构不存在，或它的流程与产品不同'],
])('%j is refused at its field', async (fields, field, sentence) => {
  const answer = await request('POST', '/product', body(fields))
  expect(answer.body.data.fields).toEqual({ [field]: sentence })
})

test('the organization of a product has its flow, also after a change of either', async () => {
  const orgId = await org('full')
  const other = await request('POST', '/product', body({ flow: 'half', orgId }))
  expect(other.body.data.fields).toHaveProperty('orgId')
  const made = await add({ orgId })
  const change = body({ flow: 'half', orgId, id: made.id, version: 1 })
  expect((await request('PUT', '/product', change)).body.data.fields).toHaveProperty('orgId')
  await expect(app.pool.query(`update org set flow = 'half' where id = $1`, [orgId])).rejects.toThrow(
    'product_org_id_fkey',
  )
})

test('an organization has no two products of one name, and we have none ourselves', async () => {
  const orgId = await org('full')
  const name = `同名 ${next++}`
  expect((await request('POST', '/product', body({ name, orgId }))).body.code).toBe('0000')
  expect((await request('POST', '/product', body({ name }))).body.code).toBe('0000')
  for (const fields of [{ name, orgId }, { name }]) {
    const again = await request('POST', '/product', body(fields))
    expect(again.body).toMatchObject({ code: '4090', data: { fields: { name: '该值已存在' } } })
  }
})

test('of twenty concurrent edits of one version, one succeeds; the others are refused with the new row', async () => {
  const made = await add()
  const edits = Array.from({ length: 20 }, (_, index) =>
    request('PUT', '/product', body({ id: made.id, version: 1, remark: `${index}` })),
  )
  const answers = await Promise.all(edits)
  expect(answers.map(({ body }) => body.code).toSorted()).toEqual(['0000', ...Array(19).fill('4090')])
  for (const { body } of answers) expect((body.data.current ?? body.data).version).toBe(2)
})

describe('deletion', () => {
  test('a product that nothing refers to is deleted, with what it was in the audit log', async () => {
    const { id, name } = await add()
    expect((await request('DELETE', `/product/${id}`)).body.code).toBe('0000')
    expect((await request('GET', `/product/${id}`)).body.code).toBe('4040')
    const { rows } = await app.pool.query(
      `select before from audit_log where point = 'product:delete' and target_id = $1`,
      [id],
    )
    expect(rows[0].before).toMatchObject({ name, priceFen: 9_900 })
  })

  test('a product that others refer to stays, and the refusal and the row say how many', async () => {
    const [used, free] = [await add(), await add()]
    await app.pool.query('insert into made_up_order (product_id) values ($1), ($1), ($1)', [used.id])
    expect((await request('GET', `/product/${used.id}`)).body.data.references).toBe(3)
    const refused = { code: '4090', desc: '还有 3 条记录引用它，不能删除' }
    expect((await request('DELETE', `/product/${used.id}`)).body).toMatchObject(refused)
    const several = await request('POST', '/product/batch/delete', { ids: [used.id, free.id] })
    expect(several.body).toMatchObject(refused)
    expect((await request('GET', `/product/${free.id}`)).body.code).toBe('0000')
  })

  test('of a deletion and a new reference at once, one wins and nothing refers to nowhere', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await add()
      const [removed] = await Promise.all([
        request('DELETE', `/product/${id}`),
        app.pool.query('insert into made_up_order (product_id) values ($1)', [id]).catch(() => undefined),
      ])
      const { rows } = await app.pool.query('select 1 from made_up_order where product_id = $1', [id])
      expect([rows.length, removed.body.code]).toEqual(rows.length === 0 ? [0, '0000'] : [1, '4090'])
    }
  })
})

describe('dates act by themselves', () => {
  const run = () => runOnce(app, datesJob(entities))
  const stateOf = async (id: string) => {
    const { rows } = await app.pool.query('select status, acts_at, version from product where id = $1', [id])
    return rows[0]
  }
  /** Moves the dates of a product, as time does. */
  const pass = (id: string, hours: number) =>
    app.pool.query(
      `update product set on_sale_from = on_sale_from - make_interval(hours => $2),
        on_sale_to = on_sale_to - make_interval(hours => $2), acts_at = acts_at - make_interval(hours => $2) where id = $1`,
      [id, hours],
    )

  test('a product goes on sale and off sale once at its dates, with an audit log entry each', async () => {
    const { id } = await add({ onSaleFrom: inHours(1), onSaleTo: inHours(3) })
    await run()
    expect(await stateOf(id)).toMatchObject({ status: 'draft', version: 1 })
    await pass(id, 2)
    await run()
    await run()
    expect(await stateOf(id)).toMatchObject({ status: 'onSale', version: 2, acts_at: expect.anything() })
    await pass(id, 2)
    await run()
    await run()
    expect(await stateOf(id)).toEqual({ status: 'offSale', version: 3, acts_at: null })
    const { rows } = await app.pool.query(
      `select point, admin_id from audit_log where target_kind = 'product' and target_id = $1 and admin_id is null order by id`,
      [id],
    )
    expect(rows).toEqual([
      { point: 'product:begin', admin_id: null },
      { point: 'product:end', admin_id: null },
    ])
  })

  test('if both dates passed while the service was down, only the later acts', async () => {
    const [draft, sold] = [
      await add({ onSaleFrom: inHours(1), onSaleTo: inHours(3) }),
      await add({ onSaleFrom: inHours(1), onSaleTo: inHours(3) }),
    ]
    await request('POST', `/product/${sold.id}/putOnSale`, { version: 1 })
    await Promise.all([pass(draft.id, 4), pass(sold.id, 4)])
    await run()
    expect(await stateOf(draft.id)).toEqual({ status: 'draft', version: 1, acts_at: null })
    expect(await stateOf(sold.id)).toEqual({ status: 'offSale', version: 3, acts_at: null })
  })

  test('a product that was taken off sale after its date stays off sale, also when it is edited', async () => {
    const made = await add({ onSaleFrom: inHours(1) })
    await pass(made.id, 2)
    await run()
    expect((await request('POST', `/product/${made.id}/takeOffSale`, { version: 2 })).body.data.status).toBe(
      'offSale',
    )
    const { data } = (await request('GET', `/product/${made.id}`)).body
    const edited = await request('PUT', '/product', {
      ...body({ onSaleFrom: data.onSaleFrom, remark: 'x' }),
      id: made.id,
      version: 3,
    })
    expect(edited.body.data).toMatchObject({ actsAt: null, version: 4 })
    await run()
    expect(await stateOf(made.id)).toMatchObject({ status: 'offSale', version: 4 })
  })

  test('a product of the other list acts under its own points', async () => {
    const { data } = (await requestUv('POST', '/product/uv', uvBody({ onSaleFrom: inHours(1) }))).body
    await pass(data.id, 2)
    await run()
    expect((await stateOf(data.id)).status).toBe('onSale')
    const { rows } = await app.pool.query(
      `select point from audit_log where target_id = $1 and target_kind = 'product' and admin_id is null`,
      [data.id],
    )
    expect(rows).toEqual([{ point: 'productUv:begin' }])
  })
})

describe('the cover', () => {
  const send = async (requestAs: RequestAs) => {
    const content = await picture(20, 20).png().toBuffer()
    const { data } = await upload(app.app, requestAs.token, 'cover', [{ name: 'a.png', content }])
    return data[0].id as string
  }
  const sees = async (requestAs: RequestAs, id: string) => {
    const { headers } = await app.app.inject({
      url: `/api/file/${id}/thumbnail`,
      headers: { token: requestAs.token },
    })
    return headers['content-type'] === 'image/webp'
  }
  const ownerOf = async (id: string) =>
    (await app.pool.query('select owner_id from file where id = $1', [id])).rows[0].owner_id

  test('belongs to its product, and is seen by those who may see the product', async () => {
    const coverFileId = await send(request)
    const made = await add({ coverFileId })
    expect([made.coverFileId, await ownerOf(coverFileId)]).toEqual([coverFileId, made.id])
    const colleague = await app.as('product:page')
    const other = await app.as('productUv:page')
    expect([await sees(colleague, coverFileId), await sees(other, coverFileId)]).toEqual([true, false])
  })

  test('is released when it is replaced, and when its product is deleted', async () => {
    const [first, second] = [await send(request), await send(request)]
    const { id, name } = await add({ coverFileId: first })
    await request('PUT', '/product', { ...body({ name, coverFileId: second }), id, version: 1 })
    expect([await ownerOf(first), await ownerOf(second)]).toEqual([null, id])
    expect((await request('DELETE', `/product/${id}`)).body.code).toBe('0000')
    expect(await ownerOf(second)).toBeNull()
  })

  test('of another sender, of another product or gone is refused at its field', async () => {
    const taken = await send(request)
    await add({ coverFileId: taken })
    for (const coverFileId of [await send(await app.as(...points('product'))), taken, '999999']) {
      const answer = await request('POST', '/product', body({ coverFileId }))
      expect(answer.body.data.fields).toEqual({ coverFileId: '文件不存在或已过期，请重新上传' })
    }
  })
})

test('what orders have taken is sold, and the rest of the stock is left; the last piece makes it sold out', async () => {
  const tag = `剩余${next++}`
  const few = await add({ name: `${tag} 甲`, stock: 9 })
  const some = await add({ name: `${tag} 乙`, stock: 5 })
  const free = await add({ name: `${tag} 丙` })
  expect([few.stock, few.sold, few.left, free.left]).toEqual([9, 0, 9, null])
  const sell = (id: string, taken: number) =>
    app.pool.query(
      `insert into product_sale values ($1, $2) on conflict (product_id) do update set taken = excluded.taken`,
      [id, taken],
    )
  await Promise.all([sell(few.id, 8), sell(some.id, 1), sell(free.id, 30)])
  const page = async (filter: object = {}): Promise<Record<string, unknown>[]> =>
    (await request('POST', '/product/page', { name: tag, ...filter })).body.data.records
  const shown = (await page()).map(({ name, stock, sold, left }) => [String(name).at(-1), stock, sold, left])
  expect(shown.toSorted()).toEqual(
    [
      ['丙', null, 30, null],
      ['乙', 5, 1, 4],
      ['甲', 9, 8, 1],
    ].toSorted(),
  )

  await sumSold(app.app.services.db)
  const names = async (filter: object) => (await page(filter)).map(({ name }) => String(name).at(-1))
  expect(await names({ sort: 'left' })).toEqual(['甲', '乙', '丙'])
  expect(await names({ stockState: 'soldOut' })).toEqual([])
  await sell(few.id, 9)
  expect(await names({ stockState: 'soldOut' })).toEqual(['甲'])
  expect(await names({ stockState: 'limited' })).toEqual(['乙'])
  // A person may sell fewer than are sold already: none is left, and what is edited is the stock, never what is left.
  const { version } = (await request('GET', `/product/${few.id}`)).body.data
  const less = await request('PUT', '/product', {
    ...body({ name: few.name, stock: 3 }),
    id: few.id,
    version,
  })
  expect([less.body.data.stock, less.body.data.sold, less.body.data.left]).toEqual([3, 9, 0])
})

test('filters find by each field, sorts put unlimited stock last', async () => {
  const orgId = await org('full')
  const tag = `筛选${next++}`
  const fields = [
    { name: `${tag} 甲`, priceFen: 100, stock: 0, kind: 'card' },
    { name: `${tag} 乙`, priceFen: 200, stock: 7, orgId, onSaleTo: inHours(5) },
    { name: `${tag} 丙`, priceFen: 300, flow: 'half' },
  ]
  for (const each of fields) await add(each)
  const names = async (filter: object) =>
    (await request('POST', '/product/page', { name: tag, ...filter })).body.data.records.map(
      ({ name }: { name: string }) => name.at(-1),
    )
  expect(await names({ sort: '-priceFen' })).toEqual(['丙', '乙', '甲'])
  expect(await names({ sort: 'stock' })).toEqual(['甲', '乙', '丙'])
  expect(await names({ sort: '-stock' })).toEqual(['丙', '乙', '甲'])
  expect(await names({ kind: 'card' })).toEqual(['甲'])
  expect(await names({ flow: 'half' })).toEqual(['丙'])
  expect(await names({ orgId })).toEqual(['乙'])
  expect(await names({ stockState: 'soldOut' })).toEqual(['甲'])
  expect(await names({ stockState: 'limited' })).toEqual(['乙'])
  expect(await names({ stockState: 'unlimited' })).toEqual(['丙'])
  expect(await names({ priceFrom: 200, priceTo: 250 })).toEqual(['乙'])
  expect(await names({ saleEndsFrom: inHours(4), saleEndsTo: inHours(6) })).toEqual(['乙'])
  expect(await names({ status: 'onSale' })).toEqual([])
  expect(await names({ createdFrom: inHours(1) })).toEqual([])
})

test('the counts by state are those of the list', async () => {
  const before = (await request('GET', '/product/counts')).body.data
  await add()
  await requestUv('POST', '/product/uv', uvBody())
  expect((await request('GET', '/product/counts')).body.data).toEqual({ ...before, draft: before.draft + 1 })
})

test('organizations are offered by the flows of the list', async () => {
  const [full, uv] = [await org('full'), await org('uv')]
  const ids = async (requestAs: RequestAs, path: string) =>
    (await requestAs('GET', path)).body.data.map(({ id }: { id: string }) => id)
  expect(await ids(request, `/choice/product/orgs?ids=${full}`)).toEqual([full])
  expect(await ids(request, `/choice/product/orgs?ids=${full}&flow=half`)).toEqual([])
  expect(await ids(request, `/choice/product/orgs?ids=${uv}`)).toEqual([])
  expect(await ids(requestUv, `/choice/productUv/orgs?ids=${uv}`)).toEqual([uv])
})

test('an export has the rows of its list, with amounts in yuan', async () => {
  const name = `=导出 ${next++}`
  await add({ name, priceFen: 12_345 })
  const { body: answer } = await request('POST', '/product/page/export', {
    name,
    format: 'csv',
    columns: ['name', 'priceFen', 'stock', 'orgName', 'status'],
  })
  const file = await app.app.inject({ url: `/api/common/download?ticket=${answer.data.ticket}` })
  expect(file.payload).toContain(`'${name},123.45,不限,自营,草稿`)
})

describe('the details are a rich text', () => {
  const hostile = '<h2 onclick="x()">标题</h2><p style="color:red">1 &lt; 2<script>alert(1)</script></p>'
  const kept = '<h2>标题</h2><p>1 &#x3C; 2</p>'

  test('of which only allowed elements are stored, in a new and in a changed product', async () => {
    const made = await add({ detail: hostile })
    expect(made.detail).toBe(kept)
    const change = body({ name: made.name, detail: `${hostile}<img src=x onerror=y()>尾` })
    const changed = await request('PUT', '/product', { ...change, id: made.id, version: 1 })
    expect(changed.body.data.detail).toBe(`${kept}<p>尾</p>`)
    const page = await request('POST', '/product/page', { id: made.id })
    expect(page.body.data.records[0].detailText).toBe('标题\n1 < 2\n尾')
  })

  test('of at most 20,000 characters, without its markup', async () => {
    expect((await add({ detail: `<p>${'字'.repeat(20_000)}</p>` })).detail).toHaveLength(20_007)
    const answer = await request('POST', '/product', body({ detail: `<p>${'字'.repeat(20_001)}</p>` }))
    expect(answer.body.data.fields).toEqual({ detail: '内容过长' })
  })

  test('shown without markup in an export and in the history', async () => {
    const made = await add({ detail: hostile })
    const { body: answer } = await request('POST', '/product/page/export', {
      id: made.id,
      format: 'csv',
      columns: ['detailText'],
    })
    const file = await app.app.inject({ url: `/api/common/download?ticket=${answer.data.ticket}` })
    expect(file.payload).toContain('"标题\n1 < 2"')
    const root = await app.as('*')
    const lines = await root('POST', '/audit/page', { targetKind: 'product', targetId: made.id })
    const { changes } = (await root('GET', `/audit/${lines.body.data.records[0].id}`)).body.data
    expect(changes.find(({ field }: { field: string }) => field === 'detail').after).toBe('标题\n1 < 2')
  })
})
