import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callbackAddressOf } from '#payment/callback-address'
import { sealSecrets } from '#payment/collections'
import { createPaying } from '#payment/open'
import type { LinkPool, Paying, Point } from '#payment/payment-context'
import type {
  Notice,
  PaymentProvider,
  ProviderAccount,
  ProviderOrder,
  ProviderRefund,
} from '#payment/provider'
import { type PaymentLimits, type PaymentWorker, startPayments } from '#payment/worker'
import { createDb } from '#platform/db/client'
import { createOutgoing } from '#platform/outgoing/outgoing'
import type { TestApp } from './harness.ts'
import { newChannel, newPhone, type TestPartner } from './open-caller.ts'
import { startNotices } from './pay-notices.ts'

/** A provider in memory, which a test steers. One for all collection channels of a test file. */
export interface TestProvider {
  open(account: ProviderAccount): PaymentProvider
  /** By order number: what it was asked to collect. */
  orders: Map<
    string,
    { order: ProviderOrder; account: string; state: 'unpaid' | 'paid' | 'closed'; tradeNo?: string }
  >
  /** By refund number: how often its money went out. */
  refunds: Map<string, { refund: ProviderRefund; paidOut: number }>
  /** The calls so far, as `create 7` with the number of the order. */
  calls: string[]
  /** What the next calls answer instead; by the kind of call, and for one account if it names one. */
  instead: Map<string, () => unknown>
  /** Whether it can pay back. */
  canRefund: boolean
  /** Marks an order as paid there. */
  pay(orderNo: string, tradeNo: string): void
}

export function testProvider(): TestProvider {
  const orders: TestProvider['orders'] = new Map()
  const refunds: TestProvider['refunds'] = new Map()
  const calls: string[] = []
  const instead: TestProvider['instead'] = new Map()
  const steered = async <T>(kind: string, account: string, orderNo: string, act: () => T): Promise<T> => {
    calls.push(`${kind} ${orderNo}`)
    const other = instead.get(`${kind} ${account}`) ?? instead.get(kind)
    return other ? ((await other()) as T) : act()
  }
  const test: TestProvider = {
    orders,
    refunds,
    calls,
    instead,
    canRefund: true,
    pay(orderNo, tradeNo) {
      const found = orders.get(orderNo)
      if (!found) throw new Error(`no order ${orderNo}`)
      Object.assign(found, { state: 'paid', tradeNo })
    },
    open: ({ key, kind, settings }) => ({
      kind,
      can: { query: true, close: true, refund: test.canRefund, bill: false, callback: true },
      create: (order) =>
        steered('create', key, order.orderNo, () => {
          orders.set(order.orderNo, { order, account: key, state: 'unpaid' })
          return {
            outcome: 'created',
            pay: { kind: 'url', value: order.link ?? `https://pay.example.com/${order.orderNo}` },
          }
        }),
      query: (orderNo) =>
        steered('query', key, orderNo, () => {
          const found = orders.get(orderNo)
          if (!found) return { outcome: 'notFound' }
          if (found.state !== 'paid') return { outcome: found.state }
          return {
            outcome: 'paid',
            tradeNo: found.tradeNo as string,
            amountFen: found.order.amountFen,
            currency: 'CNY',
            appId: settings.appId ?? '',
            paidAt: new Date(),
          }
        }),
      close: (orderNo) =>
        steered('close', key, orderNo, () => {
          const found = orders.get(orderNo)
          if (found?.state === 'paid') return { outcome: 'paid' }
          if (found) found.state = 'closed'
          return { outcome: 'closed' }
        }),
      refund: (refund) =>
        steered('refund', key, refund.orderNo, () => {
          const known = refunds.get(refund.refundNo)
          if (!known) refunds.set(refund.refundNo, { refund, paidOut: 1 })
          return { outcome: 'refunded', refundedAt: new Date() }
        }),
      queryRefund: ({ orderNo, refundNo }) =>
        steered('queryRefund', key, orderNo, () =>
          refunds.has(refundNo) ? { outcome: 'refunded', refundedAt: new Date() } : { outcome: 'notFound' },
        ),
      async readCallback({ rawBody }) {
        const { signature, notice } = JSON.parse(rawBody.toString()) as { signature: string; notice: Notice }
        if (signature !== `signed by ${key}`) return { outcome: 'wrong', reason: 'signature' }
        if (notice.appId !== (settings.appId ?? '')) return { outcome: 'wrong', reason: 'application' }
        return {
          outcome: 'verified',
          notice: { ...notice, paidAt: notice.kind === 'payment' ? new Date() : undefined } as Notice,
        }
      },
      answer: (ok) => ({ status: ok ? 200 : 400, contentType: 'text/plain', body: ok ? 'success' : 'fail' }),
      downloadBill: async () => ({ outcome: 'empty' }),
      parseBill: async function* () {},
      tryIt: () => steered('tryIt', key, '', () => ({ outcome: 'ok' })),
    }),
  }
  return test
}

