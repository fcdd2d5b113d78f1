import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderFor } from '#intake/order'
import { serverRoot } from '#platform/base/paths'
import { createDb } from '#platform/db/client'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { bundle } from '#test/bundle'
import { secret, startApp } from '#test/harness'
import { reached } from '#test/kill-world'
import { snapshot } from '#test/money/books'
import { faultsOutside } from '#test/money/outside'
import { comeToRest } from '#test/money/rest'
import { restRules } from '#test/money/rules/at-rest'
import { cardFen, type MoneyWorld, moneyWorld } from '#test/money/world'
import { createPartnerGate, type PartnerGate } from '#test/partner-gate'
import { type PayPoint, payPoints } from '#test/pay-points'
import type { PayAct, PayTask } from '#test/pay-process'
import { processesOf } from '#test/processes'
import { createSqlGate, type SqlGate } from '#test/sql-gate'
import { takeCallback } from './callback.ts'
import { createPaying, providersBy } from './open.ts'
import type { Paying } from './payment-context.ts'
import { askRefund } from './refunds.ts'
import { noticeHeaders } from './signed-notice.ts'

const app = startApp()
const folder = join(serverRoot, 'node_modules/.cache/test', randomUUID())
const processes = processesOf<PayTask>(join(folder, 'pay-process.js'))
const gates: PartnerGate[] = []
let world: MoneyWorld
let sql: SqlGate
let paying: Paying
let adminId = ''

beforeAll(async () => {
  const { host, port } = app.servicePool.options
  sql = await createSqlGate(join(host as string, `.s.PGSQL.${port}`))
  const through = async (port: number) => {
    const gate = await createPartnerGate(port)
    gates.push(gate)
    return gate.port
  }
  await bundle(folder, { 'pay-process': 'test/pay-process.ts' })
  world = await moneyWorld({ ...app, keep: secret, through })
  const outgoing = createOutgoing({ schemes: ['https', 'http'], listed: world.outside })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  paying = createPaying(
    { ...app.app.services, db: createDb(app.servicePool), outgoing, providerOf: providersBy(outgoing) },
    { log, listensAt: () => 'http://127.0.0.1:1' },
  )
  adminId = await app.createAdmin({ username: 'payer', password: 'payment-Password-1' })
}, 60_000)
afterAll(async () => {
  await processes.end()
  await Promise.all([sql, ...gates].map((each) => each.close()))
  await world.stop()
  await rm(folder, { recursive: true, force: true })
})

/** What the channel orders for a point. */
const wanted = (nth: number) => {
  const [channel] = world.channels
  const channelId = channel?.channelId as string
  return {
    channelId,
    orderNo: `K-${nth}`,
    userId: world.buyers.get(channelId)?.[nth] as string,
    productId: world.products[0] as string,
    ip: '203.0.113.7',
    device: 'mobile' as const,
  }
}
const orderOf = async (nth: number) => {
  const { rows } = await app.pool.query<{ id: string; status: string; collection_id: string }>(
    `select o.id, o.status, o.collection_id from payment_number n join payment_order o on o.id = n.order_id
     where n.channel_no = $1`,
    [`K-${nth}`],
  )
  return rows[0] as { id: string; status: string; collection_id: string }
}

/** The user pays on the page of the provider. @returns what the provider then reports */
async function pay(nth: number) {
  const { id, collection_id: collectionId } = await orderOf(nth)
  const merchantNo = world.collections.get(collectionId)?.merchantNo as string
  await world.sandbox.pay(merchantNo, id)
  const [payment] = world.sandbox.memory.find(merchantNo, id)?.payments ?? []
  const body = JSON.stringify({
    kind: 'payment',
    orderNo: id,
    merchantNo,
    appId: '',
    amountFen: cardFen,
    currency: 'CNY',
    status: 'paid',
    tradeNo: payment?.tradeNo,
    paidAt: new Date().toISOString(),
  })
  return { collectionId, headers: noticeHeaders(world.payKey, new Date(), body), body }
}
const report = ({ body, ...callback }: Awaited<ReturnType<typeof pay>>) =>
  takeCallback(paying, { ...callback, isById: false, ip: '127.0.0.1', query: '', rawBody: Buffer.from(body) })

