import type { BusinessClock } from '@kabao/contract/kernel/business-clock'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spansAt } from '#supply/caps/spans'
import { startApp } from '#test/harness'
import {
  type CapLimit,
  type CappedPlan,
  type ClaimedCap,
  capsOf,
  capUse,
  claimCaps,
  giveBackCaps,
  unused,
} from './claim.ts'

const app = startApp()
const shanghai: BusinessClock = { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }
const newYork: BusinessClock = { timeZone: 'America/New_York', dayStartsAt: '00:00' }
const noon = Date.parse('2026-03-02T04:00:00Z')
let plans = 0
const plan = (fields: Partial<CappedPlan> = {}): CappedPlan => ({
  id: String(++plans),
  priceFen: 100,
  priceMaxFen: null,
  windows: [],
  limits: [],
  hourlyCap: null,
  dailyCap: null,
  monthlyCap: null,
  totalCap: null,
  isPaced: false,
  dailyBudgetFen: null,
  ...fields,
})

class Full extends Error {}

/** Claims in a transaction of its own. @returns what was claimed, or the rule that refused */
async function claim(
  one: CappedPlan,
  at = noon,
  { channelId = null as string | null, clock = shanghai } = {},
) {
  const wanted = capsOf(one, channelId, at, clock)
  let rule = ''
  try {
    await app.db.transaction().execute(async (write) => {
      const misfit = await claimCaps(write, one, wanted)
      if (!misfit) return
      rule = misfit.rule
      throw new Full()
    })
  } catch (error) {
    if (!(error instanceof Full)) throw error
    return rule
  }
  return wanted as ClaimedCap[]
}
const giveBack = (claimed: ClaimedCap[]) =>
  app.db.transaction().execute((write) => giveBackCaps(write, claimed))
const useOf = async (one: CappedPlan, at = noon, clock = shanghai) => {
  const { rows } = await capUse([one.id], at, clock).execute(app.db.withoutPlugins())
  const { id: _id, ...use } = rows[0] ?? { ...unused, id: one.id }
  return use
}

describe('the spans of an instant', () => {
  test.each([
    [
      'a day from midnight',
      '2026-03-02T04:30:15.250Z',
      shanghai,
      '2026-03-02T04:00',
      '2026-03-01T16:00',
      '2026-02-28T16:00',
    ],
    [
      'a day from six',
      '2026-02-28T21:59:59.999Z',
      { ...shanghai, dayStartsAt: '06:00' },
      '2026-02-28T21:00',
      '2026-02-27T22:00',
      '2026-01-31T22:00',
    ],
    [
      'an offset of half an hour',
      '2026-03-02T04:10:00Z',
      { timeZone: 'Asia/Kolkata', dayStartsAt: '00:00' },
      '2026-03-02T03:30',
      '2026-03-01T18:30',
      '2026-02-28T18:30',
    ],
    [
      'the day of 23 hours',
      '2026-03-09T03:59:59Z',
      newYork,
      '2026-03-09T03:00',
      '2026-03-08T05:00',
      '2026-03-01T05:00',
    ],
    [
      'the day of 25 hours',
      '2026-11-02T04:59:59Z',
      newYork,
      '2026-11-02T04:00',
      '2026-11-01T04:00',
      '2026-11-01T04:00',
    ],
  ])('%s', (_, at, clock, hour, day, month) => {
    const starts = spansAt(Date.parse(at), clock)
    expect(starts).toEqual({
      all: '1970-01-01T00:00:00.000Z',
      hour: `${hour}:00.000Z`,
      day: `${day}:00.000Z`,
      month: `${month}:00.000Z`,
    })
  })

  test('the hour that a clock change repeats is counted twice, each for itself', async () => {
    const one = plan({ hourlyCap: 1 })
    const [first, second] = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'].map((at) => Date.parse(at))
    expect(await claim(one, first, { clock: newYork })).toHaveLength(4)
    expect(await claim(one, first, { clock: newYork })).toBe('hourlyCap')
    expect(await claim(one, second, { clock: newYork })).toHaveLength(4)
  })
})

describe('each cap', () => {
  test.each([
    ['hourlyCap', { hourlyCap: 2 }, '2026-03-02T05:00:00Z'],
    ['dailyCap', { dailyCap: 2 }, '2026-03-02T16:00:00Z'],
    ['monthlyCap', { monthlyCap: 2 }, '2026-03-31T16:00:00Z'],
    ['totalCap', { totalCap: 2 }, null],
    ['budget', { dailyBudgetFen: 299 }, '2026-03-02T16:00:00Z'],
    // Two of three are for the first two thirds of the day.
    ['pace', { dailyCap: 3, isPaced: true }, '2026-03-02T08:00:00Z'],
  ])('%s: two fit, the third does not, and a refused one leaves nothing', async (rule, caps, opens) => {
    const one = plan(caps)
    expect(await claim(one)).toHaveLength(4)
    expect(await claim(one)).toHaveLength(4)
    expect(await claim(one)).toBe(rule)
    expect(await useOf(one)).toEqual({ hour: 2, day: 2, month: 2, total: 2, spentFen: 200 })
    if (opens === null) return expect(await claim(one, Date.parse('2030-01-01T00:00:00Z'))).toBe(rule)
    expect(await claim(one, Date.parse(opens) - 60_000)).toBe(rule)
    expect(await claim(one, Date.parse(opens))).toHaveLength(4)
  })

  test('of an organization and of a plan by channel', async () => {
    const limit = (fields: Partial<CapLimit>): CapLimit => ({
      kind: 'org',
      id: '900',
      channelId: '0',
      span: 'day',
      most: 3,
      mostFen: null,
      ...fields,
    })
    const [one, other] = [plan({ limits: [limit({})] }), plan()]
    other.limits = [limit({}), limit({ kind: 'pair', id: other.id, channelId: '7', most: 1 })]
    expect(await claim(other, noon, { channelId: '7' })).toHaveLength(6)
    expect(await claim(other, noon, { channelId: '7' })).toBe('dailyCap')
    expect(await claim(other, noon, { channelId: '8' })).toHaveLength(5)
    expect(await claim(one)).toHaveLength(5)
    expect(await claim(one)).toBe('dailyCap')
  })
})

