import { setTimeout as sleep } from 'node:timers/promises'
import { randomFor } from '#demo/random'
import { adjustment, recharge, settlement, visits } from './accounts-acts.ts'
import { type Callers, Over } from './callers.ts'
import { order, refund } from './order-acts.ts'
import { giveBack, register } from './people-acts.ts'
import type { Tally } from './tally.ts'
import type { MoneyWorld } from './world.ts'

/** What one act of a client works with. */
export interface Acting {
  world: MoneyWorld
  callers: Callers
  tally: Tally
  seed: number
  /** The administrator who files, and the others. */
  token: string
  others: string[]
  /** A whole number from 0 to below `count`. */
  draw(count: number): number
  pick<T>(from: readonly T[]): T
  nextPerson(): number
  one<T>(text: string, ...values: unknown[]): Promise<T | undefined>
}

/** How many of a hundred acts are of each kind. */
const shares: readonly (readonly [(acting: Acting) => Promise<void>, number])[] = [
  [register, 30],
  [order, 26],
  [recharge, 12],
  [refund, 8],
  [giveBack, 8],
  [adjustment, 8],
  [visits, 4],
  [settlement, 4],
]

export interface ClientsOptions {
  world: MoneyWorld
  callers: Callers
  tally: Tally
  seed: number
  count: number
  /** The longest pause between two acts, in milliseconds. */
  pauseMs: number
  isOver: () => boolean
}

/** Lets clients act one after another until it is over. What no client expects ends all. */
export async function letClientsAct({ count, pauseMs, isOver, ...shared }: ClientsOptions): Promise<void> {
  const { world, seed, tally } = shared
  let person = 0
  const nextPerson = () => person++
  const one: Acting['one'] = async (text, ...values) => (await world.pool.query(text, values)).rows[0]

  async function client(nth: number): Promise<void> {
    const random = randomFor(seed, nth)
    while (!isOver()) {
      const turned = random.below(world.tokens.length)
      const [token = '', ...others] = [...world.tokens.slice(turned), ...world.tokens.slice(0, turned)]
      const acting: Acting = {
        ...shared,
        nextPerson,
        one,
        token,
        others,
        draw: (most) => random.below(most),
        pick: (from) => random.pick(from),
      }
      try {
        await actOf(random.below(100))(acting)
      } catch (error) {
        if (!(error instanceof Over)) throw error
        tally.count('left without an answer')
      }
      await sleep(random.below(pauseMs))
    }
  }
  await Promise.all(Array.from({ length: count }, (_, nth) => client(nth)))
}

/** @param drawn from 0 to 99 */
function actOf(drawn: number): (acting: Acting) => Promise<void> {
  let sum = 0
  for (const [act, share] of shares) {
    sum += share
    if (drawn < sum) return act
  }
  return register
}
