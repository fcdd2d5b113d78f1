import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import type { TemplateOutcome } from '@kabao/contract/partners/template'
import { sql } from 'kysely'
import { type ChannelCost, owedFor } from '#ledger'
import { type Batcher, createBatcher } from '#platform/batcher'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { isRefusedWhole } from '#platform/db/passing'
import { type AttemptEnd, endedAttempt } from './attempts.ts'
import type { Engine } from './engine.ts'
import { type Next, nextOf } from './next-step.ts'
import type { Push } from './push.ts'
import type { Step } from './steps.ts'

/** How a push ended, or that it is unclear. */
export interface Ending {
  outcome: TemplateOutcome
  reason?: string | undefined
  externalId?: string | undefined
  /** The price that the reply gave, within the bounds of the push; by default that of the plan. */
  priceFen?: number | undefined
  /** How long the organization asks not to be called, in milliseconds. */
  pauseMs?: number
  /** How long the call took that asked for the person, in milliseconds; by default the time since it began. */
  askedMs?: number
  /** It failed before the organization was called, because it must not be called now. */
  isUnasked?: boolean
  /** The attempt that found it out, and how it ended. */
  attempt?: { id: string; end: AttemptEnd }
  /** The administrator who found it out. */
  by?: string | null
  /** It is unclear because an instance was killed during the call, which is closed with it. */
  wasInterrupted?: boolean
  /** Whether the organization can be asked about an unclear push. */
  canQuery?: boolean
}

/** The parts of the engine that settling a push needs; a process that only answers calls has them too. */
export type Settling = Pick<Engine, 'clock' | 'pauses' | 'leaseMs'>

/** A push that ended. */
export interface Settlement {
  push: Push
  /** The step of the push, if this instance holds it. */
  held: Step | null
  ending: Ending
}

/**
 * Stores how pushes ended, those of a moment together, with all that follows: the charge or the release of the price, the caps that are
 * given back, the cost of the channel, the status of the user and the next step. A push that has ended stays as it is. What cannot be
 * stored with the others is stored alone.
 */
export const createSettling = (
  engine: Settling & Pick<Engine, 'db' | 'meters'>,
): Batcher<Settlement, Step | null> =>
  createBatcher({
    run: async (settlements) => {
      const settled = await settleMany(engine.db, engine, settlements)
      return settled.map((each) => {
        if (each instanceof Error) return each
        if (each.stored) engine.meters.pushEnded(each.stored)
        return each.next
      })
    },
    waitMs: 10,
    most: 100,
  })

interface Settled {
  /** What was stored of the push; null if it had ended before. */
  stored: TemplateOutcome | null
  /** The next step, if this instance holds it and it goes on at once. */
  next: Step | null
}

/** A settlement with the step of its push as it was read last; null: there is none. */
type Open = Settlement & { index: number; due: Pick<Step, 'userId' | 'state' | 'claims'> | null }

/** The most times that a step is read again because somebody else changed it at this moment. */
const mostRounds = 10

/**
 * Settles one push, in a transaction of the caller, which has changed neither the user nor the step before.
 * @returns what was stored of it; null if it had ended before
 */
export async function settle(
  write: Db,
  engine: Settling,
  settlement: Settlement,
): Promise<TemplateOutcome | null> {
  const [settled] = await settleMany(write, engine, [settlement])
  if (settled instanceof Error) throw settled
  return settled?.stored ?? null
}

/** @returns in the order of the settlements; an Error if one that is stored after the others could not be stored */
async function settleMany(
  db: Db,
  engine: Settling,
  settlements: readonly Settlement[],
): Promise<(Settled | Error)[]> {
  const settled: (Settled | Error)[] = []
  const all = settlements.map(async (settlement, index) => {
    const due = settlement.held ?? (await readDue(db, settlement.push))
    return { ...settlement, index, due }
  })
  let batches: Open[][] = [await Promise.all(all)]
  for (let round = 0; batches.length > 0; round++) {
    if (round === mostRounds) throw new Error('the steps of pushes change all the time')
    const again: Open[] = []
    let refused: Error | null = null
    const storeAlone = async (batch: readonly Open[]) => {
      // The others are stored by now, so one that fails is only that one; but each would wait as long for a database that is busy.
      if (refused) return batch.map(() => refused)
      return store(db, engine, batch).catch((error: Error) => {
        if (isRefusedWhole(error)) refused = error
        return batch.map(() => error)
      })
    }
    for (const batch of batches) {
      const answers = await (round === 0 ? store(db, engine, batch) : storeAlone(batch))
      for (const [place, open] of batch.entries()) {
        const answer = answers[place] as Answered | Error
        if (answer instanceof Error) settled[open.index] = answer
        else if (answer.outcome === 'alone') again.push(open)
        else if (answer.outcome === 'changed') again.push({ ...open, due: await readDue(db, open.push) })
        else settled[open.index] = settledBy(open, answer)
      }
    }
    batches = again.map((open) => [open])
  }
  return settled
}

