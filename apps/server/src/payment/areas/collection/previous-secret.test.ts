import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CollectionRow } from '@kabao/contract/payment/collection'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previousSecretSweep } from '#partners/previous-secrets/sweep-job'
import { approveChanges } from '#test/approve-changes'
import { secret, startApp } from '#test/harness'
import { newPhone } from '#test/open-caller'
import { type PayWorld, payWorld, testProvider } from '#test/pay-world'
import { runOnce } from '#test/run-jobs'
import { callbackAddressOf } from '../../callback-address.ts'
import { isSigned, noticeHeaders } from '../../signed-notice.ts'

const [oldKey, newKey, thirdKey, otherKey] = ['old', 'new', 'third', 'other'].map((name) =>
  secret(`the ${name} key of a provider that is replaced`),
) as [string, string, string, string]

/** A provider over HTTP: it notes which keys sign what it gets, and signs its answers with the one that a test chooses. */
const seen: (string | undefined)[] = []
let answersWith = oldKey
const standIn = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const { 'x-pay-timestamp': timestamp = '', 'x-pay-signature': signature = '' } = request.headers
  seen.push(
    [oldKey, newKey, thirdKey, otherKey].find((key) => isSigned(key, `${timestamp}`, `${signature}`, body)),
  )
  const { orderNo } = JSON.parse(body)
  const isCreate = request.url === '/pay/create'
  const told = isCreate ? { payUrl: 'https://pay.example.com/1' } : { state: 'notFound' }
  const answer = JSON.stringify({ code: 'ok', orderNo, ...told })
  response.writeHead(200, noticeHeaders(answersWith, new Date(), answer)).end(answer)
})
await new Promise<void>((done) => standIn.listen(0, '127.0.0.1', done))
const host = `127.0.0.1:${(standIn.address() as AddressInfo).port}`

const app = startApp({ outgoing: { schemes: ['https', 'http'], listed: [host] } })
const path = '/payConfig/collection'
let world: PayWorld
let request: Awaited<ReturnType<typeof app.as>>
let address = ''
beforeAll(async () => {
  world = await payWorld(app, testProvider())
  request = await app.as('collection:page', 'collection:create', 'collection:update', 'collection:enable')
  address = await listening(app.app)
})
afterAll(async () => {
  await world.stop()
  await new Promise((done) => standIn.close(done))
})

async function listening(instance: FastifyInstance): Promise<string> {
  return (await instance.listen({ port: 0, host: '127.0.0.1' })).replace('localhost', '127.0.0.1')
}

let made = 0
const fields = (row?: CollectionRow) => ({
  name: row?.name ?? `换密钥 ${++made}`,
  provider: 'sandbox',
  settings: { gateway: `http://${host}`, merchantNo: 'm1' },
})
/** A collection channel with the old key that takes orders, the only one that does. */
async function add(): Promise<CollectionRow> {
  await app.pool.query(`update collection set status = 'disabled'`)
  const { data } = (await request('POST', path, { ...fields(), secrets: { callbackKey: oldKey } })).body
  await approveChanges(app)
  const { version } = await read(data.id)
  await request('POST', `${path}/${data.id}/enable`, { version })
  return read(data.id)
}
const read = async (id: string): Promise<CollectionRow> => (await request('GET', `${path}/${id}`)).body.data
const file = async (row: CollectionRow, callbackKey: string, more: object = {}) =>
  (
    await request('PUT', path, {
      ...fields(row),
      id: row.id,
      version: row.version,
      secrets: { callbackKey },
      overlapDays: 1,
      ...more,
    })
  ).body
/** Files another key, which another person approves. */
async function replace(row: CollectionRow, callbackKey: string, more: object = {}) {
  const filed = await file(row, callbackKey, more)
  if (filed.code !== '0000') return filed
  const approved = await approveChanges(app)
  if (approved?.code === '0000') return { ...approved, data: await read(row.id) }
  const { rows } = await app.pool.query(
    `update change_request set status = 'withdrawn' where status = 'pending' returning id`,
  )
  expect(rows).toHaveLength(1)
  return approved as typeof filed
}
const newOrder = async () => (await world.order({ productId: await world.product() })).id
/** Sends a notice of a payment over HTTP. */
async function notify(id: string, orderNo: string, key: string, to = address): Promise<number> {
  const body = JSON.stringify({
    kind: 'payment',
    status: 'paid',
    orderNo,
    tradeNo: `T${orderNo}`,
    amountFen: 1_000,
    currency: 'CNY',
    appId: '',
    merchantNo: 'm1',
    paidAt: new Date().toISOString(),
  })
  const headers = noticeHeaders(key, new Date(), body)
  const place = await callbackAddressOf(app.db, id)
  return (await fetch(`${to}${place?.path}`, { method: 'POST', headers, body })).status
}
const statusOf = async (orderId: string) =>
  (await world.one<{ status: string }>('select status from payment_order where id = $1', orderId)).status
