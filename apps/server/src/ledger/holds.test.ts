import { beforeAll, describe, expect, test } from 'vitest'
import { createDb, type Db } from '#platform/db/client'
import { startApp } from '#test/harness'
import { addOrg, amountsOf, businessDay, inTransaction } from '#test/ledger'
import { adjust, payOut, recharge, reverse } from './bookings.ts'
import { giveUp, hold, post, type Ref, refund } from './holds.ts'
import { trialBalance } from './trial-balance.ts'

const app = startApp()
let service: Db
beforeAll(() => {
  service = createDb(app.servicePool)
})

let next = 1
const newRef = (kind = 'push'): Ref => ({ kind, id: String(next++) })
const act = <T>(run: (write: Db) => Promise<T>) => inTransaction(service, run)
const holding = (orgId: string, amountFen: number, ref: Ref) =>
  act((write) => hold(write, { orgId, amountFen, ref }))
const posting = (ref: Ref, amountFen?: number) =>
  act((write) => post(write, { ref, businessDay, ...(amountFen && { amountFen }) }))
const givingUp = (ref: Ref) => act((write) => giveUp(write, { ref }))
const refunding = (ref: Ref, amountFen: number) =>
  act((write) => refund(write, { ref, amountFen, businessDay }))
const refusal = (reason: string) => expect.objectContaining({ name: 'LedgerRefusal', reason })
const transfersOf = async (orgId: string) =>
  (
    await app.pool.query(
      `select t.kind, t.amount_fen::int as amount, t.number::int, t.balance_after_fen::int as after
       from transfer t join account a on a.id = t.account_id where a.org_id = $1 order by t.number`,
      [orgId],
    )
  ).rows

describe('a hold', () => {
  test('lowers what is available, is charged in part, and the rest is released', async () => {
    const orgId = await addOrg(app, 1000)
    const ref = newRef()
    expect(await holding(orgId, 400, ref)).toBe('held')
    expect(await amountsOf(app, orgId)).toEqual({ balance: 1000, held: 400 })
    expect(await posting(ref, 300)).toMatchObject({
      kind: 'charge',
      amountFen: 300,
      balanceAfterFen: 700,
      number: 2,
      businessDay,
      refKind: 'push',
      refId: ref.id,
    })
    expect(await amountsOf(app, orgId)).toEqual({ balance: 700, held: 0 })
  })

  test('is refused where less is available, and nothing of it is left', async () => {
    const orgId = await addOrg(app, 1000)
    expect(await holding(orgId, 700, newRef())).toBe('held')
    const ref = newRef()
    expect(await holding(orgId, 301, ref)).toBe('insufficient')
    expect(await amountsOf(app, orgId)).toEqual({ balance: 1000, held: 700 })
    await expect(posting(ref)).rejects.toEqual(refusal('notHeld'))
    expect(await holding(orgId, 300, ref)).toBe('held')
  })

  test('asked twice holds once; with another amount or organization it is refused', async () => {
    const orgId = await addOrg(app, 1000)
    const ref = newRef()
    expect([await holding(orgId, 400, ref), await holding(orgId, 400, ref)]).toEqual(['held', 'held'])
    await expect(holding(orgId, 401, ref)).rejects.toEqual(refusal('other'))
    await expect(holding(await addOrg(app, 1000), 400, ref)).rejects.toEqual(refusal('other'))
    expect(await amountsOf(app, orgId)).toEqual({ balance: 1000, held: 400 })
  })

  test('asked again after the charge holds nothing more', async () => {
    const orgId = await addOrg(app, 1000)
    const ref = newRef()
    await holding(orgId, 400, ref)
    await posting(ref)
    expect(await holding(orgId, 400, ref)).toBe('held')
    expect(await amountsOf(app, orgId)).toEqual({ balance: 600, held: 0 })
  })

  test('given up twice is released once, cannot be charged then, and can be held anew', async () => {
    const orgId = await addOrg(app, 1000)
    const ref = newRef()
    await holding(orgId, 400, ref)
    await givingUp(ref)
    await givingUp(ref)
    expect(await amountsOf(app, orgId)).toEqual({ balance: 1000, held: 0 })
    await expect(posting(ref)).rejects.toEqual(refusal('notHeld'))
    expect(await holding(orgId, 500, ref)).toBe('held')
    expect(await amountsOf(app, orgId)).toEqual({ balance: 1000, held: 500 })
  })

  test('charged twice is charged once; another amount, more than is held and a release are refused', async () => {
    const orgId = await addOrg(app, 1000)
    const ref = newRef()
    await holding(orgId, 400, ref)
    await expect(posting(ref, 401)).rejects.toEqual(refusal('aboveHold'))
    const first = await posting(ref)
    expect(await posting(ref)).toEqual(first)
    expect(await posting(ref, 400)).toEqual(first)
    await expect(posting(ref, 399)).rejects.toEqual(refusal('other'))
    await expect(givingUp(ref)).rejects.toEqual(refusal('posted'))
    expect(await amountsOf(app, orgId)).toEqual({ balance: 600, held: 0 })
  })

  test('a refused booking leaves the transaction usable, and nothing of itself in it', async () => {
    const orgId = await addOrg(app, 100)
    await act(async (write) => {
      await expect(
        payOut(write, { orgId, amountFen: 101, ref: { kind: 'recharge', id: 'x1' }, businessDay }),
      ).rejects.toEqual(refusal('insufficient'))
      await payOut(write, { orgId, amountFen: 100, ref: { kind: 'recharge', id: 'x1' }, businessDay })
    })
    expect(await transfersOf(orgId)).toEqual([
      { kind: 'recharge', amount: 100, number: 1, after: 100 },
      { kind: 'payout', amount: 100, number: 2, after: 0 },
    ])
  })

  test.each([[0], [-1], [1.5], [Number.NaN], [2 ** 53]])('the amount %s is refused', async (amountFen) => {
    const orgId = await addOrg(app, 100)
    await expect(holding(orgId, amountFen, newRef())).rejects.toThrow(RangeError)
  })
})