/** The step of a push. */
async function readDue(db: Db, { id, userId }: Push): Promise<Open['due']> {
  const { rows } = await sql<Step>`
    select user_id as "userId", state, claims from due_step where user_id = ${userId} and push_id = ${id}`.execute(
    db.withoutPlugins(),
  )
  return rows[0] ?? null
}

/** How the database answers for one push, with the step that was stored as the next one. */
interface Answered {
  outcome: 'settled' | 'unpaid' | 'ended' | 'changed' | 'alone'
  claims: number | null
  next: Next
}

/** @returns in the order of what is open; a push that is there twice is stored once, and then `changed` */
async function store(db: Db, engine: Settling, open: readonly Open[]): Promise<Answered[]> {
  const first = new Map(open.toReversed().map((each) => [each.push.id, each]))
  const day = businessDayAt(databaseNow(), engine.clock())
  const owed = await owedOf(db, [...first.values()], day)
  const rows = [...first.values()].map((each) => ({
    ...columnsOf(each),
    day,
    ...owedColumns(owed.get(each.push.id)),
    next: nextStep(engine, each, each.ending),
    unpaid: nextStep(engine, each, unpaidEnding),
  }))
  const answers = await sql<{ push: string } & Omit<Answered, 'next'>>`
    select * from settle_pushes(${JSON.stringify(rows)}::jsonb, ${engine.leaseMs}::float8 * interval '1 millisecond')`.execute(
    db.withoutPlugins(),
  )
  const byPush = new Map(answers.rows.map((answer) => [answer.push, answer]))
  const nextOfPush = new Map(rows.map(({ push, next }) => [push, next]))
  return open.map((each) => {
    const { id } = each.push
    const answer = first.get(id) === each ? byPush.get(id) : undefined
    return answer
      ? { ...answer, next: nextOfPush.get(id) ?? null }
      : { outcome: 'changed', claims: null, next: null }
  })
}

const columnsOf = ({ push, due, ending }: Open) => ({
  user: push.userId,
  push: push.id,
  claims: due?.claims ?? null,
  outcome: ending.outcome,
  reason: ending.reason ?? null,
  externalId: ending.externalId ?? null,
  price: ending.priceFen ?? null,
  attempt: ending.attempt && endedAttempt(ending.attempt.id, ending.attempt.end),
  interrupted: ending.wasInterrupted === true,
  by: ending.by ?? null,
})

const owedColumns = (result: ChannelCost | null = null) => ({
  result,
  cost: result && result.costFen > 0 ? result.costFen : null,
})

/** Nobody is accepted unpaid: the push is unclear, with the price that was said, until a person settles it after a recharge. */
const unpaidEnding: Ending = { outcome: 'unknown', canQuery: false }

/** What channels are owed for pushes that are accepted, by push. */
async function owedOf(db: Db, open: readonly Open[], businessDay: string): Promise<Map<string, ChannelCost>> {
  const results = open.flatMap(({ push: { id, channelId, priceFen }, ending }) =>
    ending.outcome === 'accepted' && channelId !== null
      ? [{ id, channelId, businessDay, priceFen: ending.priceFen ?? priceFen }]
      : [],
  )
  const owed = await owedFor(db, 'push', results)
  return new Map(results.flatMap(({ id }, index) => (owed[index] ? [[id, owed[index]]] : [])))
}

/** The step that follows from an ending, as it is stored; null: the way of the person ends. Who does not hold the step leaves it due. */
function nextStep(engine: Settling, { push, due, held }: Open, ending: Ending): Next {
  if (!due) return null
  const next = nextOf(engine, push, ending, due.state)
  const isHolder = held !== null && held.claims === due.claims
  return next && next.kind !== 'dead' && next.inMs === null && !isHolder ? { ...next, inMs: 0 } : next
}

function settledBy({ push, ending }: Open, { outcome, claims, next }: Answered): Settled {
  if (outcome === 'ended') return { stored: null, next: null }
  if (outcome === 'unpaid') return { stored: 'unknown', next: null }
  const stored = ending.outcome
  if (claims === null || !next || next.kind === 'dead' || next.inMs !== null) return { stored, next: null }
  const { kind, pushId, state } = next
  return { stored, next: { userId: push.userId, kind, pushId, state, claims } }
}

/** Locks the row of a user, before all that a transaction does with the user's step and pushes. */
export const lockUser = (write: Db, userId: string) =>
  sql`select from "user" where id = ${userId} for no key update`.execute(write)
