import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bookAllResults, channelFaults, setTerms } from '#test/channel-results'
import { startApp } from '#test/harness'
import { newChannel, newPhone, type TestPartner } from '#test/open-caller'
import { trialBalance } from '../trial-balance.ts'
import { verifyLedger } from '../verify.ts'
import { noteResults, noteReturn } from './note.ts'

const app = startApp()
const day = '2026-03-02'

afterEach(async () => {
  await bookAllResults(app)
  expect(await channelFaults(app)).toEqual([])
  expect((await verifyLedger(app.db)).faults).toEqual([])
  expect(await trialBalance(app.db)).toMatchObject({ totalFen: 0 })
})

const owed = async (channelId: string) =>
  Number(
    (await app.pool.query('select balance_fen from account where channel_id = $1', [channelId])).rows[0]
      .balance_fen,
  )
const resultsOf = async (channelId: string) =>
  (
    await app.pool.query(
      `select number::int, kind, ref_id, base_fen::int as base, cost_fen::int as cost, deducted_for, business_day
       from channel_result where channel_id = $1 order by number`,
      [channelId],
    )
  ).rows
const channelWith = async (terms: Parameters<typeof setTerms>[2], flow = 'full') => {
  const channel = await newChannel(app, { flow })
  await setTerms(app, channel.id, terms)
  return channel
}
const note = (channelId: string, ids: readonly string[], businessDay = day) =>
  app.db.transaction().execute((write) =>
    noteResults(
      write,
      'push',
      ids.map((id) => ({ channelId, id, businessDay })),
    ),
  )
const give = (channelId: string, pushId: string, costFen: number) =>
  app.db.transaction().execute((write) => noteReturn(write, { channelId, pushId, costFen, businessDay: day }))

describe('registrations', () => {
  let channel: TestPartner
  beforeAll(async () => {
    channel = await channelWith({ settlement: 'cpa', priceFen: 600 })
  })

  test('are owed once each, however often and at once they are sent', async () => {
    const phones = [newPhone(), newPhone(), newPhone()]
    const send = (phone: string) => channel.call('POST', '/user', { phone })
    await Promise.all([...phones, ...phones, ...phones].map(send))
    expect(await owed(channel.id)).toBe(0)
    await Promise.all([bookAllResults(app), bookAllResults(app), bookAllResults(app)])
    expect(await owed(channel.id)).toBe(1_800)
    const results = await resultsOf(channel.id)
    expect(results.map(({ number, kind, cost }) => [number, kind, cost])).toEqual([
      [1, 'registration', 600],
      [2, 'registration', 600],
      [3, 'registration', 600],
    ])
    await Promise.all(phones.map(send))
    expect(await bookAllResults(app)).toBe(0)
  })

  test('of somebody on the blacklist, and of a channel that is paid otherwise, are not owed', async () => {
    const other = await channelWith({ settlement: 'cpl', priceFen: 600 })
    await other.call('POST', '/user', { phone: newPhone() })
    const blocked = newPhone()
    await app.pool.query(
      `insert into blacklist (kind, value, reason, source) values ('phone', $1, '投诉', 'manual')`,
      [blocked],
    )
    expect((await channel.call('POST', '/user', { phone: blocked })).code).toBe('4030')
    expect(await bookAllResults(app)).toBe(0)
  })
})