test('200 claims at once of a cap of 50: 50 succeed', async () => {
  const one = plan({ dailyCap: 50, hourlyCap: 60 })
  const claims = await Promise.all(Array.from({ length: 200 }, () => claim(one)))
  expect(claims.filter(Array.isArray)).toHaveLength(50)
  expect(new Set(claims.filter((each) => !Array.isArray(each)))).toEqual(new Set(['dailyCap']))
  expect(await useOf(one)).toMatchObject({ hour: 50, day: 50, month: 50, total: 50, spentFen: 5_000 })
})

test('what is given back is free again, in the span in which it was claimed', async () => {
  const one = plan({ dailyCap: 1 })
  const late = Date.parse('2026-03-02T15:59:59.999Z')
  const claimed = (await claim(one, late)) as ClaimedCap[]
  expect(await claim(one, late + 1)).toHaveLength(4)
  await giveBack(claimed)
  expect(await useOf(one, late)).toMatchObject({ day: 0, hour: 0, total: 1 })
  expect(await useOf(one, late + 1)).toMatchObject({ day: 1, hour: 1, total: 1, spentFen: 100 })
})

interface Act {
  kind: 'claim' | 'giveBack'
  plan: number
  hours: number
  nth: number
}

/** `CAP_RUNS` sets how many sequences of acts are tried. */
const runs = Number(process.env.CAP_RUNS ?? 40)

test('any order of claims and returns, many at once, counts exactly and never passes a cap', async () => {
  const cap = fc.option(fc.integer({ min: 1, max: 6 }))
  const terms = fc.record({
    priceFen: fc.integer({ min: 0, max: 300 }),
    priceMaxFen: fc.constant(null),
    hourlyCap: cap,
    dailyCap: cap,
    monthlyCap: cap,
    totalCap: cap,
    dailyBudgetFen: fc.option(fc.integer({ min: 1, max: 900 })),
  })
  const act: fc.Arbitrary<Act> = fc.record({
    kind: fc.constantFrom('claim', 'claim', 'claim', 'giveBack'),
    plan: fc.nat(1),
    hours: fc.nat(30),
    nth: fc.nat(20),
  })
  const waves = fc.array(fc.array(act, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.tuple(terms, terms), waves, async (both, waves) => {
      const ours = both.map((each) => plan(each))
      const held: { plan: number; claimed: ClaimedCap[] }[] = []
      for (const wave of waves) {
        await Promise.all(
          wave.map(async ({ kind, plan: at, hours, nth }) => {
            if (kind === 'giveBack') {
              const [one] = held.splice(nth % Math.max(1, held.length), 1)
              if (one) await giveBack(one.claimed)
              return
            }
            const claimed = await claim(ours[at] as CappedPlan, noon + hours * 3_600_000)
            if (Array.isArray(claimed)) held.push({ plan: at, claimed })
          }),
        )
        const counted = new Map<string, { used: number; fen: number }>()
        for (const { claimed } of held)
          for (const { id, span, starts, fen } of claimed) {
            const key = `${id} ${span} ${starts}`
            const so = counted.get(key) ?? { used: 0, fen: 0 }
            counted.set(key, { used: so.used + 1, fen: so.fen + fen })
          }
        const { rows } = await app.pool.query(
          `select id, span, starts, used, fen::int as fen from cap_use where kind = 'plan' and id = any($1::bigint[]) and used + fen > 0`,
          [ours.map(({ id }) => id)],
        )
        expect(
          Object.fromEntries(
            rows.map(({ id, span, starts, used, fen }) => [`${id} ${span} ${starts}`, { used, fen }]),
          ),
        ).toEqual(Object.fromEntries(counted))
        for (const { id, span, used, fen } of rows) {
          const of = ours.find((each) => each.id === id) as CappedPlan
          const most = { hour: of.hourlyCap, day: of.dailyCap, month: of.monthlyCap, all: of.totalCap }
          expect(used).toBeLessThanOrEqual(most[span as keyof typeof most] ?? Number.POSITIVE_INFINITY)
          if (span === 'day') expect(fen).toBeLessThanOrEqual(of.dailyBudgetFen ?? Number.POSITIVE_INFINITY)
        }
      }
    }),
    { numRuns: runs },
  )
}, 600_000)
