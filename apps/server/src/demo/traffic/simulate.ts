import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#platform/db/client'
import { type Compared, countUnderWay, type Decisions, type Outcome, readOutcome } from './books.ts'
import type { TrafficKeys } from './keys.ts'
import { createPlayer } from './player.ts'
import { createSender } from './sender.ts'
import { Tally } from './tally.ts'

export interface SimulateOptions {
  /** The instances that are called, each in turn. */
  urls: readonly string[]
  keys: TrafficKeys
  /** Events per second; most are one call, some are two. */
  rate: number
  seconds: number
  seed: number
  /** How long a call is repeated that gets no answer, in milliseconds. */
  patienceMs: number
  /** How long people who are under way are waited for at the end, in milliseconds. */
  settleMs: number
  /** What is due later than this is not waited for at the end, in milliseconds; by default longer than an instance holds a step. */
  soonMs?: number
  /** The database of the instances; is only read. */
  db: Db
  /** Asked before each event; no further event is played once it is true. */
  isEnough?: () => boolean
}

export interface Simulated extends Outcome {
  tally: Tally
  events: number
  /** How much later than planned the last event began, in milliseconds. */
  lateMs: number
  faults: string[]
}

/** More events under way at once would only wait in this process. */
const mostUnderWay = 1_000
/** Longer than an instance holds a step, in milliseconds. */
const standardSoonMs = 65_000
/** Visits are reported with an instant of at most this long before the call, in milliseconds. */
const visitsBackMs = 300_000

/** Plays channels against running instances, and compares what they were answered with the database. */
export async function simulate(options: SimulateOptions): Promise<Simulated> {
  const { urls, keys, rate, seconds, seed, patienceMs, settleMs, db } = options
  const { soonMs = standardSoonMs, isEnough = () => false } = options
  const tally = new Tally()
  const sender = createSender(urls)
  const began = Date.now()
  const prefix = `sim-${seed}-${began.toString(36)}-`
  const player = createPlayer({ sender, keys, seed, visitorPrefix: prefix, patienceMs, tally })
  const events = Math.round(rate * seconds)
  const underWay = new Set<Promise<void>>()
  const start = performance.now()
  let lateMs = 0
  try {
    for (let nth = 0; nth < events && !isEnough(); nth++) {
      const due = start + (nth * 1_000) / rate
      const wait = due - performance.now()
      if (wait > 1) await sleep(wait)
      while (underWay.size >= mostUnderWay) await Promise.race(underWay)
      lateMs = performance.now() - due
      const playing: Promise<void> = player.play(nth).finally(() => underWay.delete(playing))
      underWay.add(playing)
    }
    await Promise.all(underWay)
    await settled(db, [...tally.users.keys()], settleMs, soonMs)
    const since = began - visitsBackMs
    const outcome = await readOutcome(db, tally, {
      prefix,
      since,
      decisions: keys.partner === null ? null : await readDecisions(keys.partner, keys.orgs),
    })
    return { ...outcome, tally, events, lateMs: Math.max(0, lateMs), faults: faultsOf(tally, outcome) }
  } finally {
    sender.close()
  }
}

/** Waits until nobody has a step that is due soon. */
async function settled(db: Db, ids: readonly string[], settleMs: number, soonMs: number): Promise<void> {
  for (const end = performance.now() + settleMs; performance.now() < end; await sleep(250))
    if ((await countUnderWay(db, ids, soonMs).catch(() => 1)) === 0) return
}

export const differs = ({ ours, theirs }: Compared): boolean => ours !== theirs

const faultsOf = (tally: Tally, { compared }: Outcome): string[] => [
  ...tally.faults,
  ...compared.filter(differs).map(({ name, ours, theirs }) => `${name}: ${ours} and ${theirs}`),
]

/** Asks the partner, for each organization, what it decided. */
async function readDecisions(partner: string, orgs: readonly string[]): Promise<Decisions> {
  const all = new Map<string, string>()
  for (const org of orgs) {
    const answer = await fetch(new URL(`/${org}/decisions`, partner))
    const decided = (await answer.json()) as { requestId: string; outcome: string }[]
    for (const { requestId, outcome } of decided) all.set(requestId, outcome)
  }
  return all
}
