import type pg from 'pg'
import { businessDay } from './ledger.ts'

/** Calls the functions of the pipeline directly, with people and organizations that only they know. */

type Pool = Pick<pg.Pool, 'query'>

export interface Counter {
  kind: 'plan' | 'pair' | 'org'
  id: string
  channelId: string
  span: 'all' | 'month' | 'day' | 'hour'
  starts: string
  most: number | null
  mostFen: number | null
}
/** One of the counters of a plan, without a limit. */
export const counterOf = (id: string, fields: Partial<Counter> = {}): Counter => ({
  kind: 'plan',
  id,
  channelId: '0',
  span: 'day',
  starts: '2026-11-20T00:00:00.000Z',
  most: null,
  mostFen: null,
  ...fields,
})

export interface Plan {
  plan: string
  org: string
}
export interface OnTheWay {
  user: string
  claims: number
}

export interface Wanted extends OnTheWay, Plan {
  price: number
  lowest?: number | null
  highest?: number | null
  /** Of what the push counts towards. */
  counters?: readonly Counter[]
  again?: string | null
  pushPlan?: string | null
  channel?: string | null
  city?: string | null
  flow?: string
  dedupe?: number
  state?: object
  /** What the screening found that is not stored yet, and how long it took. */
  level?: string
  screenMs?: number
}

export interface Decision {
  nth: number
  outcome: 'decided' | 'gone' | 'cap' | 'dedupe' | 'funds'
  push: string | null
  claims: number | null
  cap: number | null
  used: number | null
  fen: number | null
}

const run = {
  whyNot: '[[1, "gender", "male", "female"]]',
  rankedPlanIds: ['7'],
  rankedPriceFen: [5],
  rankedRateBp: [9],
}

/** @returns the answers in the order of what is wanted, and the counters in theirs */
export async function decidePushes(
  pool: Pool,
  wanted: readonly Wanted[],
): Promise<{ answers: Decision[]; counters: Counter[] }> {
  const counters = inOrder(wanted.flatMap((each) => each.counters ?? []))
  const orgs = [...new Set(wanted.map(({ org }) => org))]
  const rows = wanted.map(({ counters: own = [], ...each }) => {
    const amount = Math.max(each.price, each.highest ?? 0)
    const caps = own.map(({ most: _most, mostFen: _mostFen, ...cap }) => ({ ...cap, fen: amount }))
    return {
      lowest: null,
      highest: null,
      again: null,
      pushPlan: null,
      channel: null,
      city: null,
      flow: 'full',
      dedupe: 30,
      ...each,
      state: { caps, ...each.state },
      caps: own.map((cap) => counters.findIndex((other) => keyOf(other) === keyOf(cap)) + 1),
      amount,
      account: orgs.indexOf(each.org) + 1,
      run: each.again ? null : run,
      ms: 12,
    }
  })
  const { rows: answers } = await pool.query(
    `select nth, outcome, push_id as push, claims, cap, used, fen::int as fen
     from decide_pushes($1::jsonb, $2::jsonb, $3::bigint[], interval '1 minute') order by nth`,
    [JSON.stringify(rows), JSON.stringify(counters), orgs],
  )
  return { answers, counters }
}

export interface WantedConsent extends Plan {
  user: string
  push: string
  price: number
  counters?: readonly Counter[]
  probes?: boolean
}
export interface ConsentAnswer {
  nth: number
  outcome: 'stored' | 'gone' | 'underWay' | 'cap' | 'dedupe' | 'expired' | 'funds' | 'breaker'
  cap: number | null
  used: number | null
  fen: number | null
}

/** @returns the answers in the order of what is wanted, and the counters in theirs */
export async function storeConsents(
  pool: Pool,
  wanted: readonly WantedConsent[],
): Promise<{ answers: ConsentAnswer[]; counters: Counter[] }> {
  const counters = inOrder(wanted.flatMap((each) => each.counters ?? []))
  const orgs = [...new Set(wanted.map(({ org }) => org))]
  const rows = wanted.map(({ counters: own = [], price, ...each }) => ({
    channel: '7',
    dedupe: 30,
    probes: false,
    agreements: [{ name: 'terms', version: '1', url: 'https://example.com' }],
    at: '2026-11-20T00:00:00.000Z',
    ip: '203.0.113.7',
    ...each,
    state: { orgId: each.org, round: 0 },
    caps: own.map((cap) => counters.findIndex((other) => keyOf(other) === keyOf(cap)) + 1),
    amount: price,
    account: orgs.indexOf(each.org) + 1,
  }))
  const { rows: answers } = await pool.query(
    `select nth, outcome, cap, used, fen::int as fen
     from store_consents($1::jsonb, $2::jsonb, $3::bigint[], interval '35 seconds') order by nth`,
    [JSON.stringify(rows), JSON.stringify(counters), orgs],
  )
  return { answers, counters }
}

const kinds = ['plan', 'pair', 'org']
const spans = ['all', 'month', 'day', 'hour']
const keyOf = ({ kind, id, channelId, span, starts }: Counter) => [kind, id, channelId, span, starts].join()
/** Each once, in the order in which everybody claims them. */
function inOrder(counters: readonly Counter[]): Counter[] {
  const each = [...new Map(counters.map((counter) => [keyOf(counter), counter])).values()]
  const rank = ({ kind, id, channelId, span, starts }: Counter) => [
    ...[kinds.indexOf(kind), Number(id), Number(channelId), spans.indexOf(span), Date.parse(starts)],
  ]
  return each.toSorted((one, other) => {
    const [a, b] = [rank(one), rank(other)]
    return a.map((part, at) => part - (b[at] as number)).find((difference) => difference !== 0) ?? 0
  })
}

export interface Attempt {
  id: string
  outcome: string
  error: string | null
  httpStatus: number | null
  reply: unknown
  ms: number
}
export interface Ended {
  user: string
  push: string
  claims: number | null
  outcome: 'accepted' | 'rejected' | 'duplicate' | 'failed' | 'unknown'
  reason?: string
  externalId?: string
  price?: number | null
  attempt?: Attempt
  interrupted?: boolean
  by?: string
  cost?: number
  result?: object
  next?: object | null
  unpaid?: object | null
  day?: string
}
export interface Settled {
  push: string
  outcome: 'settled' | 'unpaid' | 'ended' | 'changed' | 'alone'
  claims: number | null
}

/** How a push ended, for who holds its step. */
export const endedOf = (
  { user, push, claims }: Pick<Ended, 'user' | 'push' | 'claims'>,
  outcome: Ended['outcome'],
  fields: Partial<Ended> = {},
): Ended => ({ user, push, claims, outcome, ...fields })
/** The step of a push that a person must settle. */
export const askStep = (pushId: string) => ({ kind: 'ask', pushId, state: { from: 'unpaid' }, inMs: 'never' })
/** The step that looks for the next plan at once. */
export const matchStep = { kind: 'match', pushId: null, state: { from: 'settled' }, inMs: null }

/** @returns the answers in the order of what is wanted */
export async function settlePushes(pool: Pool, wanted: readonly Ended[]): Promise<Settled[]> {
  const all = wanted.map((each) => ({
    reason: null,
    externalId: null,
    price: null,
    interrupted: false,
    by: null,
    cost: null,
    result: null,
    day: businessDay,
    next: null,
    unpaid: askStep(each.push),
    ...each,
  }))
  const { rows } = await pool.query<Settled>(
    `select push, outcome, claims from settle_pushes($1::jsonb, interval '1 minute')`,
    [JSON.stringify(all)],
  )
  return wanted.flatMap(({ push }) => rows.filter((row) => row.push === push))
}