export interface PayWorld {
  provider: TestProvider
  channel: TestPartner
  /** The address of the channel for notices, and what arrived there. */
  notices: { body: Record<string, unknown>; headers: IncomingMessage['headers']; raw: string }[]
  /** What the channel's address answers to the notices of an order, by its `orderNo`; 200 to others, and when they are used up. */
  answers: Map<unknown, number[]>
  one<T>(text: string, ...values: unknown[]): Promise<T>
  all<T>(text: string, ...values: unknown[]): Promise<T[]>
  user(): Promise<string>
  product(fields?: Record<string, unknown>): Promise<string>
  collection(fields?: Record<string, unknown>): Promise<string>
  /** Orders by the open API. @returns the answer's data */
  order(fields: { productId: string; userId?: string; orderNo?: string }): Promise<{
    code: string
    data: { status: string; payUrl: string | null; orderNo: string }
    id: string
  }>
  /** Sends a callback. */
  callback(
    collectionId: string,
    notice: Partial<Notice> & { orderNo: string },
    signature?: string,
  ): Promise<{ status: number; body: string }>
  paying(options?: { pool?: LinkPool; at?: (point: Point) => Promise<void> | void }): Paying
  work(paying?: Paying, limits?: Partial<PaymentLimits>): PaymentWorker
  /** Makes everything due that waits. */
  hurry(): Promise<void>
  /** Waits until a condition holds. */
  until(holds: () => Promise<boolean>, what: string): Promise<void>
  stop(): Promise<void>
}

let number = 0
/** The lease of a notice, longer than any pause. In milliseconds. */
const noticeLeaseMs = 200_000_000