/** Brings an order to the moment before the act. @returns the act */
async function prepare({ act }: PayPoint, nth: number): Promise<PayAct> {
  if (act === 'order') return { order: wanted(nth) }
  await orderFor(paying, wanted(nth))
  const { id } = await orderOf(nth)
  if (act === 'close') await app.pool.query('update payment_order set closes_at = now() where id = $1', [id])
  else {
    const callback = await pay(nth)
    if (act === 'callback') return { callback }
    if (act !== 'query') await report(callback)
  }
  if (act === 'refund') {
    const asked = { orderId: id, amountFen: cardFen, reason: 'killed', by: adminId }
    expect(await app.db.transaction().execute((write) => askRefund(write, asked))).toHaveProperty('id')
    await app.pool.query(`update delivery_due set due_at = now() + interval '1 hour'`)
  }
  await app.pool.query(
    `update payment_due set due_at = now() - interval '1 second' where due_at < now() + $1::interval`,
    ['30 min'],
  )
  return 'work'
}

/** How the order of each act ends, once everything has come to rest. */
const ends = {
  order: 'paid',
  callback: 'paid',
  refund: 'refunded',
  query: 'paid',
  close: 'closed',
  notice: 'paid',
}

test.each(payPoints.map((point, nth) => ({ ...point, nth })))('$act: $name', async ({ nth, ...point }) => {
  const act = await prepare(point, nth)
  const gate = 'call' in point.at && point.at.call.stage === 'told' ? gates[0] : gates[1]
  const stopped = 'sql' in point.at ? sql.arm(point.at.sql) : (gate as PartnerGate).arm(point.at.call)
  const { user, database } = app.servicePool.options
  const child = await processes.start({
    database: { host: '127.0.0.1', port: sql.port, user, database, max: 4 },
    key: app.vault.keyForReader(),
    outside: world.outside,
    act,
  })
  await reached(stopped, world.engine).finally(() => child.kill())
  // Nobody takes over before the processes of the other points are dead.
  for (const table of ['payment_due', 'delivery_due'])
    await app.pool.query(`update ${table} set due_at = now() + interval '1 hour'`)
})

test('then another instance ends each of them, once', async () => {
  // An order that an instance may be asking a provider about is left alone for half a minute.
  await app.pool.query(`update payment_order set updated_at = now() - interval '1 minute'`)
  for (const [nth, { act }] of payPoints.entries()) {
    // Whoever got no answer asks again.
    if (act === 'order') {
      const made = await orderFor(paying, wanted(nth))
      expect([nth, made.status, made.payUrl]).toEqual([nth, 'created', expect.any(String)])
      await report(await pay(nth))
    }
  }
  await comeToRest(world, 60_000)
  const found = await Promise.all(
    payPoints.map(async ({ act, name }, nth) => [act, name, (await orderOf(nth)).status]),
  )
  expect(found).toEqual(payPoints.map(({ act, name }) => [act, name, ends[act]]))
  expect((await snapshot(app.pool, restRules)).faults).toEqual([])
  expect(await faultsOutside(world)).toEqual([])
  const { rows } = await app.pool.query('select order_id from payment_refund group by 1 having count(*) > 1')
  expect(rows).toEqual([])
  // A channel may be told the same twice, under one number.
  const told = await app.pool.query(`select id, order_id, event from payment_notice where status = 'taken'`)
  const heard = new Set(world.notices.map((body) => JSON.parse(body).noticeId))
  expect([...heard].sort()).toEqual(told.rows.map(({ id }) => id).sort())
}, 90_000)
