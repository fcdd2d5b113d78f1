import { sql } from 'kysely'
import { hold, LedgerRefusal, post } from '#ledger'
import type { Db } from '#platform/db/client'
import type { Push, PushKey } from '../push.ts'
import type { Ending } from '../settle.ts'

/** Gives an open push its status. @returns null if it has ended before */
export async function endPush(
  write: Db,
  { userId, pushId }: PushKey,
  { outcome, reason, externalId, priceFen }: Ending,
): Promise<Push | null> {
  const { rows } = await sql<Push>`
    update push_record set status = ${outcome}, reason = coalesce(${reason ?? null}, reason),
      external_id = coalesce(${externalId ?? null}, external_id),
      price_fen = case when ${outcome} = 'accepted' then coalesce(${priceFen ?? null}, price_fen) else price_fen end, responded_at = greatest(now(), request_at),
      updated_at = now()
    where id = ${pushId} and user_id = ${userId} and status in ('pending', 'unknown')
    returning id, user_id as "userId", plan_id as "planId", org_id as "orgId", channel_id as "channelId", status,
      price_fen as "priceFen", price_min_fen as "priceMinFen", price_max_fen as "priceMaxFen", external_id as "externalId",
      flow, stage, null as agreements`.execute(write.withoutPlugins())
  return rows[0] ?? null
}

/**
 * Charges the price; what was held above it is released.
 * @throws LedgerRefusal if the hold was released meanwhile and the balance does not suffice any more
 */
export async function charge(write: Db, { id, orgId, priceFen }: Push, businessDay: string): Promise<void> {
  const ref = { kind: 'push', id }
  try {
    await post(write, { ref, businessDay, amountFen: priceFen })
  } catch (error) {
    if (!(error instanceof LedgerRefusal) || error.reason !== 'notHeld') throw error
    if ((await hold(write, { orgId, amountFen: priceFen, ref })) === 'insufficient') throw error
    await post(write, { ref, businessDay })
  }
}

export async function countAnswer(
  write: Db,
  planId: string,
  day: string,
  isAccepted: boolean,
): Promise<void> {
  await sql`insert into plan_answer as a (plan_id, day, answered, accepted) values (${planId}, ${day}, 1, ${isAccepted ? 1 : 0})
    on conflict (plan_id, day) do update set answered = a.answered + 1, accepted = a.accepted + excluded.accepted`.execute(
    write,
  )
}
