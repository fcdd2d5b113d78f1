import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { importCheck } from '#platform/imports/check-job'
import { importCommit } from '#platform/imports/commit-job'
import { findAllowed } from '#platform/imports/workbooks'
import { startApp } from '#test/harness'
import { runJobs } from '#test/run-jobs'
import { formOf, upload, uploadTo } from '#test/upload'
import { poolLinkListImport } from './list.ts'

vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
let request: Awaited<ReturnType<typeof app.as>>
let running: Awaited<ReturnType<typeof runJobs>>
let productId: string
const head = '链接,产品,金额（元）,有效期至,收款渠道'

const one = async (text: string, values: unknown[] = []): Promise<string> =>
  (await app.pool.query(`${text} returning id`, values)).rows[0].id
const newProduct = (name: string, priceFen = 990, flow = 'full') =>
  one(
    `insert into product (name, kind, flow, face_fen, price_fen, valid_days, stock, target_url)
     values ($1, 'package', $3, $2, $2, 30, 5, case when $3 = 'uv' then 'https://a.example.com/' end)`,
    [name, priceFen, flow],
  )

beforeAll(async () => {
  running = await runJobs(app, [importCheck([poolLinkListImport]), importCommit([poolLinkListImport])])
  request = await app.as('poolLink:import', 'poolLink:page', 'poolLink:void', 'product:page')
  productId = await newProduct('新人礼包')
  await app.pool.query(
    `insert into collection (name, provider) values ('链接池一号', 'pool'), ('支付宝', 'alipay')`,
  )
})
afterAll(() => running.stop())

const get = async (id: string) => (await request('GET', `/import/poolLink/${id}`)).body.data
async function settled(id: string) {
  await vi.waitFor(async () => expect((await get(id)).status).not.toMatch(/^(checking|committing)$/), {
    timeout: 40_000,
    interval: 50,
  })
  return get(id)
}
/** Sends a file in one call, and waits for its dry run. */
async function sent(content: string | Buffer, name = '链接.csv') {
  const answer = await uploadTo(app.app, request.token, '/api/payPool/import', [{ name, content }])
  return settled(answer.data.id)
}
async function commit(id: string) {
  await request('POST', `/import/poolLink/${id}/commit`)
  return settled(id)
}
const links = async (filter: object = {}) =>
  (await request('POST', '/payPool/page', { sort: 'createdAt', ...filter })).body.data.records

/** The bytes of a text as a Chinese Excel saves it. */
function gbk(text: string): Buffer {
  const decoder = new TextDecoder('gb18030')
  const bytes = new Map<string, Buffer>()
  for (let first = 0x81; first < 0xff; first++)
    for (let second = 0x40; second < 0xff; second++) {
      const two = Buffer.from([first, second])
      bytes.set(decoder.decode(two), two)
    }
  return Buffer.concat([...text].map((sign) => bytes.get(sign) ?? Buffer.from(sign, 'ascii')))
}

test('a file sent in one call is checked, and each link that is not taken is named with its line and reason', async () => {
  await newProduct('同名', 100)
  await newProduct('同名', 100, 'uv')
  await newProduct('免费', 0)
  const other = await newProduct('编号找到', 1_990)
  const before = await sent(
    `${head}\nhttps://pay.example.com/old,新人礼包,,,\nhttps://pay.example.com/void,新人礼包,,,\n`,
  )
  expect((await commit(before.id)).result).toEqual({ added: 2, present: 0 })
  const [voided] = await links({ url: 'https://pay.example.com/void' })
  await request('POST', `/payPool/${voided.id}/void`, { version: voided.version })

  const task = await sent(
    gbk(
      [
        head,
        'https://Pay.Example.com/1,新人礼包,,,',
        `https://pay.example.com/2,${other},"1,000.50",2099-12-31,链接池一号`,
        'https://pay.example.com/1,新人礼包,,,',
        'https://pay.example.com/old,新人礼包,,,',
        'https://pay.example.com/void,新人礼包,,,',
        'https://pay.example.com/3,没有的产品,,,',
        'https://pay.example.com/4,同名,1,,',
        'https://pay.example.com/5,新人礼包,,,支付宝',
        'https://pay.example.com/6,免费,,,',
        'http://pay.example.com/7,新人礼包,0,2001-01-01,',
        ',新人礼包,1.234,,',
      ].join('\r\n'),
    ),
  )
  const { rows, ...counts } = task.report
  expect([task.status, counts]).toEqual([
    'checked',
    {
      new: 2,
      repeated: 1,
      wrong: 2,
      present: 1,
      voided: 1,
      noProduct: 1,
      severalProducts: 1,
      noCollection: 1,
      noAmount: 1,
    },
  ])
  expect(rows.map(({ line, reason }: { line: number; reason: string }) => [line, reason])).toEqual([
    [4, '与第 2 行重复'],
    [5, '链接池中已有'],
    [6, '已作废，不能再次导入'],
    [7, '没有此产品'],
    [8, '有多个同名产品，请填写产品编号（见模板中“可填的值”）'],
    [9, '没有此链接池收款渠道'],
    [10, '产品售价为零，请填写金额'],
    [11, expect.stringMatching(/链接.*金额（元）.*有效期至/s)],
    [12, expect.stringMatching(/链接.*金额（元）/s)],
  ])
  expect((await commit(task.id)).result).toEqual({ added: 2, present: 0 })
  const [first, second] = await links({
    batchId: (await links({ url: 'https://pay.example.com/1' }))[0].batchId,
  })
  expect([first, second]).toMatchObject([
    {
      url: 'https://pay.example.com/1',
      productName: '新人礼包',
      amountFen: 990,
      collectionName: null,
      expiresAt: null,
    },
    {
      url: 'https://pay.example.com/2',
      productName: '编号找到',
      amountFen: 100_050,
      status: 'idle',
      collectionName: '链接池一号',
      fileName: '链接.csv',
      orderId: null,
    },
  ])
})

