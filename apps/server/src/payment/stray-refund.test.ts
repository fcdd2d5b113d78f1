import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { trialBalance } from '#ledger/trial-balance'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { type RequestFn, startApp } from '#test/harness'
import { type PayWorld, payWorld, testProvider } from '#test/pay-world'
import type { ProviderAccount } from './provider.ts'
import { openProvider } from './providers.ts'
import { type Sandbox, startSandbox } from './sandbox/stand-in.ts'
import { sandboxTradeNo } from './sandbox/trade-number.ts'
import { takeUnfitting } from './suspense.ts'

const key = 'a key of the sandbox'
let sandbox: Sandbox
const provider = testProvider()
const steered = provider.open
/** Collection channels of the merchant `real` are at the sandbox, which is a real server. */
const open = (account: ProviderAccount) =>
  account.settings.merchantNo === 'real'
    ? openProvider(
        {
          key: account.key,
          kind: 'sandbox',
          secrets: { callbackKey: key },
          settings: { merchantNo: 'real', gateway: `http://127.0.0.1:${sandbox.port}` },
        },
        { outgoing: createOutgoing({ listed: [`127.0.0.1:${sandbox.port}`] }), now: () => new Date() },
      )
    : steered(account)
provider.open = open

const app = startApp({ providerOf: open })
let world: PayWorld
let filer: RequestFn
let reviewer: RequestFn
beforeAll(async () => {
  sandbox = await startSandbox({ key })
  world = await payWorld(app, provider)
  const points = ['resolution:page', 'resolution:create', 'resolution:review', 'suspense:page']
  filer = await app.as(...points)
  reviewer = await app.as(...points)
})
afterAll(async () => {
  await world.stop()
  await sandbox.stop()
})
beforeEach(() => provider.instead.clear())

interface Refund {
  id: string
  order_id: string | null
  refund_no: string
  status: string
  calls: number
}
const balances = async () => {
  const { kinds, totalFen } = await trialBalance(app.db)
  expect(totalFen).toBe(0)
  return kinds
}
const movedSince = async (before: Record<string, number>) => {
  const after = await balances()
  return ['suspense', 'receivable', 'bank'].map((kind) => (after[kind] ?? 0) - (before[kind] ?? 0))
}
let number = 0
/** A payment that names an order of another program. */
async function stray(amountFen: number, orderNo = `other-program-${++number}`) {
  const collectionId = await world.collection()
  const tradeNo = `S${++number}`
  await world.callback(collectionId, { orderNo, tradeNo, amountFen })
  const { id } = await world.one<{ id: string }>(
    'select id from payment_suspense where trade_no = $1',
    tradeNo,
  )
  return { id, collectionId, tradeNo, orderNo }
}
const file = (suspenseId: string, body: object = { kind: 'payBack' }) =>
  filer('POST', '/payConfig/resolution', {
    suspenseId,
    reason: '已核实',
    ...body,
  })
const approve = (id: string, as = reviewer) =>
  as('POST', `/payConfig/resolution/${id}/approve`, { version: 1 })
const statusOf = async (id: string): Promise<string> =>
  (await filer('GET', `/payConfig/suspense/${id}`)).body.data.status
const refundOf = (suspenseId: string) =>
  world.one<Refund>(
    `select r.id, r.order_id, r.refund_no, r.status, r.calls from payment_refund r
     join payment_suspense s on s.refund_id = r.id where s.id = $1`,
    suspenseId,
  )
const transfers = (refundId: string) =>
  world.all<{ kind: string; amount_fen: string }>(
    `select kind, amount_fen from transfer where ref_kind = 'orderRefund' and ref_id = $1`,
    refundId,
  )

test('a payment that names no order goes back once: another person approves, also of several approvals at once', async () => {
  const before = await balances()
  const { id, tradeNo, orderNo } = await stray(700)
  const filed = await Promise.all(Array.from({ length: 4 }, () => file(id)))
  expect(filed.map(({ body }) => body.code).toSorted()).toEqual(['0000', '4090', '4090', '4090'])
  const resolution = filed.find(({ body }) => body.code === '0000')?.body.data
  expect(resolution).toMatchObject({ kind: 'payBack', orderId: null, amountFen: 700 })
  expect((await approve(resolution.id, filer)).body.code).toBe('4030')
  const all = await Promise.all(Array.from({ length: 5 }, () => approve(resolution.id)))
  expect(all.filter(({ body }) => body.code === '0000')).toHaveLength(1)
  expect(await statusOf(id)).toBe('backing')
  const workers = [world.work(), world.work()]
  await world.until(async () => (await statusOf(id)) === 'paidBack', 'it is paid back')
  await Promise.all(workers.map((worker) => worker.stop()))
  const refund = await refundOf(id)
  expect(refund).toMatchObject({ order_id: null, status: 'refunded' })
  // The provider is told its own number of the order, and the whole payment.
  expect(provider.refunds.get(refund.refund_no)).toMatchObject({
    refund: { orderNo, tradeNo, amountFen: 700, totalFen: 700 },
    paidOut: 1,
  })
  expect(await transfers(refund.id)).toEqual([{ kind: 'suspenseBack', amount_fen: '700' }])
  expect(await movedSince(before)).toEqual([0, 0, 0])
  expect((await file(id)).body.code).toBe('4090')
})

