import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDb, type Db } from '#platform/db/client'
import { startApp } from '#test/harness'
import { addOrg, businessDay, inTransaction } from '#test/ledger'
import { adjust, payOut, recharge } from './bookings.ts'
import { giveUp, hold, LedgerRefusal, post, refund } from './holds.ts'
import { trialBalance } from './trial-balance.ts'
import { verifyLedger } from './verify.ts'

const app = startApp()

/** How many random histories are tried; more by LEDGER_RUNS. */
const runs = Number(process.env.LEDGER_RUNS ?? 12)

type Act = 'recharge' | 'payOut' | 'adjust' | 'hold' | 'post' | 'postPart' | 'giveUp' | 'refund'
interface Step {
  act: Act
  /** Few references, so that acts meet. */
  ref: number
  amountFen: number
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom<Act>(
    'recharge',
    'payOut',
    'adjust',
    'hold',
    'hold',
    'post',
    'post',
    'postPart',
    'giveUp',
    'refund',
  ),
  ref: fc.integer({ min: 1, max: 5 }),
  amountFen: fc.integer({ min: 1, max: 60 }),
})

/** A history that reaches both ends of the most important acts, which random ones may miss. */
const both: Step[] = (
  [
    ['hold', 1],
    ['hold', 2],
    ['hold', 3],
    ['post', 1],
    ['post', 4],
    ['giveUp', 2],
    ['giveUp', 1],
  ] as const
).map(([act, ref]) => ({ act, ref, amountFen: 60 }))

/** Does a step in a transaction of its own. @returns what it answered, or why it was refused */
async function run(db: Db, orgId: string, { act, ref: nth, amountFen }: Step): Promise<string> {
  const ref = { kind: 'push', id: `${orgId}.${nth}` }
  const entry = { orgId, amountFen, ref, businessDay }
  const acts: Record<Act, (write: Db) => Promise<unknown>> = {
    recharge: (write) => recharge(write, { ...entry, way: 'bank' }),
    payOut: (write) => payOut(write, entry),
    adjust: (write) => adjust(write, { ...entry, account: { orgId }, amountFen: 30 - amountFen || 1 }),
    hold: (write) => hold(write, entry),
    post: (write) => post(write, { ref, businessDay }),
    postPart: (write) => post(write, { ref, businessDay, amountFen }),
    giveUp: (write) => giveUp(write, { ref }),
    refund: (write) => refund(write, entry),
  }
  try {
    const answer = await inTransaction(db, acts[act])
    return typeof answer === 'string' ? answer : 'done'
  } catch (error) {
    if (error instanceof LedgerRefusal) return error.reason
    throw error
  }
}

/** What the ledger should do, in memory. */
class Model {
  balance: number
  readonly holds = new Map<number, number>()
  readonly booked = new Map<string, number>()

  constructor(balance: number) {
    this.balance = balance
  }

  get held(): number {
    return [...this.holds.values()].reduce((sum, each) => sum + each, 0)
  }

  run({ act, ref, amountFen }: Step): string {
    switch (act) {
      case 'recharge':
        return this.#book('recharge', ref, amountFen)
      case 'payOut':
        return this.#book('payout', ref, -amountFen)
      case 'adjust':
        return this.#book('adjust', ref, 30 - amountFen || 1)
      case 'hold':
        return this.#hold(ref, amountFen)
      case 'post':
        return this.#post(ref, null)
      case 'postPart':
        return this.#post(ref, amountFen)
      case 'giveUp':
        if (this.holds.delete(ref)) return 'done'
        return this.booked.has(`charge ${ref}`) ? 'posted' : 'done'
      case 'refund': {
        const charged = this.booked.get(`charge ${ref}`)
        if (charged === undefined) return 'notBooked'
        return amountFen > -charged ? 'aboveCharge' : this.#book('refund', ref, amountFen)
      }
    }
  }

  #book(kind: string, ref: number, change: number): string {
    const first = this.booked.get(`${kind} ${ref}`)
    if (first !== undefined) return first === change ? 'done' : 'other'
    if (this.balance + change < this.held) return 'insufficient'
    this.balance += change
    this.booked.set(`${kind} ${ref}`, change)
    return 'done'
  }

  #hold(ref: number, amountFen: number): string {
    const known = this.holds.get(ref)
    if (known !== undefined) return known === amountFen ? 'held' : 'other'
    if (this.booked.has(`charge ${ref}`)) return 'held'
    if (this.balance - this.held < amountFen) return 'insufficient'
    this.holds.set(ref, amountFen)
    return 'held'
  }

  #post(ref: number, amountFen: number | null): string {
    const known = this.holds.get(ref)
    const first = this.booked.get(`charge ${ref}`)
    if (known === undefined) {
      if (first === undefined) return 'notHeld'
      return amountFen === null || first === -amountFen ? 'done' : 'other'
    }
    if (amountFen !== null && amountFen > known) return 'aboveHold'
    this.holds.delete(ref)
    return this.#book('charge', ref, -(amountFen ?? known))
  }
}

/** What holds at every instant, whatever happened. */
async function expectWhole(db: Db, orgId: string): Promise<{ balance: number; held: number }> {
  const { rows } = await app.pool.query(
    `select a.balance_fen::float8 as balance, a.held_fen::float8 as held, a.transfers::int,
       coalesce((select sum(case a.id when t.credit_account_id then t.amount_fen else -t.amount_fen end) from transfer t
         where a.id in (t.debit_account_id, t.credit_account_id)), 0)::float8 as moved,
       coalesce((select sum(amount_fen) from hold h where h.account_id = a.id), 0)::float8 as holds
     from account a where a.org_id = $1`,
    [orgId],
  )
  const { balance, held, moved, holds } = rows[0]
  expect({ moved, holds }).toEqual({ moved: balance, holds: held })
  expect(balance).toBeGreaterThanOrEqual(held)
  expect((await trialBalance(db)).totalFen).toBe(0)
  return { balance, held }
}

test('random acts one after another do what the model does, and every sum holds after each', async () => {
  const db = createDb(app.servicePool)
  const answers = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 50 }), async (steps) => {
      const orgId = await addOrg(app, 120)
      const model = new Model(120)
      for (const each of steps) {
        const answer = await run(db, orgId, each)
        expect(answer).toBe(model.run(each))
        answers.add(`${each.act} ${answer}`)
        const { balance, held } = await expectWhole(db, orgId)
        expect({ balance, held }).toEqual({ balance: model.balance, held: model.held })
      }
      expect((await verifyLedger(db)).faults).toEqual([])
    }),
    { numRuns: runs, examples: [[both]] },
  )
  expect([...answers]).toEqual(
    expect.arrayContaining([
      'hold held',
      'hold insufficient',
      'post done',
      'post notHeld',
      'giveUp done',
      'giveUp posted',
    ]),
  )
}, 120_000)

test('random acts at once keep every sum, and book each reference once', async () => {
  const db = createDb(app.servicePool)
  const history = fc.array(fc.array(step, { minLength: 6, maxLength: 9 }), { minLength: 4, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      const orgId = await addOrg(app, 100)
      for (const steps of rounds) {
        await Promise.all(steps.map((each) => run(db, orgId, each)))
        await expectWhole(db, orgId)
      }
      expect((await verifyLedger(db)).faults).toEqual([])
    }),
    { numRuns: runs },
  )
}, 120_000)