const lastReason = async (id: string) =>
  (
    await world.one<{ reason: string | null }>(
      'select reason from payment_callback where collection_id = $1 order by id desc limit 1',
      id,
    )
  ).reason
const expire = (id: string) =>
  app.pool.query(`update previous_secret set ends_at = now() where collection_id = $1`, [id])

test('notices with the previous key are believed until its end, with the new one too, and with no other', async () => {
  answersWith = oldKey
  const row = await add()
  const [before, during, wrong, after] = [
    await newOrder(),
    await newOrder(),
    await newOrder(),
    await newOrder(),
  ]
  const saved = (await replace(row, newKey)).data as CollectionRow
  expect(saved.previousSecrets).toMatchObject([{ name: 'callbackKey', lastUsedAt: null }])
  const [previous] = saved.previousSecrets
  const hours = (Date.parse(previous?.endsAt ?? '') - Date.parse(previous?.replacedAt ?? '')) / 3_600_000
  expect(hours).toBeCloseTo(24, 3)

  expect(await notify(row.id, during, newKey)).toBe(200)
  expect((await read(row.id)).previousSecrets).toMatchObject([{ lastUsedAt: null }])
  expect(await notify(row.id, before, oldKey)).toBe(200)
  expect([await statusOf(during), await statusOf(before)]).toEqual(['paid', 'paid'])
  const [used] = (await read(row.id)).previousSecrets
  expect(Date.now() - Date.parse(used?.lastUsedAt ?? '')).toBeLessThan(60_000)
  expect(await notify(row.id, wrong, otherKey)).toBe(500)
  expect([await statusOf(wrong), await lastReason(row.id)]).toEqual(['created', 'signature'])

  await expire(row.id)
  expect((await read(row.id)).previousSecrets).toEqual([])
  expect(await notify(row.id, after, oldKey)).toBe(500)
  expect([await statusOf(after), await lastReason(row.id)]).toEqual(['created', 'signature'])
  expect(await runOnce(app, previousSecretSweep)).toEqual({ removed: 1 })
  expect(await world.all('select from previous_secret where collection_id = $1', row.id)).toEqual([])
  expect(await notify(row.id, after, newKey)).toBe(200)
})

test('what we send is signed with the new key at once, and answers may be signed with either', async () => {
  answersWith = oldKey
  const row = await add()
  await replace(row, newKey)
  const tried = async (key: string) => {
    answersWith = key
    return (await request('POST', `${path}/${row.id}/try`)).body.data.triedReason
  }
  seen.length = 0
  expect([await tried(oldKey), await tried(newKey), await tried(otherKey)]).toEqual([null, null, 'signature'])
  expect(seen).toEqual([newKey, newKey, newKey])
  expect((await read(row.id)).previousSecrets[0]?.lastUsedAt).not.toBeNull()
  await expire(row.id)
  expect(await tried(oldKey)).toBe('signature')
})

test('the previous key can be ended at once, by whoever may edit, and it is recorded; 0 days keep none', async () => {
  const row = await add()
  const saved = (await replace(row, newKey)).data as CollectionRow
  const at = `${path}/${row.id}/secret/${saved.previousSecrets[0]?.id}`
  expect((await (await app.as('collection:page'))('DELETE', at)).body.code).toBe('4030')
  const other = await add()
  expect((await request('DELETE', at.replace(row.id, other.id))).body.code).toBe('4040')
  expect((await request('DELETE', at)).body.code).toBe('0000')
  expect((await request('DELETE', at)).body.code).toBe('4040')
  expect(await notify(row.id, '1', oldKey)).toBe(500)
  expect(await lastReason(row.id)).toBe('signature')
  const { rows } = await app.pool.query(
    `select after from audit_log where target_kind = 'collection' and target_id = $1 and after is not null and result = 'done'
       and point in ('collection:update', 'changeRequest:review') order by id`,
    [row.id],
  )
  expect(rows.at(-1).after).toEqual({ endedKey: 'callbackKey' })
  expect(rows.at(-2).after.previousKeys).toEqual([expect.stringMatching(/^callbackKey 20/)])
  for (const key of [oldKey, newKey]) expect(JSON.stringify([rows, saved])).not.toContain(key)

  const leaked = (await replace(await read(row.id), thirdKey, { overlapDays: 0 })).data as CollectionRow
  expect(leaked.previousSecrets).toEqual([])
  expect(await notify(row.id, '1', newKey)).toBe(500)
  expect(await lastReason(row.id)).toBe('signature')
})

