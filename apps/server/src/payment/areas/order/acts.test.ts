import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { type PayWorld, payWorld, testProvider } from '#test/pay-world'

const provider = testProvider()
const app = startApp({ providerOf: provider.open })
let world: PayWorld
let requestAs: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  world = await payWorld(app, provider)
  requestAs = await app.as('order:page', 'order:ask', 'order:notify')
})
afterAll(() => world.stop())
beforeEach(() => app.pool.query(`update collection set status = 'disabled'`))

const path = '/payConfig/order'
const statusOf = async (id: string) =>
  (await world.one<{ status: string }>('select status from payment_order where id = $1', id)).status
const queried = (id: string) => provider.calls.filter((call) => call === `query ${id}`).length
/** Unpaid orders of a product of their own. */
async function opened(count: number, provided: object = {}) {
  await world.collection({ ...provided })
  const productId = await world.product()
  const ids: string[] = []
  for (let nth = 0; nth < count; nth++) ids.push((await world.order({ productId })).id)
  return { productId, ids }
}
/** Makes the steps of a person's act due now; before a worker begins, or what it has taken would be due again. */
const hurry = (kind: string) =>
  app.pool.query(`update payment_due set due_at = now() - interval '1 second' where kind = $1`, [kind])

test('selected orders are asked about once, also when asked for again; what was paid is found', async () => {
  const { ids } = await opened(2)
  const [paid, open] = ids as [string, string]
  provider.pay(paid, `T${paid}`)
  const request = () => requestAs('POST', `${path}/batch/ask`, { ids })
  expect((await request()).body.data).toEqual({ done: 2, others: 0 })
  expect((await request()).body.data).toEqual({ done: 0, others: 2 })
  expect((await requestAs('POST', `${path}/${open}/ask`)).body.code).toBe('4090')
  await hurry('ask')
  const worker = world.work()
  await world.until(
    async () => (await statusOf(paid)) === 'paid' && queried(open) > 0,
    'both are asked about',
  )
  await world.until(
    async () =>
      (await world.all(`select from payment_due where kind = 'ask' and ref_id = any($1)`, ids)).length === 0,
    'both steps end',
  )
  await worker.stop()
  expect([queried(paid), queried(open), await statusOf(open)]).toEqual([1, 1, 'created'])
  // One that is paid is not asked about.
  expect((await request()).body.data).toEqual({ done: 1, others: 1 })
  const audit = await world.all(
    `select target_id from audit_log where point = 'order:ask' and result = 'done' and target_id = any($1)`,
    ids,
  )
  expect(audit).toHaveLength(3)
})

test('a closed order that was paid at its provider is found and opened again', async () => {
  const { ids } = await opened(1)
  const id = ids[0] as string
  await app.pool.query(
    `update payment_order set status = 'closed', reason = 'expired', ended_at = now() where id = $1`,
    [id],
  )
  provider.pay(id, `T${id}`)
  const { body } = await requestAs('POST', `${path}/${id}/ask`)
  expect(body).toMatchObject({ code: '0000', data: { status: 'closed' } })
  await hurry('ask')
  const worker = world.work()
  await world.until(async () => (await statusOf(id)) === 'paid', 'the payment is found')
  await worker.stop()
})

test('all orders that match are asked about one after another, behind those that wait', async () => {
  const [first, second] = [await opened(3), await opened(2)]
  const act = async (productId: string) => {
    const filter = { productId, status: 'created' }
    const { count, others, mark } = (await requestAs('POST', `${path}/batch/ask/count`, { filter })).body.data
    const { body } = await requestAs('POST', `${path}/batch/ask/matching`, { filter, count, mark })
    return { count, others, done: body.data.done }
  }
  expect(await act(first.productId)).toEqual({ count: 3, others: 0, done: 3 })
  expect(await act(second.productId)).toEqual({ count: 2, others: 0, done: 2 })
  const steps = await world.all<{ ref_id: string; ms: number }>(
    `select ref_id, (extract(epoch from due_at - lag(due_at) over (order by due_at)) * 1000)::int as ms
     from payment_due where kind = 'ask' and ref_id = any($1) order by due_at`,
    [...first.ids, ...second.ids],
  )
  expect(steps.map(({ ref_id }) => ref_id)).toEqual([...first.ids, ...second.ids])
  for (const { ms } of steps.slice(1)) expect(ms).toBeGreaterThanOrEqual(100)
})

test('orders of the link pool cannot be asked about', async () => {
  const { ids } = await opened(1)
  await app.pool.query(`update payment_order set provider = 'pool' where id = $1`, [ids[0]])
  expect((await requestAs('POST', `${path}/batch/ask`, { ids })).body.data).toEqual({ done: 0, others: 1 })
})

test('the notices of orders that match are sent again once, and those that are under way stay as they are', async () => {
  await app.pool.query(`delete from delivery_due`)
  const { ids, productId } = await opened(2)
  await app.pool.query(
    `insert into payment_notice (order_id, channel_id, event, status, round) select id, channel_id, 'paid', 'givenUp', 8
     from payment_order where id = any($1)`,
    [ids],
  )
  const filter = { productId, noticeStatus: 'givenUp' }
  const { count, mark } = (await requestAs('POST', `${path}/batch/notify/count`, { filter })).body.data
  const answers = await Promise.all(
    [1, 2].map(() => requestAs('POST', `${path}/batch/notify/matching`, { filter, count, mark })),
  )
  // The other one finds them under way, or finds other rows than were counted.
  expect(answers.map(({ body }) => body.data?.done ?? 0).sort()).toEqual([0, 2])
  expect((await requestAs('POST', `${path}/batch/notify`, { ids })).body.data).toEqual({ done: 0, others: 2 })
  const before = world.notices.length
  const worker = world.work()
  const taken = () =>
    world.all(
      `select from payment_notice n join delivery d on d.id = n.delivery_id
       where n.order_id = any($1) and n.status = 'taken' and d.state = 'sent' and d.round = 1`,
      ids,
    )
  await world.until(async () => (await taken()).length === 2, 'both arrive')
  await worker.stop()
  expect(world.notices.length - before).toBe(2)
})

test('both acts need their permission points, and meet only the orders of one’s own channels', async () => {
  const { ids } = await opened(1)
  const reader = await app.as('order:page')
  for (const act of ['ask', 'notify'])
    expect((await reader('POST', `${path}/batch/${act}`, { ids })).body.code).toBe('4030')
  const other = await app.as('order:page', 'order:ask')
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [other.adminId],
  )
  expect((await other('POST', `${path}/batch/ask`, { ids })).body.data).toEqual({ done: 0, others: 1 })
  expect((await other('POST', `${path}/${ids[0]}/ask`)).body.code).toBe('4040')
})
