import { beforeAll, describe, expect, test } from 'vitest'
import { timeIdAt } from '#platform/db/partitions'
import { exportsOf } from '#test/exports'
import { type RequestFn, startApp } from '#test/harness'
import { addChannel, addOrg, bookCost, businessDay, inTransaction } from '#test/ledger'
import { plansOf } from '#test/plans'
import { runOnce } from '#test/run-jobs'
import { adjust, reverse } from '../../bookings.ts'
import { hold, post, refund } from '../../holds.ts'
import { verifyJob } from '../../verify-job.ts'
import { findPageOfTransfers } from './queries.ts'

const app = startApp()
const { readSheet, fetchTicket } = exportsOf(app)
let request: RequestFn & { adminId: string }
let orgId = ''
let poorId = ''
let channelId = ''
let adjusted = ''

beforeAll(async () => {
  orgId = await addOrg(app, 10_000)
  poorId = await addOrg(app)
  channelId = await addChannel(app)
  request = await app.as('ledger:page', 'ledger:export', 'ledger:trial', 'ledger:check')
  const act = <T>(run: Parameters<typeof inTransaction<T>>[1]) => inTransaction(app.db, run)
  for (let n = 1; n <= 5; n++) {
    const ref = { kind: 'push', id: `90${n}` }
    await act((write) => hold(write, { orgId, amountFen: 100 * n, ref }))
    await act((write) => post(write, { ref, businessDay }))
    await act((write) => bookCost(write, { channelId, amountFen: 10 * n, ref, businessDay }))
  }
  await act((write) => refund(write, { ref: { kind: 'push', id: '903' }, amountFen: 300, businessDay }))
  const ref = { kind: 'adjustment', id: '1' }
  adjusted = (
    await act((write) =>
      adjust(write, { account: { orgId }, amountFen: -50, ref, businessDay, by: request.adminId }),
    )
  ).id
  await act((write) => reverse(write, { id: adjusted, businessDay }))
})

const page = async (filter: object) => (await request('POST', '/finance/ledger/page', filter)).body

test('the list names both accounts, the owner, the reference and the balance afterwards', async () => {
  const { data } = await page({ orgId, sort: 'at' })
  expect(data.total).toBe(9)
  expect(data.records[0]).toMatchObject({
    kind: 'recharge',
    debitKind: 'bank',
    creditKind: 'prepaid',
    amountFen: 10_000,
    balanceAfterFen: 10_000,
    number: 1,
    orgId,
    channelId: null,
    businessDay,
    byAdmin: null,
  })
  expect(data.records[1]).toMatchObject({
    kind: 'charge',
    refKind: 'push',
    refId: '901',
    balanceAfterFen: 9_900,
  })
  expect(data.records[7]).toMatchObject({ kind: 'adjust', byAdmin: expect.any(String) })
})

test.each([
  [{}, 14],
  [{ channelId: '{channel}' }, 5],
  [{ orgId: '{poor}' }, 0],
  [{ kind: 'charge' }, 5],
  [{ kind: 'cost' }, 5],
  [{ kind: 'refund' }, 1],
  [{ accountKind: 'prepaid' }, 9],
  [{ accountKind: 'payable' }, 5],
  [{ accountKind: 'bank' }, 1],
  [{ accountKind: 'revenue' }, 6],
  [{ accountKind: 'adjustment' }, 2],
  [{ accountKind: 'fee' }, 0],
  [{ refId: '903' }, 3],
  [{ refId: '9031' }, 0],
  [{ refId: '{adjusted}' }, 1],
  [{ amountFrom: 300, amountTo: 400 }, 3],
  [{ kind: 'charge', amountTo: 100 }, 1],
  [{ to: '2026-01-01T00:00:00.000Z' }, 0],
  [{ from: '2026-01-01T00:00:00.000Z', orgId: '{org}' }, 9],
])('the filter %j finds %i', async (filter, total) => {
  const named: Record<string, string> = {
    '{org}': orgId,
    '{poor}': poorId,
    '{channel}': channelId,
    '{adjusted}': adjusted,
  }
  const real = Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, named[String(value)] ?? value]),
  )
  const { code, data } = await page(real)
  expect([code, data.total]).toEqual(['0000', total])
})