test('a key is replaced a second time after the first has ended; going back keeps both', async () => {
  const row = await add()
  const first = (await replace(row, newKey)).data as CollectionRow
  const refused = await replace(first, thirdKey)
  expect([refused.code, refused.data.fields]).toEqual([
    '4090',
    { overlapDays: '上一次更换的旧密钥仍在有效期内，请先结束它' },
  ])
  expect((await replace(await read(row.id), thirdKey, { overlapDays: 31 })).data.fields).toEqual({
    overlapDays: '超出允许的范围',
  })
  const same = (await replace(await read(row.id), newKey)).data as CollectionRow
  expect(same.previousSecrets[0]?.id).toBe(first.previousSecrets[0]?.id)
  const back = (await replace(same, oldKey)).data as CollectionRow
  expect(back.previousSecrets).toHaveLength(1)
  for (const key of [oldKey, newKey]) {
    await notify(row.id, '1', key)
    expect(await lastReason(row.id)).toBe('order')
  }
})

test('of two who replace it at once one does, and the key before is the previous one', async () => {
  const row = await add()
  const answers = await Promise.all([newKey, thirdKey].map((key) => file(row, key)))
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['0000', '4090'])
  expect((await approveChanges(app))?.code).toBe('0000')
  const winner = answers[0]?.code === '0000' ? newKey : thirdKey
  const reasons = []
  for (const key of [oldKey, winner, winner === newKey ? thirdKey : newKey]) {
    await notify(row.id, '1', key)
    reasons.push(await lastReason(row.id))
  }
  expect(reasons).toEqual(['order', 'order', 'signature'])
  const { count } = await world.one<{ count: number }>(
    'select count(*)::int as count from previous_secret where collection_id = $1',
    row.id,
  )
  expect(count).toBe(1)
})

test('another instance believes and refuses the same at once', async () => {
  const there = await listening(await app.another())
  const row = await add()
  await notify(row.id, '1', oldKey, there)
  const saved = (await replace(row, newKey)).data as CollectionRow
  const reasons = []
  for (const key of [oldKey, newKey]) {
    await notify(row.id, '1', key, there)
    reasons.push(await lastReason(row.id))
  }
  await request('DELETE', `${path}/${row.id}/secret/${saved.previousSecrets[0]?.id}`)
  await notify(row.id, '1', oldKey, there)
  expect([...reasons, await lastReason(row.id)]).toEqual(['order', 'order', 'signature'])
})

test('a value of another channel, or of another secret, does not open', async () => {
  const [row, other] = [await add(), await add()]
  await replace(row, newKey)
  await app.pool.query(`update previous_secret set collection_id = $2 where collection_id = $1`, [
    row.id,
    other.id,
  ])
  expect(await notify(other.id, newPhone(), newKey)).toBe(500)
  await app.pool.query(`delete from previous_secret where collection_id = $1`, [other.id])
})

test('a callback key that one person replaces alone is not believed, so that nobody forges a payment', async () => {
  const row = await add()
  const orderId = await newOrder()
  const filed = await file(row, otherKey, { overlapDays: 0 })
  expect([filed.code, filed.data.isWaiting]).toEqual(['0000', true])
  expect(await notify(row.id, orderId, otherKey)).toBe(500)
  expect([await statusOf(orderId), await lastReason(row.id)]).toEqual(['created', 'signature'])
  const forged = await app.as(
    'collection:page',
    'collection:create',
    'collection:update',
    'collection:enable',
  )
  expect((await file(row, thirdKey)).code).toBe('4090')

  // Another person refuses it: the old key is the only one.
  const reviewer = await app.as('changeRequest:page', 'changeRequest:review')
  const { records } = (
    await reviewer('POST', '/finance/change/page', {
      kind: 'collection',
      targetId: row.id,
      status: 'pending',
    })
  ).body.data
  expect(records).toMatchObject([
    { facts: [{ name: 'callbackKey', before: null, after: '（更换）' }], isOwn: false },
  ])
  expect(JSON.stringify(records)).not.toContain(otherKey)
  const [{ id, version }] = records
  expect((await forged('POST', `/finance/change/${id}/approve`, { version })).body.code).toBe('4030')
  expect(
    (await reviewer('POST', `/finance/change/${id}/reject`, { version, note: '未核实' })).body.code,
  ).toBe('0000')
  expect(await notify(row.id, orderId, otherKey)).toBe(500)
  expect(await notify(row.id, orderId, oldKey)).toBe(200)
  expect(await statusOf(orderId)).toBe('paid')
  expect((await read(row.id)).isWaiting).toBe(false)
})

test('a new collection channel takes no order until another person has approved its account', async () => {
  const { data } = (await request('POST', path, { ...fields(), secrets: { callbackKey: oldKey } })).body
  const enable = async () => {
    const { version } = await read(data.id)
    return (await request('POST', `${path}/${data.id}/enable`, { version })).body.code
  }
  expect([data.merchantNo, data.isWaiting, await enable()]).toEqual(['', true, '4090'])
  expect((await approveChanges(app))?.code).toBe('0000')
  expect([(await read(data.id)).merchantNo, await enable()]).toEqual(['m1', '0000'])
})