test('the links of an import are a batch, whose numbers follow what becomes of them', async () => {
  const product = await newProduct('批次产品')
  const lines = Array.from({ length: 3 }, (_, index) => `https://pay.example.com/batch/${index},批次产品,,,`)
  const task = await sent([head, ...lines].join('\n'), '三条.csv')
  await commit(task.id)
  const mine = await links({ productId: product })
  await request('POST', '/payPool/batch/void', { ids: [mine[0].id] })
  const { records } = (await request('POST', '/payPool/batches', {})).body.data
  expect(records[0]).toMatchObject({
    id: mine[0].batchId,
    fileName: '三条.csv',
    total: 3,
    idle: 2,
    void: 1,
    assigned: 0,
    used: 0,
    expired: 0,
    createdBy: expect.any(String),
  })
  const page = await request('POST', '/product/page', { id: product })
  expect(page.body.data.records[0]).toMatchObject({ stock: 2, hasPool: true })
})

test('two imports of the same links at once, confirmed at once, add each link once', async () => {
  const lines = Array.from({ length: 50 }, (_, index) => `https://pay.example.com/race/${index},新人礼包,,,`)
  const content = [head, ...lines].join('\n')
  const other = await app.as('poolLink:import', 'poolLink:page')
  const mine = await sent(content)
  const file = await upload(app.app, other.token, 'import', [{ name: 'a.csv', content }])
  const theirs = (await other('POST', '/import/poolLink', { fileId: file.data[0].id })).body.data
  await vi.waitFor(
    async () =>
      expect((await other('GET', `/import/poolLink/${theirs.id}`)).body.data.status).toBe('checked'),
    { timeout: 20_000 },
  )
  await Promise.all([
    request('POST', `/import/poolLink/${mine.id}/commit`),
    other('POST', `/import/poolLink/${theirs.id}/commit`),
  ])
  await vi.waitFor(
    async () => expect((await other('GET', `/import/poolLink/${theirs.id}`)).body.data.status).toBe('done'),
    { timeout: 20_000 },
  )
  const [one, two] = [await settled(mine.id), (await other('GET', `/import/poolLink/${theirs.id}`)).body.data]
  expect(one.result.added + two.result.added).toBe(50)
  const { rows } = await app.pool.query(
    `select count(*)::int as count from pool_link where url like 'https://pay.example.com/race/%'`,
  )
  expect(rows[0].count).toBe(50)
})

test('what is no table is refused when it is sent, in the language of the sender', async () => {
  const answer = await uploadTo(
    app.app,
    request.token,
    '/api/payPool/import',
    [{ name: 'a.png', content: Buffer.from('89504e470d0a1a0a', 'hex') }],
    'en-US',
  )
  expect([answer.code, answer.data.fields['files.0']]).toEqual(['4000', expect.stringContaining('CSV')])
  const none = await request('POST', '/payPool/import', {})
  expect([none.body.code, none.body.data.fields.files]).toEqual(['4000', expect.any(String)])
})

test('who may not import cannot send a file, and no file is kept', async () => {
  const reader = await app.as('poolLink:page')
  const { headers, payload } = await formOf([{ name: 'a.csv', content: `${head}\n` }])
  const kept = async () => (await app.pool.query('select count(*)::int as count from file')).rows[0].count
  const before = await kept()
  const { body } = await app.app
    .inject({
      method: 'POST',
      url: '/api/payPool/import',
      headers: { ...headers, token: reader.token },
      payload,
    })
    .then((response) => ({ body: response.json() }))
  expect([body.code, await kept()]).toEqual(['4030', before])
})

test('an edited product keeps the stock of its pool, whatever the form says', async () => {
  const editor = await app.as('product:page', 'product:update')
  const [row] = (await editor('POST', '/product/page', { id: productId })).body.data.records
  expect([row.hasPool, row.stock > 0]).toEqual([true, true])
  const { name, kind, flow, faceFen, priceFen, validDays, id, version } = row
  const answer = await editor('PUT', '/product', {
    name,
    kind,
    flow,
    faceFen,
    priceFen,
    validDays,
    id,
    version,
    stock: 100_000,
  })
  expect([answer.body.code, answer.body.data.stock]).toEqual(['0000', row.stock])
})

test('the template names a product by its id if another one has its name', async () => {
  const twice = await newProduct('模板重名')
  await newProduct('模板重名', 990, 'half')
  const { product, collection } = await findAllowed(app.db, poolLinkListImport, request.adminId)
  expect(product).toContainEqual({ value: '新人礼包', about: `新人礼包 · ${productId}` })
  expect(product).toContainEqual({ value: twice, about: `模板重名 · ${twice}` })
  expect(collection).toEqual([{ value: '链接池一号', about: '' }])
})