test('a transfer says what takes it back, and its hash', async () => {
  const { data: reversed } = (await request('GET', `/finance/ledger/${adjusted}`)).body
  const { data: reversal } = (await request('GET', `/finance/ledger/${reversed.reversedById}`)).body
  expect(reversal).toMatchObject({
    kind: 'reversal',
    reversesId: adjusted,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const { id } = (await page({ refId: '903', kind: 'charge' })).data.records[0]
  const { data: charge } = (await request('GET', `/finance/ledger/${id}`)).body
  expect((await request('GET', `/finance/ledger/${charge.reversedById}`)).body.data).toMatchObject({
    kind: 'refund',
  })
  expect((await request('GET', '/finance/ledger/999999')).body.code).toBe('4040')
})

test('an administrator with the data scope `own` sees only what their channels are owed', async () => {
  const own = await app.as('ledger:page')
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [own.adminId],
  )
  const seen = async () => (await own('POST', '/finance/ledger/page', {})).body.data
  expect((await seen()).total).toBe(0)
  expect((await own('GET', `/finance/ledger/${adjusted}`)).body.code).toBe('4040')
  await app.pool.query('update channel set owner_id = $1 where id = $2', [own.adminId, channelId])
  const { total, records } = await seen()
  expect(total).toBe(5)
  expect(records.every((row: { channelId: string }) => row.channelId === channelId)).toBe(true)
})

test('an exported workbook has amounts as numbers', async () => {
  const { body } = await request('POST', '/finance/ledger/export', {
    orgId,
    sort: 'at',
    format: 'xlsx',
    columns: ['kind', 'amountFen', 'balanceAfterFen', 'refId'],
  })
  expect(body.code).toBe('0000')
  const { bytes } = await fetchTicket(body.data.ticket)
  const rows = await readSheet(bytes)
  expect(rows).toHaveLength(10)
  expect(rows[2]).toEqual(['扣费', 1, 99, '901'])
})

describe('the trial balance', () => {
  test('is 0, and says the balance of each kind of account', async () => {
    const { data } = (await request('GET', '/finance/ledger/trial')).body
    expect(data).toMatchObject({ totalFen: 0, check: null, isChecking: false })
    const of = Object.fromEntries(
      data.balances.map(({ kind, fen }: { kind: string; fen: number }) => [kind, fen]),
    )
    expect(of).toMatchObject({
      bank: -10_000,
      revenue: 1_200,
      prepaid: 8_800,
      payable: 150,
      channelCost: -150,
    })
  })

  test('a check is asked for once, and what it finds is shown with the names', async () => {
    const check = async () => (await request('POST', '/finance/ledger/check')).body.data
    expect(await check()).toEqual({ isQueued: true })
    expect(await check()).toEqual({ isQueued: false })
    const trial = async () => (await request('GET', '/finance/ledger/trial')).body.data
    expect(await trial()).toMatchObject({ isChecking: true })
    await runOnce(app, verifyJob)
    expect(await trial()).toMatchObject({
      check: { transfers: 14, accounts: 2, faults: [], sumsAgree: true },
    })
    const client = await app.pool.connect()
    const id = (await page({ refId: '902', kind: 'charge' })).data.records[0].id
    const change = async (fen: number) => {
      await client.query(`set session_replication_role = 'replica'`)
      await client.query('update transfer set amount_fen = $1 where id = $2', [fen, id])
      await client.query(`set session_replication_role = 'origin'`)
    }
    await change(201)
    await runOnce(app, verifyJob)
    await change(200)
    client.release()
    const { code } = (await app.pool.query('select code from org where id = $1', [orgId])).rows[0]
    expect((await trial()).check).toMatchObject({
      faults: [{ kind: 'changed', orgName: code, channelName: null, number: 3, transferId: id }],
      sumsAgree: false,
    })
  })
})

test('balances of a past instant are those after the last transfer before it', async () => {
  const { data } = await page({ orgId, sort: 'at' })
  const at = (data.records[2] as { id: string }).id
  // The first millisecond after that transfer, in which the next one may have been booked too.
  const instant = new Date(Number(BigInt(at) >> 22n) + Date.UTC(2020, 0, 1) + 1).toISOString()
  const { rows } = await app.pool.query(
    'select balance_after_fen::int as fen from transfer t join account a on a.id = t.account_id where a.org_id = $1 and t.id < $2 order by number desc limit 1',
    [orgId, timeIdAt(Date.parse(instant))],
  )
  const balances = (await request('POST', '/finance/ledger/balances/page', { at: instant })).body.data
  expect(balances.records).toMatchObject([
    { orgId, balanceFen: rows[0].fen },
    { orgId: poorId, balanceFen: 0 },
  ])
  expect(balances.totals).toEqual({ balanceFen: rows[0].fen })
  const now = (await request('POST', '/finance/ledger/balances/page', {})).body.data
  expect(now.totals).toEqual({ balanceFen: 8_800 })
  const before = (await request('POST', '/finance/ledger/balances/page', { at: '2026-01-01T00:00:00.000Z' }))
    .body.data
  expect(before.totals).toEqual({ balanceFen: 0 })
})

describe('on a large ledger', () => {
  const many = startApp()
  let orgIds: string[] = []

  beforeAll(async () => {
    for (let n = 0; n < 3; n++) orgIds.push(await addOrg(many, 1_000_000))
    const { rows } = await many.pool.query(
      'select id, org_id from account where org_id = any($1) order by org_id',
      [orgIds],
    )
    orgIds = rows.map(({ org_id }) => org_id)
    for (const month of [0, 1, 2, 3])
      await many.pool.query(`select make_partitions('transfer', now() - $1 * interval '1 month')`, [month])
    // Four months of charges without their chain, which no list reads.
    await many.pool.query(
      `insert into transfer (id, at, debit_account_id, credit_account_id, amount_fen, kind, ref_kind, ref_id, business_day,
         account_id, number, balance_after_fen, previous_hash, hash)
       select time_id(at), at, account, (select id from account where kind = 'revenue'), 1 + n % 50,
         case when n % 100 = 0 then 'payout' else 'charge' end, 'fill', n::text, at::date, account, n, n, '', ''
       from (select n, now() - n * interval '4 minutes' as at, ($1::bigint[])[1 + n % 3] as account
             from generate_series(1, 30000) n) made`,
      [rows.map(({ id }) => id)],
    )
    await many.pool.query('analyze transfer')
  })

  // Reading a partition whole costs nothing if it is of a coming month, or has the few days of the oldest one.
  const readsAll = /Seq Scan on transfer_\S+ \S+ +\(cost=\S+\.\.\d{2,}\.\d+ rows/
  test.each([
    ['no filter', {}],
    ['an organization', { orgId: '{org}' }],
    ['a rare kind', { kind: 'payout' as const }],
    ['a rare account', { accountKind: 'bank' as const }],
    ['the charges', { kind: 'charge' as const }],
    ['an organization and a kind', { orgId: '{org}', kind: 'payout' as const }],
  ])('the first page with %s reads no partition whole', async (_name, filter) => {
    const asked = { current: 1, size: 20, sort: '-at' as const, ...filter }
    if ('orgId' in asked) asked.orgId = orgIds[0] as string
    const plans = await plansOf(many.pool, (db) => findPageOfTransfers(db, asked, null))
    // That of the page; the total may read a partition whole, since it counts at most 10,000 rows.
    const first = plans.filter((plan) => /Limit/.test(plan) && !/Aggregate/.test(plan))
    expect(first.length).toBeGreaterThan(0)
    for (const plan of first) expect(plan).not.toMatch(readsAll)
    for (const plan of first) expect(plan).toMatch(/Index (Only )?Scan/)
  })

  test('a range of time reads only the partitions of that time', async () => {
    const month = (back: number) => {
      const now = new Date()
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 5)).toISOString()
    }
    const asked = { current: 1, size: 20, sort: '-at' as const, from: month(2), to: month(1) }
    const plans = await plansOf(many.pool, (db) => findPageOfTransfers(db, asked, null))
    const named = new Set(plans.flatMap((plan) => plan.match(/transfer_\d{4}_?\d{2}/g) ?? []))
    expect(named.size).toBeGreaterThan(0)
    expect(named.size).toBeLessThanOrEqual(2)
  })

  test('what a reference was booked for is found by its key', async () => {
    const asked = { current: 1, size: 20, sort: '-at' as const, refId: '4711' }
    const plans = await plansOf(many.pool, (db) => findPageOfTransfers(db, asked, null))
    for (const plan of plans) expect(plan).not.toMatch(readsAll)
  })
})
