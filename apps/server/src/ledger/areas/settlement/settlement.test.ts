import { businessDayAt, daysAfter } from '@kabao/contract/kernel/business-clock'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { businessClock } from '#platform/settings/business-clock'
import { bookAllResults, channelFaults, setTerms } from '#test/channel-results'
import { type RequestFn, startApp } from '#test/harness'
import { newChannel } from '#test/open-caller'
import { runOnce } from '#test/run-jobs'
import { picture, upload } from '#test/upload'
import { noteResults, noteReturn } from '../../channel-cost/note.ts'
import { releaseJob } from '../../release-job.ts'
import { trialBalance } from '../../trial-balance.ts'
import { verifyLedger } from '../../verify.ts'

const app = startApp()
const points = ['page', 'create', 'review', 'pay', 'export'].map((point) => `settlement:${point}`)
type Signed = RequestFn & { token: string }
let maker: Signed
let reviewer: Signed
let second: Signed
beforeAll(async () => {
  maker = await app.as(...points)
  reviewer = await app.as(...points)
  second = await app.as(...points)
})

afterEach(async () => {
  await bookAllResults(app)
  expect(await channelFaults(app)).toEqual([])
  expect((await verifyLedger(app.db)).faults).toEqual([])
  expect(await trialBalance(app.db)).toMatchObject({ totalFen: 0 })
})

const today = () => businessDayAt(Date.now(), businessClock(app.app.services.settings))
const dayBefore = (days: number) => daysAfter(today(), -days)
const channelOf = async (priceFen: number, deductionBp = 0) => {
  const { id } = await newChannel(app)
  await setTerms(app, id, { settlement: 'cpl', priceFen, deductionBp })
  return id
}
let next = 1_000_000
/** Results of a channel on a day. */
const make = (channelId: string, count: number, businessDay: string) =>
  app.db.transaction().execute((write) =>
    noteResults(
      write,
      'push',
      Array.from({ length: count }, () => ({ channelId, id: String(++next), businessDay })),
    ),
  )
const draft = async (channelId: string, toDay: string, request = maker) =>
  (await request('POST', '/finance/settlement', { channelId, toDay }, 'en-US')).body
const act = async (
  name: string,
  { id, version }: { id: string; version: number },
  request: RequestFn,
  more = {},
) => (await request('POST', `/finance/settlement/${id}/${name}`, { version, ...more }, 'en-US')).body
const accountOf = async (channelId: string) =>
  (
    await app.pool.query(
      'select balance_fen::int as balance, held_fen::int as held from account where channel_id = $1',
      [channelId],
    )
  ).rows[0]
const resultsOf = async (settlementId: string, more = {}) =>
  (await maker('POST', '/finance/settlement/result/page', { settlementId, size: 200, ...more })).body.data
/** Uploads a voucher and sets it. */
async function putVoucher(row: { id: string; version: number }, request: Signed) {
  const content = await picture(20, 20).png().toBuffer()
  const [{ id: voucherFileId }] = (
    await upload(app.app, request.token, 'settlementVoucher', [{ name: 'a.png', content }])
  ).data
  return act('voucher', row, request, { voucherFileId })
}

