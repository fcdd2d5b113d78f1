import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sealSecrets } from '#payment/collections'
import { openProvider } from '#payment/providers'
import { startSandbox } from '#payment/sandbox/stand-in'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { type RequestFn, startApp } from '#test/harness'
import { alipayIds, alipayKeys, startAlipay } from '#test/providers/alipay'
import type { Fault } from '#test/providers/stand-in'
import { apiKey, startWechat, wechatIds, wechatKeys } from '#test/providers/wechat'
import { runJobs, runOnce, runTry } from '#test/run-jobs'
import { upload } from '#test/upload'
import { billsNightly, lastBillDay } from '../../bills-nightly-job.ts'
import { billDownload } from '../../download-job.ts'

vi.setConfig({ testTimeout: 60_000 })
const listed: string[] = []
const app = startApp({
  providerOf: (account) =>
    openProvider(account, { outgoing: createOutgoing({ listed }), now: () => new Date() }),
})
const day = '2026-03-01'
const lastTry = 9
const alipay = { keys: alipayKeys(), standIn: {} as Awaited<ReturnType<typeof startAlipay>> }
const wechat = { keys: wechatKeys(), standIn: {} as Awaited<ReturnType<typeof startWechat>> }
const sandboxKey = 'a key of the sandbox'
let request: RequestFn & { token: string }
let nth = 0

beforeAll(async () => {
  alipay.standIn = await startAlipay(alipay.keys)
  wechat.standIn = await startWechat(wechat.keys)
  listed.push(alipay.standIn.host, wechat.standIn.host)
  request = await app.as('reconcile:page', 'reconcile:run', 'difference:page')
})
afterAll(() => Promise.all([alipay.standIn.stop(), wechat.standIn.stop()]))
beforeEach(() => {
  Object.assign(alipay.standIn.state, { fault: 'none' as Fault, bill: null })
  wechat.standIn.state.bill = null
})

async function collection(provider: string, settings: object, secrets: Record<string, string>) {
  const { rows } = await app.pool.query(
    `insert into collection (name, provider, settings, status, created_at) values ($1, $2, $3, 'enabled', '2026-01-01') returning id`,
    [`收款 ${++nth}`, provider, settings],
  )
  const { id } = rows[0]
  const names = Object.keys(secrets)
  await app.pool.query('update collection set secrets_sealed = $2, secret_names = $3 where id = $1', [
    ...[id, names.length > 0 ? sealSecrets(app.vault, id, secrets) : null, names],
  ])
  return id as string
}
const atAlipay = () =>
  collection(
    'alipay',
    {
      ...alipayIds,
      alipayPublicKey: alipay.keys.alipayPublic,
      gateway: `http://${alipay.standIn.host}/gateway.do`,
    },
    { privateKey: alipay.keys.appPrivate },
  )
const atWechat = () =>
  collection(
    'wechat',
    {
      ...wechatIds,
      merchantCert: wechat.keys.merchant.cert,
      gateway: `http://${wechat.standIn.host}`,
      publicKeyId: wechat.keys.publicKey.serial,
      publicKey: wechat.keys.publicPem,
    },
    { apiKey, privateKey: wechat.keys.merchant.key },
  )
const atSandbox = (host: string) =>
  collection('sandbox', { gateway: `http://${host}`, merchantNo: 'm1' }, { callbackKey: sandboxKey })

const alipayBill = (tradeNo: string, end = true) =>
  iconv.encode(
    [
      '#-----业务明细列表-----',
      '支付宝交易号,商户订单号,业务类型,完成时间,订单金额（元）,退款批次号/退款请求号,服务费（元）',
      `${tradeNo}\t,K1\t,交易,2026-03-01 10:00:05,12.34,,-0.07`,
      ...(end ? ['#-----业务明细列表结束-----', '#交易合计：1笔', '#退款合计：0笔', ''] : []),
    ].join('\r\n'),
    'gb18030',
  )

interface Asked {
  id: string
  version: number
}
/** Asks for a download. @returns the data of its job, which no worker runs in most of these tests */
async function asked(collectionId: string, of = day): Promise<Asked> {
  const { body } = await request('POST', '/reconcile/download', { collectionId, day: of })
  const { rows } = await app.pool.query('select id, version from reconcile where id = $1', [body.data.id])
  return rows[0]
}
const tried = (of: Asked, attempt = 1) => runTry(app, billDownload, of, attempt)
const seen = async ({ id }: Asked) => (await request('GET', `/reconcile/${id}`)).body.data
const todos = async () =>
  (
    await app.pool.query(
      `select count(*)::int as n from message where kind = 'todo' and title::text like '%账单下载失败%'`,
    )
  ).rows[0].n

