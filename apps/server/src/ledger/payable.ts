import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { answerOf, type Ref, type Transfer, whole } from './book.ts'

/**
 * Holds an amount of what a channel is owed until it is paid or given up (`giveUp`), in the caller's transaction. Each reference
 * holds once. The row of the account is locked until the transaction ends.
 * @returns false if the channel is owed less; nothing is written then
 */
export async function holdPayable(
  write: Db,
  { channelId, amountFen, ref }: { channelId: string; amountFen: number; ref: Ref },
): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select hold_payable(${channelId}, ${whole(amountFen)}, ${ref.kind}, ${ref.id}) as "isHeld"`.execute(
    write.withoutPlugins(),
  )
  return rows[0]?.isHeld === true
}

/**
 * Books the payment of what is held for a channel, once, in the caller's transaction. Asked again, it returns the first transfer.
 * @param by the administrator who says that it was paid
 * @throws LedgerRefusal `notHeld` if it was given up
 */
export const payHeld = (
  write: Db,
  { ref, businessDay, by }: { ref: Ref; businessDay: string; by: string | null },
): Promise<Transfer> => answerOf(write, sql`pay_held(${ref.kind}, ${ref.id}, ${businessDay}, ${by})`, ref)