describe('a refund', () => {
  test('pays a charge back once, up to its amount', async () => {
    const orgId = await addOrg(app, 1000)
    const ref = newRef()
    await expect(refunding(ref, 1)).rejects.toEqual(refusal('notBooked'))
    await holding(orgId, 400, ref)
    const charge = await posting(ref)
    await expect(refunding(ref, 401)).rejects.toEqual(refusal('aboveCharge'))
    const first = await refunding(ref, 150)
    expect(first).toMatchObject({
      kind: 'refund',
      amountFen: 150,
      balanceAfterFen: 750,
      reversesId: charge.id,
    })
    expect(await refunding(ref, 150)).toEqual(first)
    await expect(refunding(ref, 151)).rejects.toEqual(refusal('other'))
    expect(await amountsOf(app, orgId)).toEqual({ balance: 750, held: 0 })
  })
})

describe('other bookings', () => {
  test('an adjustment raises or lowers a balance, not below what is held; a reversal takes it back once', async () => {
    const orgId = await addOrg(app, 100)
    await holding(orgId, 60, newRef())
    const by = await app.createAdmin({ username: 'bookkeeper', password: 'ledger-Password-1' })
    const adjusting = (amountFen: number, ref: Ref) =>
      act((write) => adjust(write, { account: { orgId }, amountFen, ref, businessDay, by }))
    await expect(adjusting(-41, newRef('adjustment'))).rejects.toEqual(refusal('insufficient'))
    const up = await adjusting(50, newRef('adjustment'))
    expect(up).toMatchObject({ kind: 'adjust', amountFen: 50, balanceAfterFen: 150, byAdmin: by })
    expect(await adjusting(-90, newRef('adjustment'))).toMatchObject({ amountFen: 90, balanceAfterFen: 60 })
    const reversing = (id: string) => act((write) => reverse(write, { id, businessDay, by }))
    await expect(reversing(up.id)).rejects.toEqual(refusal('insufficient'))
    await act((write) =>
      recharge(write, { orgId, way: 'gift', amountFen: 500, ref: newRef('recharge'), businessDay }),
    )
    const back = await reversing(up.id)
    expect(back).toMatchObject({ kind: 'reversal', amountFen: 50, balanceAfterFen: 510, reversesId: up.id })
    expect(await reversing(up.id)).toEqual(back)
    await expect(reversing(back.id)).rejects.toEqual(refusal('notReversible'))
    await expect(reversing('1')).rejects.toEqual(refusal('notBooked'))
  })

  test('a charge is not reversed, because it could be refunded too', async () => {
    const orgId = await addOrg(app, 100)
    const ref = newRef()
    await holding(orgId, 60, ref)
    const { id } = await posting(ref)
    await expect(act((write) => reverse(write, { id, businessDay }))).rejects.toEqual(
      refusal('notReversible'),
    )
  })

  test('no amount is lost: all balances are 0 together', async () => {
    expect((await trialBalance(service)).totalFen).toBe(0)
  })
})