describe('the bill of a day is downloaded and compared', () => {
  test('from Alipay, by a worker; nobody has sent a file', async () => {
    const jobs = await runJobs(app, [billDownload])
    try {
      alipay.standIn.state.bill = alipayBill('A1')
      const run = await asked(await atAlipay())
      await vi.waitFor(async () => expect((await seen(run)).status).toBe('done'), { timeout: 20_000 })
      expect(await seen(run)).toMatchObject({
        lines: 1,
        wrong: 0,
        gaps: { missingHere: 1 },
        problem: null,
        fileName: expect.stringContaining('alipay-'),
      })
    } finally {
      await jobs.stop()
    }
  })

  test('from WeChat Pay, and the same again changes nothing', async () => {
    const head =
      '交易时间,微信订单号,商户订单号,交易状态,货币种类,订单金额,商户退款单号,退款金额,申请退款金额,手续费,退款状态'
    const bill = [
      head,
      '`2026-03-01 10:00:00,`W1,`K1,`SUCCESS,`CNY,`12.34,`0,`0.00,`0.00,`0.07,`',
      '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额',
      '`1,`12.34,`0.00,`0.00,`0.07,`12.34,`0.00',
      '',
    ].join('\r\n')
    const hash = createHash('sha1').update(bill).digest('hex')
    wechat.standIn.state.bill = { bytes: gzipSync(bill), hash }
    const collectionId = await atWechat()
    const run = await asked(collectionId)
    expect(await tried(run)).toMatchObject({ lines: 1, missingHere: 1, added: 1 })
    const again = await asked(collectionId)
    expect(again.id).toBe(run.id)
    // The job of the first ask is late.
    expect(await tried(run)).toEqual({ skipped: true })
    expect(await tried(again)).toMatchObject({ lines: 1, missingHere: 1, added: 0 })
    expect(await tried(again)).toEqual({ skipped: true })

    // A file whose hash is not the signed one is asked for again.
    wechat.standIn.state.bill = { bytes: gzipSync(bill), hash: '0'.repeat(40) }
    const wrong = await asked(collectionId)
    await expect(tried(wrong)).rejects.toThrow('signature')
    expect(await seen(wrong)).toMatchObject({
      status: 'queued',
      problem: expect.stringContaining('应答的签名不正确'),
    })
    wechat.standIn.state.bill = { bytes: gzipSync(bill), hash }
    expect(await tried(wrong, 2)).toMatchObject({ lines: 1, added: 0 })
    expect(await seen(wrong)).toMatchObject({ status: 'done', problem: null })
  })

  test('from the sandbox; a day without payments has an empty bill, which says that ours are missing there', async () => {
    const sandbox = await startSandbox({ key: sandboxKey })
    try {
      listed.push(`127.0.0.1:${sandbox.port}`)
      const run = await asked(await atSandbox(`127.0.0.1:${sandbox.port}`))
      expect(await tried(run)).toMatchObject({ lines: 0, added: 0 })
      expect(await seen(run)).toMatchObject({ status: 'done', lines: 0 })
    } finally {
      await sandbox.stop()
    }
  })
})

