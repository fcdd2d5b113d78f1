import { beforeAll, expect, test } from 'vitest'
import { createDb, type Db } from '#platform/db/client'
import { startApp } from '#test/harness'
import { addChannel, addOrg, bookCost, businessDay, inTransaction } from '#test/ledger'
import { runOnce } from '#test/run-jobs'
import { recharge } from './bookings.ts'
import { hold, post } from './holds.ts'
import { rollUp, rollUpJob } from './roll-up.ts'
import { sumsByDayAgree, trialBalance } from './trial-balance.ts'

const app = startApp()
let service: Db
const orgs: string[] = []
let channelId = ''
beforeAll(async () => {
  service = createDb(app.servicePool)
  for (let n = 0; n < 4; n++) orgs.push(await addOrg(app, 1_000_000))
  channelId = await addChannel(app)
})

let next = 0
async function charge() {
  const nth = ++next
  const ref = { kind: 'push', id: `${nth}` }
  const orgId = orgs[nth % orgs.length] as string
  await inTransaction(service, (write) => hold(write, { orgId, amountFen: 7, ref }))
  await inTransaction(service, async (write) => {
    await post(write, { ref, businessDay: nth % 2 ? businessDay : '2026-11-21' })
    await bookCost(write, { channelId, amountFen: 3, ref, businessDay })
  })
}
const waiting = async () =>
  Number((await app.pool.query('select count(*) as n from account_delta')).rows[0].n)

test('while charges and roll-ups run at once, the trial balance is 0 at every instant and no amount counts twice', async () => {
  let isOver = false
  const snapshots: number[] = []
  const watching = (async () => {
    while (!isOver) snapshots.push((await trialBalance(service)).totalFen)
  })()
  const rolling = Array.from({ length: 3 }, async () => {
    while (!isOver) await rollUp(service)
  })
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let n = 0; n < 25; n++) await charge()
    }),
  )
  isOver = true
  await Promise.all([watching, ...rolling])
  expect(snapshots.length).toBeGreaterThan(3)
  expect(new Set(snapshots)).toEqual(new Set([0]))
  expect((await trialBalance(service)).kinds).toMatchObject({
    bank: -4_000_000,
    revenue: 200 * 7,
    channelCost: -200 * 3,
    payable: 200 * 3,
    prepaid: 4_000_000 - 200 * 7,
  })
  expect(await sumsByDayAgree(service)).toBe(true)
})

test('the job leaves nothing to add up, and adds up by account and business day', async () => {
  await charge()
  await charge()
  expect(await waiting()).toBeGreaterThan(0)
  expect(await runOnce(app, rollUpJob)).toMatchObject({ taken: expect.any(Number) })
  expect(await waiting()).toBe(0)
  const { rows } = await app.pool.query(
    `select s.day, s.credit_fen::int, s.transfers::int from account_day s join account a on a.id = s.account_id
     where a.kind = 'revenue' order by day`,
  )
  expect(rows).toEqual([
    { day: businessDay, credit_fen: 101 * 7, transfers: 101 },
    { day: '2026-11-21', credit_fen: 101 * 7, transfers: 101 },
  ])
})

test('a roll-up that is broken off takes nothing, and a refused booking leaves nothing behind', async () => {
  await charge()
  const before = await waiting()
  await expect(
    service.transaction().execute(async (write) => {
      expect(await rollUp(write)).toBe(before)
      // What it took, another one skips.
      expect(await rollUp(service)).toBe(0)
      throw new Error('broken off')
    }),
  ).rejects.toThrow('broken off')
  expect(await waiting()).toBe(before)
  await expect(
    inTransaction(service, async (write) => {
      await recharge(write, {
        orgId: orgs[0] as string,
        way: 'bank',
        amountFen: 5,
        businessDay,
        ref: { kind: 'recharge', id: 'undone' },
      })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await waiting()).toBe(before)
  expect((await trialBalance(service)).totalFen).toBe(0)
  await rollUp(service)
  expect(await sumsByDayAgree(service)).toBe(true)
})

test('a sum by day that was changed is noticed', async () => {
  await rollUp(service)
  await app.pool.query('update account_day set credit_fen = credit_fen + 1 where credit_fen > 0')
  expect(await sumsByDayAgree(service)).toBe(false)
  expect((await trialBalance(service)).totalFen).not.toBe(0)
  await app.pool.query('update account_day set credit_fen = credit_fen - 1 where credit_fen > 1')
  expect(await sumsByDayAgree(service)).toBe(true)
})