describe('at once', () => {
  test('of 120 holds against a balance for half of them, half are held', async () => {
    const orgId = await addOrg(app, 60 * 7)
    const answers = await Promise.all(Array.from({ length: 120 }, () => holding(orgId, 7, newRef())))
    expect(answers.filter((answer) => answer === 'held')).toHaveLength(60)
    expect(await amountsOf(app, orgId)).toEqual({ balance: 420, held: 420 })
  })

  test('twenty holds with one reference hold once', async () => {
    const orgId = await addOrg(app, 1000)
    const ref = newRef()
    const answers = await Promise.all(Array.from({ length: 20 }, () => holding(orgId, 9, ref)))
    expect(new Set(answers)).toEqual(new Set(['held']))
    expect(await amountsOf(app, orgId)).toEqual({ balance: 1000, held: 9 })
  })

  test('twenty charges of one hold, and twenty recharges with one reference, are one transfer each', async () => {
    const orgId = await addOrg(app, 1000)
    const [ref, paid] = [newRef(), newRef('recharge')]
    await holding(orgId, 9, ref)
    const charges = await Promise.all(Array.from({ length: 20 }, () => posting(ref)))
    const recharges = await Promise.all(
      Array.from({ length: 20 }, () =>
        act((write) => recharge(write, { orgId, way: 'online', amountFen: 5, ref: paid, businessDay })),
      ),
    )
    expect(new Set(charges.map(({ id }) => id)).size).toBe(1)
    expect(new Set(recharges.map(({ id }) => id)).size).toBe(1)
    expect(await transfersOf(orgId)).toEqual([
      { kind: 'recharge', amount: 1000, number: 1, after: 1000 },
      { kind: 'charge', amount: 9, number: 2, after: 991 },
      { kind: 'recharge', amount: 5, number: 3, after: 996 },
    ])
  })

  test('of a charge and a give-up exactly one wins', async () => {
    const orgId = await addOrg(app, 100_000)
    let charged = 0
    for (let round = 0; round < 40; round++) {
      const ref = newRef()
      await holding(orgId, 10, ref)
      const both = [() => posting(ref), () => givingUp(ref)]
      if (round % 2) both.reverse()
      const ends = await Promise.allSettled(both.map((each) => each()))
      const lost = ends.filter((end) => end.status === 'rejected')
      expect(lost).toEqual([
        { status: 'rejected', reason: expect.objectContaining({ name: 'LedgerRefusal' }) },
      ])
      if (lost[0]?.reason.reason === 'posted') charged++
    }
    expect(await amountsOf(app, orgId)).toEqual({ balance: 100_000 - 10 * charged, held: 0 })
    expect(charged).toBeGreaterThan(0)
    expect(charged).toBeLessThan(40)
  })
})

describe('a connection that breaks', () => {
  /** Runs an act on a connection that the server ends before, or after, the commit; the caller sees the same error. */
  async function broken(when: 'before' | 'after', run: (write: Db) => Promise<unknown>) {
    const client = await app.servicePool.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const held = { query: client.query.bind(client), release: () => undefined }
    const db = createDb({ connect: async () => held, end: async () => undefined } as never)
    await client.query('begin')
    await run(db)
    if (when === 'after') await client.query('commit')
    await app.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
    await expect(client.query('commit')).rejects.toThrow()
    client.release(true)
  }

  test.each(['before', 'after'] as const)(
    '%s the commit books nothing twice when it is asked again',
    async (when) => {
      const orgId = await addOrg(app, 1000)
      const ref = newRef()
      const acts: ((write: Db) => Promise<unknown>)[] = [
        (write) => hold(write, { orgId, amountFen: 100, ref }),
        (write) => post(write, { ref, businessDay }),
        (write) => refund(write, { ref, amountFen: 100, businessDay }),
      ]
      for (const each of acts) {
        await broken(when, each)
        await act(each)
      }
      expect(await transfersOf(orgId)).toEqual([
        { kind: 'recharge', amount: 1000, number: 1, after: 1000 },
        { kind: 'charge', amount: 100, number: 2, after: 900 },
        { kind: 'refund', amount: 100, number: 3, after: 1000 },
      ])
      expect(await amountsOf(app, orgId)).toEqual({ balance: 1000, held: 0 })
    },
  )
})