describe('what is not a whole bill is asked for again', () => {
  test.each([
    ['drop', '没有收到完整的应答'],
    ['500', 'HTTP 状态异常'],
    ['truncated', ''],
    ['wrongSignature', '签名不正确'],
    ['unsigned', '签名不正确'],
  ] as const)('%s', async (fault, said) => {
    const run = await asked(await atAlipay())
    Object.assign(alipay.standIn.state, { fault, bill: alipayBill('F1') })
    await expect(tried(run)).rejects.toThrow()
    const waiting = await seen(run)
    expect(waiting.status).toBe('queued')
    expect(waiting.problem).toContain(said)
    alipay.standIn.state.fault = 'none'
    expect(await tried(run, 2)).toMatchObject({ lines: 1 })
  })

  test('a bill that breaks off leaves nothing behind; given up, it is a todo, and a person can send the file', async () => {
    const collectionId = await atAlipay()
    const run = await asked(collectionId)
    const before = await todos()
    alipay.standIn.state.bill = alipayBill('B1', false)
    await expect(tried(run)).rejects.toThrow('truncated')
    expect(await seen(run)).toMatchObject({ status: 'queued', problem: '文件不完整', lines: 0 })
    expect(await todos()).toBe(before)
    await expect(tried(run, lastTry)).rejects.toThrow('truncated')
    expect(await seen(run)).toMatchObject({ status: 'failed', problem: '文件不完整' })
    expect(await todos()).toBe(before + 1)
    const lines = await app.pool.query(`select count(*)::int as n from bill_line where ref = 'B1'`)
    expect(lines.rows[0].n).toBe(0)
  })

  test('a bill that is not ready', async () => {
    const run = await asked(await atWechat())
    wechat.standIn.state.noBill = 'STATEMENT_CREATING'
    await expect(tried(run)).rejects.toThrow('notReady')
    expect(await seen(run)).toMatchObject({ status: 'queued', problem: expect.stringContaining('尚未生成') })
    wechat.standIn.state.noBill = 'NO_STATEMENT_EXIST'
    expect(await tried(run, 2)).toMatchObject({ lines: 0 })
  })
})

describe('a download ends at once', () => {
  test('if the provider refuses it, or has no bills', async () => {
    const before = await todos()
    const run = await asked(await atWechat())
    wechat.standIn.state.noBill = 'NO_AUTH'
    expect(await tried(run)).toEqual({ problem: 'refused' })
    expect(await seen(run)).toMatchObject({ status: 'failed', problem: expect.stringContaining('NO_AUTH') })
    const pool = await asked(await collection('pool', {}, {}))
    expect(await tried(pool)).toEqual({ problem: 'cannot' })
    expect(await seen(pool)).toMatchObject({ status: 'failed', problem: '该收款渠道不提供账单下载' })
    expect(await todos()).toBe(before + 2)
  })

  test('if a person sends the file meanwhile', async () => {
    const collectionId = await atAlipay()
    const run = await asked(collectionId)
    const { data } = await upload(app.app, request.token, 'reconcile', [
      { name: 'bill.csv', content: alipayBill('P1') },
    ])
    await request('POST', '/reconcile/bill', { collectionId, day, fileId: data[0].id })
    expect(await tried(run)).toEqual({ skipped: true })
    expect(await seen(run)).toMatchObject({ status: 'queued', fileName: 'bill.csv' })
  })

  test('with a clear sentence at a day that is not over, and at a channel that does not exist', async () => {
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    const fields = async (body: object) =>
      (await request('POST', '/reconcile/download', body)).body.data.fields
    const collectionId = await atAlipay()
    expect(await fields({ collectionId, day: today })).toEqual({ day: '该业务日尚未结束' })
    expect(await fields({ collectionId: '999999', day })).toEqual({ collectionId: '收款渠道不存在' })
  })
})

test('every night the bills that are missing are asked for once, of enabled channels whose providers have bills', async () => {
  await app.pool.query(`update collection set status = 'disabled'`)
  const [known, fresh, poolId] = [await atAlipay(), await atWechat(), await collection('pool', {}, {})]
  const yesterday = lastBillDay()
  await app.pool.query("update collection set created_at = now() - interval '2 days' where id = $1", [fresh])
  const before = (await asked(known, yesterday)).version
  expect(await runOnce(app, billsNightly)).toEqual({ queued: 2 + 2 })
  expect(await runOnce(app, billsNightly)).toEqual({ queued: 0 })
  const { rows } = await app.pool.query(
    `select collection_id, to_char(day, 'YYYY-MM-DD') as day, version from reconcile
     where collection_id = any($1) order by collection_id, day`,
    [[known, fresh, poolId]],
  )
  expect(rows.map(({ collection_id }) => collection_id)).toEqual([known, known, known, fresh, fresh])
  expect(rows[2]).toEqual({ collection_id: known, day: yesterday, version: before })
  // One that failed is asked for again, but not at once.
  await app.pool.query(`update reconcile set status = 'failed', ended_at = now() where collection_id = $1`, [
    known,
  ])
  expect(await runOnce(app, billsNightly)).toEqual({ queued: 0 })
  await app.pool.query(`update reconcile set ended_at = now() - interval '1 day' where collection_id = $1`, [
    known,
  ])
  expect(await runOnce(app, billsNightly)).toEqual({ queued: 3 })
})