describe('visitors', () => {
  const visit = (visitorId: string, at = new Date()) => ({
    visitorId,
    page: '/card',
    at: at.toISOString(),
    ip: '203.0.113.7',
    userAgent: 'Mozilla/5.0',
  })

  test('are owed once a day each, however often and at once they are reported', async () => {
    const channel = await channelWith({ settlement: 'cpuv', priceFen: 50 })
    const before = new Date(Date.now() - 6 * 86_400_000)
    const visits = [visit('visitor-a'), visit('visitor-b'), visit('visitor-a'), visit('visitor-a', before)]
    const report = () => channel.call('POST', '/visit', { visits })
    for (const { code } of await Promise.all([report(), report(), report(), report()]))
      expect(code).toBe('0000')
    await bookAllResults(app)
    expect(await owed(channel.id)).toBe(150)
    const results = await resultsOf(channel.id)
    expect(results.map(({ kind }) => kind)).toEqual(['visitor', 'visitor', 'visitor'])
    expect(new Set(results.map(({ business_day }) => String(business_day))).size).toBe(2)
  })

  test('of a channel whose visitors are counted at the page of the partner are not owed by a report', async () => {
    const channel = await channelWith({ settlement: 'cpuv', priceFen: 50 }, 'uv')
    expect((await channel.call('POST', '/visit', { visits: [visit('visitor-a')] })).code).toBe('0000')
    expect(await bookAllResults(app)).toBe(0)
  })
})

test('a deducted result is kept with its reason and with what it would have been worth', async () => {
  const channel = await channelWith({ settlement: 'cpl', priceFen: 250, deductionBp: 5_000 })
  expect(await note(channel.id, ['77', '1'])).toEqual([0, 250])
  await bookAllResults(app)
  expect(await resultsOf(channel.id)).toMatchObject([
    { number: 1, ref_id: '77', base: 250, cost: 0, deducted_for: 'agreedRate' },
    { number: 2, ref_id: '1', base: 250, cost: 250, deducted_for: null },
  ])
  expect(await owed(channel.id)).toBe(250)
})

test('results that arrive while others are booked are booked once, in portions, and each has its number', async () => {
  const channel = await channelWith({ settlement: 'cpl', priceFen: 10 })
  const ids = (from: number) => Array.from({ length: 50 }, (_, nth) => String(from + nth))
  let isDone = false
  const booking = (async () => {
    while (!isDone) await Promise.all([bookAllResults(app, 7), bookAllResults(app, 20)])
  })()
  await Promise.all([1_000, 2_000, 3_000, 4_000].map((from) => note(channel.id, ids(from))))
  isDone = true
  await booking
  await bookAllResults(app)
  const results = await resultsOf(channel.id)
  expect(results.map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_, nth) => nth + 1))
  expect(new Set(results.map(({ ref_id }) => ref_id)).size).toBe(200)
  expect(await owed(channel.id)).toBe(2_000)
})

test('a killed booking leaves the results for the next one', async () => {
  const channel = await channelWith({ settlement: 'cpl', priceFen: 10 })
  await note(channel.id, ['1', '2'])
  const client = await app.pool.connect()
  await client.query('begin')
  await client.query('select gather_channel_results($1, $2, 100)', [channel.id, day])
  const { rows } = await client.query('select pg_backend_pid() as pid')
  client.on('error', () => undefined)
  await app.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
  client.release(true)
  await bookAllResults(app)
  expect(await owed(channel.id)).toBe(20)
})

test('what is owed back after a payment waits until the channel has earned it', async () => {
  const channel = await channelWith({ settlement: 'cpl', priceFen: 100 })
  await note(channel.id, ['1'])
  await bookAllResults(app)
  await app.pool.query(`update account set held_fen = 100 where channel_id = $1`, [channel.id])
  await app.pool.query(
    `insert into hold (ref_kind, ref_id, account_id, amount_fen) select 'test', '1', id, 100 from account where channel_id = $1`,
    [channel.id],
  )
  await give(channel.id, '1', 100)
  expect(await bookAllResults(app)).toBe(0)
  expect(await owed(channel.id)).toBe(100)
  await note(channel.id, ['2'])
  expect(await bookAllResults(app)).toBe(2)
  expect(await owed(channel.id)).toBe(100)
  expect((await resultsOf(channel.id)).map(({ kind, cost }) => [kind, cost])).toEqual([
    ['push', 100],
    ['push', 100],
    ['return', -100],
  ])
  await app.pool.query(`delete from hold where ref_kind = 'test'`)
  await app.pool.query(`update account set held_fen = 0 where channel_id = $1`, [channel.id])
})
