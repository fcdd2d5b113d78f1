import { afterAll, expect, test } from 'vitest'
import { readCollection } from '#payment/collections'
import { accountOf, createPaying } from '#payment/open'
import { openProvider } from '#payment/providers'
import type { PaymentWorker } from '#payment/worker'
import { startPayments } from '#payment/worker'
import { createDb } from '#platform/db/client'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { startApp } from '#test/harness'
import { addUsers, startOfDay } from './fill.ts'
import { refundOne } from './refunds.ts'
import { type DemoSandbox, startDemoSandbox } from './sandbox.ts'

let demo: DemoSandbox
const app = startApp({ providerOf: (account) => opened(account) })
const opened = (account: ReturnType<typeof accountOf>) =>
  openProvider(account, { outgoing: createOutgoing({ listed: [demo.target] }), now: () => new Date() })
let worker: PaymentWorker
afterAll(async () => {
  await worker.stop()
  await demo.sandbox.stop()
})

const one = async <T>(text: string, ...values: unknown[]) => (await app.pool.query(text, values)).rows[0] as T

test("the demo's collection channel is paid in the built-in sandbox, which knows the payments of before", async () => {
  await app.createAdmin({ username: 'admin', password: 'demo-Password-1' })
  await addUsers(app.pool, app.vault, { users: 300, seed: 7, until: startOfDay() })
  const first = (await startDemoSandbox(app.db, app.vault)) as DemoSandbox
  demo = (await startDemoSandbox(app.db, app.vault)) as DemoSandbox
  // Its port was taken, so the address follows; the next start takes the same port again.
  expect(demo.target).not.toBe(first.target)
  await first.sandbox.stop()
  await demo.sandbox.stop()
  const second = demo.target
  demo = (await startDemoSandbox(app.db, app.vault)) as DemoSandbox
  expect(demo.target).toBe(second)

  const { id, status } = await one<{ id: string; status: string }>(
    `select id, status from collection where provider = 'sandbox'`,
  )
  expect(status).toBe('enabled')
  const collection = await readCollection(app.db, app.vault, id)
  const provider = opened(accountOf(collection as NonNullable<typeof collection>))
  expect(await provider.tryIt()).toEqual({ outcome: 'ok' })

  // The bill of a day has exactly the payments and refunds of that day.
  const { day, payments, refunds } = await one<{ day: string; payments: number; refunds: number }>(
    `select to_char(day, 'YYYY-MM-DD') as day,
       (select count(*)::int from payment_ref r where r.collection_id = $1 and (r.paid_at at time zone 'Asia/Shanghai')::date = day) as payments,
       (select count(*)::int from payment_refund f where f.collection_id = $1
         and (f.refunded_at at time zone 'Asia/Shanghai')::date = day) as refunds
     from (select ((now() at time zone 'Asia/Shanghai')::date - 2) as day) d`,
    id,
  )
  const bill = await provider.downloadBill(day)
  if (bill.outcome !== 'bill') throw new Error(bill.outcome)
  const kinds: string[] = []
  for await (const { kind } of provider.parseBill(bill.bytes)) kinds.push(kind)
  expect(payments).toBeGreaterThan(2)
  expect(kinds.filter((kind) => kind === 'payment')).toHaveLength(payments)
  expect(kinds.filter((kind) => kind === 'refund')).toHaveLength(refunds)

  // A payment of before is refunded by the real way.
  const order = await one<{ id: string }>(
    `update payment_order set channel_no = 'T-1' where id = (
       select o.id from payment_order o where o.collection_id = $1 and o.status = 'paid'
         and not exists (select from payment_refund f where f.order_id = o.id) order by o.id desc limit 1) returning id`,
    id,
  )
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  worker = startPayments(
    createPaying(
      { ...app.app.services, db: createDb(app.servicePool) },
      { log, listensAt: () => 'http://127.0.0.1:9' },
    ),
  )
  await refundOne(app.db, 10 * 24)
  await expect
    .poll(
      async () =>
        (await one<{ status: string }>('select status from payment_order where id = $1', order.id)).status,
      {
        timeout: 20_000,
      },
    )
    .not.toBe('refunding')
  expect(await one('select status, kind from payment_refund where order_id = $1', order.id)).toEqual({
    status: 'refunded',
    kind: 'asked',
  })
}, 60_000)

test('a collection channel that a person has changed stays as it is', async () => {
  const [{ id }] = (await app.pool.query('select id from admin order by id')).rows
  await app.pool.query(
    `update collection set status = 'disabled', updated_by = $1 where provider = 'sandbox'`,
    [id],
  )
  const again = (await startDemoSandbox(app.db, app.vault)) as DemoSandbox
  await again.sandbox.stop()
  expect(await one(`select status from collection where provider = 'sandbox'`)).toEqual({
    status: 'disabled',
  })
})
