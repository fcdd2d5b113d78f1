import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { type PayWorld, payWorld, testProvider } from '#test/pay-world'

const provider = testProvider()
const app = startApp({ providerOf: provider.open, takesSandbox: false })
let world: PayWorld
beforeAll(async () => {
  world = await payWorld(app, provider)
})
afterAll(() => world.stop())

test('where the sandbox is not allowed, it is not enabled and takes no order, also one that was enabled before', async () => {
  const request = await app.as('collection:page', 'collection:enable')
  const sandbox = await world.collection({ status: 'disabled', name: '沙箱甲' })
  const real = await world.collection({ status: 'disabled', provider: 'pool', name: '链接甲' })
  const path = '/payConfig/collection'
  for (const [url, body] of [
    [`${path}/${sandbox}/enable`, { version: 1 }],
    [`${path}/batch/enable`, { ids: [real, sandbox] }],
    [`${path}/batch/enable/matching`, { filter: { name: '甲' }, count: 1, mark: '1.1' }],
  ] as const) {
    const answer = (await request('POST', url, body)).body as { code: string; msg: string }
    expect([answer.code, answer.msg]).toEqual(['4090', expect.stringContaining('不允许模拟支付')])
  }
  expect((await request('POST', `${path}/batch/enable`, { ids: [real] })).body.data.done).toBe(1)
  await app.pool.query(
    `update collection set status = case when id = $1 then 'enabled' else 'disabled' end`,
    [sandbox],
  )
  const order = await world.order({ productId: await world.product() })
  expect(order.data.payUrl).toBeNull()
  const route = await world.one<{ why_not: unknown }>(
    `select why_not from payment_attempt where order_id = $1 and kind = 'route'`,
    order.id,
  )
  expect(route.why_not).toEqual([
    [sandbox, 'sandbox'],
    [real, 'disabled'],
  ])
})

test('collection channels are disabled together, by selection and by filter', async () => {
  const request = await app.as('collection:page', 'collection:disable')
  const ids = [
    await world.collection({ provider: 'pool', name: '多个一' }),
    await world.collection({ provider: 'pool', name: '多个二' }),
    await world.collection({ provider: 'pool', name: '多个三', status: 'disabled' }),
  ]
  const several = await request('POST', '/payConfig/collection/batch/disable', { ids: [ids[0], ids[2]] })
  expect(several.body.data).toMatchObject({
    done: 1,
    skipped: [{ id: ids[2], reason: 'wrongState', status: 'disabled' }],
  })
  const filter = { name: '多个' }
  const counted = await request('POST', '/payConfig/collection/batch/disable/count', { filter })
  const { count, mark } = counted.body.data
  expect(count).toBe(1)
  const all = await request('POST', '/payConfig/collection/batch/disable/matching', { filter, count, mark })
  expect(all.body.data).toMatchObject({ done: 1 })
  expect(
    await world.all(`select name from collection where name like '多个%' and status = 'enabled'`),
  ).toEqual([])
})