test('a silent provider is asked again under the same number; its notice and its answer at once book one refund', async () => {
  const before = await balances()
  const { id, collectionId, tradeNo, orderNo } = await stray(810)
  await approve((await file(id)).body.data.id)
  // It pays back, and the answer is lost.
  provider.instead.set('refund', () => ({ outcome: 'unknown', why: 'noAnswer' }))
  provider.instead.set('queryRefund', () => ({ outcome: 'unknown', why: 'noAnswer' }))
  const worker = world.work()
  await world.until(async () => (await refundOf(id)).calls > 0, 'it is asked')
  await world.hurry()
  await world.until(async () => (await refundOf(id)).calls > 1, 'it is asked again')
  const { id: refundId, refund_no: refundNo, status } = await refundOf(id)
  expect([status, await statusOf(id)]).toEqual(['pending', 'backing'])
  expect(await transfers(refundId)).toEqual([])
  // Nobody decides otherwise while it may be paying back.
  expect((await file(id, { kind: 'byHand', reference: 'B-1' })).body.code).toBe('4090')
  provider.instead.clear()
  const notice = { kind: 'refund', status: 'refunded', orderNo, tradeNo, refundNo, amountFen: 810 } as const
  await world.callback(collectionId, { ...notice, amountFen: 811 })
  await world.callback(collectionId, { ...notice, refundNo: '1' })
  await world.callback(await world.collection(), notice)
  expect((await refundOf(id)).status).toBe('pending')
  const [, ...told] = await Promise.all([
    world.hurry(),
    ...Array.from({ length: 4 }, () => world.callback(collectionId, notice)),
  ])
  expect(new Set(told.map(({ body }) => body))).toEqual(new Set(['success']))
  await world.until(async () => (await statusOf(id)) === 'paidBack', 'it is paid back')
  await worker.stop()
  expect(await transfers(refundId)).toEqual([{ kind: 'suspenseBack', amount_fen: '810' }])
  expect(await movedSince(before)).toEqual([0, 0, 0])
  const verdicts = await world.all<{ verdict: string }>(
    `select verdict from payment_callback where collection_id = $1 and amount_fen = 810 and order_id is null
       and verdict <> 'wrong' and trade_no = $2 order by verdict`,
    ...[collectionId, tradeNo],
  )
  expect(
    verdicts.map(({ verdict }) => verdict).filter((verdict) => verdict === 'believed').length,
  ).toBeLessThan(2)
  expect(verdicts).toHaveLength(4)
})

test('a refused one waits for a person, who has it asked again under its number, or pays by hand when it stays silent', async () => {
  const before = await balances()
  const { id } = await stray(920)
  provider.instead.set('refund', () => ({ outcome: 'refused', code: 'CLOSED', message: 'account closed' }))
  await approve((await file(id)).body.data.id)
  const worker = world.work()
  await world.until(async () => (await statusOf(id)) === 'open', 'it is refused')
  const { id: refundId, refund_no } = await refundOf(id)
  expect(await transfers(refundId)).toEqual([])
  provider.instead.set('refund', () => ({ outcome: 'unknown', why: 'noAnswer' }))
  provider.instead.set('queryRefund', () => ({ outcome: 'unknown', why: 'noAnswer' }))
  const asked = (await refundOf(id)).calls
  expect((await approve((await file(id)).body.data.id)).body.code).toBe('0000')
  await world.until(async () => (await refundOf(id)).calls > asked, 'it is asked again')
  await worker.stop()
  expect(await refundOf(id)).toMatchObject({ id: refundId, refund_no, status: 'pending' })
  await app.pool.query(
    `update payment_refund set updated_at = now() - interval '3 minutes', asked_at = now() - interval '61 minutes' where id = $1`,
    [refundId],
  )
  const { id: byHand } = (await file(id, { kind: 'byHand', reference: 'BANK-1' })).body.data
  expect((await approve(byHand)).body.code).toBe('0000')
  expect(await statusOf(id)).toBe('paidBack')
  expect(await refundOf(id)).toMatchObject({ status: 'refunded' })
  expect(await movedSince(before)).toEqual([0, -920, 920])
})

test('at the sandbox, whose first answer is lost, a stray payment is paid back once under one number', async () => {
  const before = await balances()
  const collectionId = await world.collection({ settings: { appId: 'app', merchantNo: 'real' } })
  const [orderNo, amountFen] = ['shop-4711', 1_013]
  const tradeNo = sandboxTradeNo(key, orderNo, amountFen)
  const at = sandbox.memory.add({
    merchantNo: 'real',
    orderNo,
    amountFen,
    subject: '',
    notifyUrl: '',
    returnUrl: null,
    expiresAt: 0,
    createdAt: new Date(),
    behavior: 'lostRefund',
    state: 'paid',
    refunds: new Map(),
    lost: new Set(),
    payments: [{ tradeNo, paidAt: new Date() }],
  })
  await app.db.transaction().execute(async (write) => {
    await takeUnfitting(write, world.paying(), {
      collectionId,
      provider: 'sandbox',
      tradeNo,
      orderNo,
      order: null,
      amountFen,
      paidAt: new Date(),
    })
  })
  const { id } = await world.one<{ id: string }>(
    'select id from payment_suspense where trade_no = $1',
    tradeNo,
  )
  await approve((await file(id)).body.data.id)
  const worker = world.work()
  await world.until(async () => at.refunds.size > 0, 'the sandbox has paid back')
  await world.until(async () => {
    await world.hurry()
    return (await statusOf(id)) === 'paidBack'
  }, 'the service knows')
  await worker.stop()
  const refund = await refundOf(id)
  const attempts = await world.all(
    'select order_id, kind from payment_attempt where refund_id = $1 order by id',
    refund.id,
  )
  expect(attempts[0]).toEqual({ order_id: null, kind: 'refund' })
  expect([...at.refunds.values()]).toMatchObject([
    { refundNo: refund.refund_no, tradeNo, amountFen, status: 'refunded' },
  ])
  expect(refund.calls).toBeGreaterThan(1)
  expect(await transfers(refund.id)).toEqual([{ kind: 'suspenseBack', amount_fen: String(amountFen) }])
  expect(await movedSince(before)).toEqual([0, 0, 0])
})