describe('a draft', () => {
  test('has the results of the days that are over, frozen, by day and kind, with each result behind them', async () => {
    const channelId = await channelOf(100, 3_000)
    await make(channelId, 20, dayBefore(3))
    await make(channelId, 10, dayBefore(2))
    await make(channelId, 5, today())
    const { code, data } = await draft(channelId, dayBefore(1))
    expect(code).toBe('0000')
    expect(data).toMatchObject({
      channelId,
      fromDay: dayBefore(3),
      toDay: dayBefore(1),
      results: 30,
      baseFen: 3_000,
      late: 0,
      status: 'draft',
      isOwn: true,
      amountFen: 3_000 - 100 * data.deducted,
    })
    expect(data.deducted).toBeGreaterThan(0)
    await make(channelId, 3, dayBefore(2))
    await bookAllResults(app)
    const seen = (await maker('GET', `/finance/settlement/${data.id}`)).body.data
    expect(seen).toMatchObject({ results: 30, amountFen: data.amountFen })
    expect(seen.lines).toMatchObject([
      { businessDay: dayBefore(3), kind: 'push', isLate: false, results: 20 },
      { businessDay: dayBefore(2), kind: 'push', isLate: false, results: 10 },
    ])
    const { records, total } = await resultsOf(data.id)
    expect(total).toBe(30)
    const sum = (rows: { costFen: number }[]) => rows.reduce((fen, { costFen }) => fen + costFen, 0)
    expect(sum(records)).toBe(data.amountFen)
    const deducted = await resultsOf(data.id, { isDeducted: true })
    expect(deducted.total).toBe(data.deducted)
    for (const { draw, deductionBp, costFen } of deducted.records) {
      expect([deductionBp, costFen]).toEqual([3_000, 0])
      expect(draw).toBeLessThan(3_000)
    }
    expect((await resultsOf(data.id, { businessDay: dayBefore(2) })).total).toBe(10)
    expect(await accountOf(channelId)).toMatchObject({ held: data.amountFen })
  })

  test.each([
    ['a day that is not over', () => today(), '4000', { toDay: 'This day is not over yet' }],
    ['no results', () => dayBefore(1), '4090', undefined],
  ])('is refused: %s', async (_, toDay, code, fields) => {
    const body = await draft(await channelOf(100), toDay())
    expect(body.code).toBe(code)
    expect(body.data?.fields).toEqual(fields)
  })

  test('is refused while another one waits, and for days that are settled', async () => {
    const channelId = await channelOf(100)
    await make(channelId, 1, dayBefore(2))
    const { data } = await draft(channelId, dayBefore(2))
    expect((await draft(channelId, dayBefore(1))).desc).toContain('Confirm or withdraw it first')
    await act('confirm', data, reviewer)
    const { data: refused } = await draft(channelId, dayBefore(2))
    expect(refused.fields).toEqual({ toDay: `Settled through ${dayBefore(2)} already` })
  })

  test('of ten at once is made once', async () => {
    const channelId = await channelOf(100)
    await make(channelId, 40, dayBefore(2))
    const answers = await Promise.all(Array.from({ length: 10 }, () => draft(channelId, dayBefore(1))))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['0000', ...Array(9).fill('4090')])
    expect(await accountOf(channelId)).toEqual({ balance: 4_000, held: 4_000 })
  })

  test('that is refused or withdrawn gives its results back, and they are settled anew', async () => {
    const channelId = await channelOf(100)
    await make(channelId, 4, dayBefore(2))
    const one = (await draft(channelId, dayBefore(2))).data
    expect((await act('refuse', one, reviewer, { note: 'returns are missing' })).data).toMatchObject({
      status: 'cancelled',
      note: 'returns are missing',
    })
    expect(await accountOf(channelId)).toEqual({ balance: 400, held: 0 })
    const two = (await draft(channelId, dayBefore(1))).data
    expect(two).toMatchObject({ results: 4, late: 0, amountFen: 400 })
    expect((await act('withdraw', two, maker)).data.status).toBe('cancelled')
    expect((await draft(channelId, dayBefore(1))).data).toMatchObject({ amountFen: 400 })
  })

  test('of a channel of somebody else is neither made nor seen by an administrator who sees only the own', async () => {
    const channelId = await channelOf(100)
    await make(channelId, 1, dayBefore(2))
    const own = await app.as(...points)
    await app.pool.query(
      `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
      [own.adminId],
    )
    expect((await draft(channelId, dayBefore(1), own)).code).toBe('4040')
    const { data } = await draft(channelId, dayBefore(1))
    expect((await own('GET', `/finance/settlement/${data.id}`)).body.code).toBe('4040')
    expect((await own('POST', '/finance/settlement/page', { channelId })).body.data.total).toBe(0)
    expect((await own('POST', '/finance/settlement/result/page', { settlementId: data.id })).body.code).toBe(
      '4040',
    )
  })
})

describe('what comes later', () => {
  test('for closed days goes into the next settlement, marked', async () => {
    const channelId = await channelOf(100)
    await make(channelId, 5, dayBefore(4))
    const first = (await draft(channelId, dayBefore(3))).data
    await make(channelId, 2, dayBefore(4))
    await act('confirm', first, reviewer)
    await make(channelId, 1, dayBefore(3))
    await make(channelId, 7, dayBefore(2))
    const { data } = await draft(channelId, dayBefore(1))
    expect(data).toMatchObject({
      fromDay: dayBefore(2),
      results: 10,
      amountFen: 1_000,
      late: 3,
      lateFen: 300,
    })
    const { lines } = (await maker('GET', `/finance/settlement/${data.id}`)).body.data
    expect(lines).toMatchObject([
      { businessDay: dayBefore(2), isLate: false, results: 7 },
      { businessDay: dayBefore(4), isLate: true, results: 2 },
      { businessDay: dayBefore(3), isLate: true, results: 1 },
    ])
    expect((await resultsOf(data.id, { isLate: true })).total).toBe(3)
    expect((await resultsOf(first.id)).total).toBe(5)
  })

  test('of days after the period stays for the next one, also if it was known to the draft', async () => {
    const channelId = await channelOf(100)
    await make(channelId, 1, dayBefore(4))
    await make(channelId, 2, dayBefore(2))
    const first = (await draft(channelId, dayBefore(3))).data
    await act('confirm', first, reviewer)
    expect((await draft(channelId, dayBefore(1))).data).toMatchObject({ results: 2, late: 0, amountFen: 200 })
  })

  test('a return after the settlement reduces the next one, never the one that is confirmed', async () => {
    const channelId = await channelOf(100)
    await make(channelId, 3, dayBefore(4))
    const first = (await draft(channelId, dayBefore(3))).data
    await act('confirm', first, reviewer)
    await app.db
      .transaction()
      .execute((write) =>
        noteReturn(write, { channelId, pushId: String(next), costFen: 100, businessDay: dayBefore(4) }),
      )
    expect((await draft(channelId, dayBefore(2))).code).toBe('4090')
    await make(channelId, 5, dayBefore(1))
    expect((await draft(channelId, dayBefore(1))).data).toMatchObject({
      amountFen: 400,
      results: 6,
      late: 1,
      lateFen: -100,
    })
    expect(await accountOf(channelId)).toEqual({ balance: 700, held: 700 })
  })

  test('while it is drafted, confirmed and paid is in exactly one settlement', async () => {
    const channelId = await channelOf(10)
    await make(channelId, 5, dayBefore(9))
    let isDone = false
    const arriving = (async () => {
      while (!isDone) await Promise.all([9, 5, 2].map((days) => make(channelId, 3, dayBefore(days))))
    })()
    const booking = (async () => {
      while (!isDone) await bookAllResults(app, 10)
    })()
    const settled: string[] = []
    for (const days of [8, 6, 4]) {
      const row = (await draft(channelId, dayBefore(days))).data
      const confirmed = (await act('confirm', row, reviewer)).data
      const withVoucher = (await putVoucher(confirmed, second)).data
      expect((await act('pay', withVoucher, second)).data).toMatchObject({
        status: 'paid',
        amountFen: row.amountFen,
      })
      settled.push(row.id)
    }
    isDone = true
    await Promise.all([arriving, booking])
    settled.push((await draft(channelId, dayBefore(1))).data.id)
    const { rows } = await app.pool.query(
      `select count(*)::int as results, sum(cost_fen)::int as fen from channel_result where channel_id = $1`,
      [channelId],
    )
    const sums = await app.pool.query(
      `select sum(results)::int as results, sum(amount_fen)::int as fen from settlement where id = any($1)`,
      [settled],
    )
    expect(sums.rows[0]).toEqual(rows[0])
    for (const id of settled) {
      const { data } = (await maker('GET', `/finance/settlement/${id}`)).body
      expect((await resultsOf(id)).total).toBe(data.results)
    }
  })
})

describe('a confirmed settlement', () => {
  test('is confirmed by another person than who drafted it, which the database holds too', async () => {
    const channelId = await channelOf(100)
    await make(channelId, 1, dayBefore(2))
    const { data } = await draft(channelId, dayBefore(1))
    expect((await act('confirm', data, maker)).code).toBe('4030')
    await expect(
      app.pool.query('update settlement set reviewed_by = created_by where id = $1', [data.id]),
    ).rejects.toThrow('settlement_reviewed_by_check')
    expect((await act('confirm', data, reviewer)).data).toMatchObject({ status: 'confirmed' })
    expect((await act('refuse', data, second, { note: 'x' })).code).toBe('4090')
  })

  test('is paid once, with a voucher, of what was held for it', async () => {
    const channelId = await channelOf(100)
    await make(channelId, 3, dayBefore(2))
    const { data } = await draft(channelId, dayBefore(1))
    const confirmed = (await act('confirm', data, reviewer)).data
    expect((await act('pay', confirmed, second)).desc).toBe('Upload the voucher of the payment first')
    const withVoucher = (await putVoucher(confirmed, second)).data
    const answers = await Promise.all(
      [second, maker, reviewer].map((request) => act('pay', withVoucher, request)),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['0000', '4090', '4090'])
    expect(await accountOf(channelId)).toEqual({ balance: 0, held: 0 })
    const { rows } = await app.pool.query(
      `select amount_fen::int as fen from transfer where kind = 'settlement' and ref_id = $1`,
      [data.id],
    )
    expect(rows).toEqual([{ fen: 300 }])
    expect(
      (
        await act('voucher', { ...withVoucher, version: withVoucher.version + 1 }, second, {
          voucherFileId: null,
        })
      ).code,
    ).toBe('4090')
  })

  test('keeps its amount held, however old the hold is', async () => {
    const channelId = await channelOf(100)
    await make(channelId, 1, dayBefore(2))
    await draft(channelId, dayBefore(1))
    await app.pool.query(`update hold set at = now() - interval '90 days' where ref_kind = 'settlement'`)
    await runOnce(app, releaseJob)
    expect(await accountOf(channelId)).toEqual({ balance: 100, held: 100 })
  })
})
