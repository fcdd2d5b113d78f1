import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { WhyNot } from './route.ts'

export type AttemptKind = 'create' | 'query' | 'close' | 'refund' | 'queryRefund'

/** Notes which collection channel an order got, and why the others were left out. */
export async function noteRoute(
  write: Db,
  {
    orderId,
    collectionId,
    whyNot,
  }: { orderId: string; collectionId: string | null; whyNot: readonly WhyNot[] },
): Promise<void> {
  await sql`insert into payment_attempt (order_id, collection_id, kind, outcome, why_not) values (${orderId}, ${collectionId},
    'route', ${collectionId === null ? 'nobody' : 'routed'}, ${JSON.stringify(whyNot)}::jsonb)`.execute(write)
}

/**
 * Makes a call to a provider, with a row before and after it, so that a call whose instance was killed is seen.
 * @param call must not be within a transaction
 */
export async function attempt<R extends { outcome: string }>(
  db: Db,
  about: { collectionId: string; kind: AttemptKind } & (
    | { orderId: string; refundId?: string }
    | { orderId: string | null; refundId: string }
  ),
  call: () => Promise<R>,
): Promise<R> {
  const { orderId, collectionId, refundId = null, kind } = about
  const { rows } = await sql<{ id: string }>`
    insert into payment_attempt (order_id, collection_id, refund_id, kind)
    values (${orderId}, ${collectionId}, ${refundId}, ${kind}) returning id`.execute(db.withoutPlugins())
  const begun = performance.now()
  const result = await call()
  const said = result as { message?: string; code?: string; why?: string }
  const message =
    [said.why ?? said.code, said.message]
      .filter((part) => part)
      .join(': ')
      .slice(0, 300) || null
  await sql`update payment_attempt set outcome = ${result.outcome}, message = ${message},
    took_ms = ${Math.round(performance.now() - begun)} where id = ${rows[0]?.id}`.execute(db)
  return result
}

/** The collection channels at which an order may exist: every call to create it but those that were surely refused. */
export async function placesOf(db: Db, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct collection_id as id from payment_attempt
    where order_id = ${orderId} and kind = 'create' and outcome is distinct from 'refused'`.execute(
    db.withoutPlugins(),
  )
  return rows.map(({ id }) => id)
}
