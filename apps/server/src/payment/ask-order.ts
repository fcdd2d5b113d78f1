import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { placesOf } from './attempts.ts'
import { addDueInTurn, type Due, endDue } from './due-work.ts'
import { lookAt } from './order-step.ts'
import { readOrder } from './orders.ts'
import type { Paying } from './payment-context.ts'

/** How many orders are asked about in a second because a person wants it, by all instances together. */
const perSecond = 10

/** SQL condition on an order `t`: its provider may know of a payment that we do not know of, and is not being asked. */
export const isAskable = sql`(t.status in ('created', 'closed') and t.provider is distinct from 'pool'
  and not exists (select from payment_due d where d.kind = 'ask' and d.ref_id = t.id))`

/**
 * Has the providers of orders asked how they stand, one after another, in the caller's transaction. An order that waits for this
 * already keeps its place.
 * @returns the ids of those that did not wait
 */
export const askAbout = (write: Db, orderIds: readonly string[]): Promise<string[]> =>
  addDueInTurn(write, 'ask', orderIds, perSecond)

/** Asks the providers of an order once how it stands. A payment is taken; nothing is closed. */
export async function askAboutOrder(paying: Paying, due: Due): Promise<void> {
  const { db } = paying
  const order = await readOrder(db, due.refId)
  if (order?.status === 'created' || order?.status === 'closed')
    for (const collectionId of await placesOf(db, order.id))
      if ((await lookAt(paying, order.id, collectionId, false)) === 'paid') break
  await endDue(db, 'ask', due.refId)
}