/** A channel that orders, a provider in memory, and an address that takes notices. Call it when the test app has started. */
export async function payWorld(app: TestApp, provider: TestProvider): Promise<PayWorld> {
  const channel = await newChannel(app)
  const notices: PayWorld['notices'] = []
  const answers: PayWorld['answers'] = new Map()
  const server: Server = createServer((request, response) => {
    let raw = ''
    request.on('data', (piece) => (raw += piece))
    request.on('end', () => {
      const body = JSON.parse(raw)
      notices.push({ body, headers: request.headers, raw })
      response.statusCode = answers.get(body.orderNo)?.shift() ?? 200
      response.end('ok')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await app.pool.query('update channel set notify_url = $2 where id = $1', [
    channel.id,
    `http://127.0.0.1:${port}/pay?from=kabao`,
  ])
  const workers: PaymentWorker[] = []
  const all: PayWorld['all'] = async (text, ...values) => (await app.pool.query(text, values)).rows
  const one: PayWorld['one'] = async (text, ...values) => (await all(text, ...values))[0] as never
  const insert = async (table: string, columns: Record<string, unknown>): Promise<string> => {
    const names = Object.keys(columns)
    const { id } = await one<{ id: string }>(
      `insert into ${table} (${names.join()}) values (${names.map((_, nth) => `$${nth + 1}`).join()}) returning id`,
      ...Object.values(columns),
    )
    return id
  }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const paying: PayWorld['paying'] = (options = {}) =>
    createPaying(
      {
        ...app.app.services,
        db: createDb(app.servicePool),
        providerOf: provider.open,
        outgoing: createOutgoing({ schemes: ['https', 'http'], listed: [`127.0.0.1:${port}`] }),
      },
      { log, listensAt: () => 'https://kabao.example.com', ...options },
    )
  return {
    provider,
    channel,
    notices,
    answers,
    one,
    all,
    paying,
    user: () => insert('"user"', { phone: newPhone(), name: '张三', flow: 'full', channel_id: channel.id }),
    product: (fields = {}) =>
      insert('product', {
        name: `礼包 ${++number}`,
        kind: 'card',
        flow: 'full',
        face_fen: 10_000,
        price_fen: 1_000,
        valid_days: 30,
        status: 'onSale',
        ...fields,
      }),
    async collection(fields = {}) {
      const id = await insert('collection', {
        name: `收款 ${++number}`,
        provider: 'sandbox',
        app_id: 'app',
        settings: { appId: 'app' },
        status: 'enabled',
        ...fields,
      })
      await app.pool.query('update collection set secrets_sealed = $2, secret_names = $3 where id = $1', [
        ...[id, sealSecrets(app.vault, id, { callbackKey: 'k' }), ['callbackKey']],
      ])
      return id
    },
    async order({ productId, userId, orderNo = `C-${Date.now()}-${++number}` }) {
      const body = {
        orderNo,
        productId,
        ip: '203.0.113.7',
        userId:
          userId ?? (await insert('"user"', { phone: newPhone(), flow: 'full', channel_id: channel.id })),
      }
      const answer = await channel.call('POST', '/order', body)
      const found = await one<{ order_id: string } | undefined>(
        'select order_id from payment_number where channel_id = $1 and channel_no = $2',
        ...[channel.id, orderNo],
      )
      return { code: answer.code, data: answer.body.data, id: found?.order_id ?? '' }
    },
    async callback(collectionId, notice, signature) {
      const payload = JSON.stringify({
        signature: signature ?? `signed by collection:${collectionId}`,
        notice: {
          kind: 'payment',
          status: 'paid',
          currency: 'CNY',
          appId: 'app',
          merchantNo: '',
          amountFen: 1_000,
          ...notice,
        },
      })
      const place = await callbackAddressOf(app.db, collectionId)
      const response = await app.app.inject({
        method: 'POST',
        url: place?.path ?? '',
        payload,
        headers: { 'content-type': 'application/json' },
      })
      return { status: response.statusCode, body: response.body }
    },
    work(given = paying(), limits = {}) {
      const running = [
        startPayments(given, { concurrent: 8, leaseMs: 60_000, idleMs: 20, ...limits }),
        startNotices(given, { leaseMs: noticeLeaseMs, idleMs: 20 }),
      ]
      const worker = { stop: async () => void (await Promise.all(running.map((each) => each.stop()))) }
      workers.push(worker)
      return worker
    },
    async hurry() {
      await app.pool.query(
        `update payment_due set due_at = now() - interval '1 second' where due_at > now() + interval '1 second' and claims > 0`,
      )
      // What is being sent is due again when its lease ends, and is left alone.
      await app.pool.query(
        `update delivery_due set due_at = now() where due_at < now() + $1::float8 * interval '1 millisecond'`,
        [noticeLeaseMs / 2],
      )
    },
    async until(holds, what) {
      const end = performance.now() + 20_000
      while (!(await holds())) {
        if (performance.now() > end)
          throw new Error(`${what}: ${JSON.stringify(await all('select * from payment_due limit 5'))}`)
        await new Promise((done) => setTimeout(done, 20))
      }
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
      await new Promise((done) => server.close(done))
    },
  }
}
