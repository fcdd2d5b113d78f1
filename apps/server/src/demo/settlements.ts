import { daysAfter } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import { draftSettlement } from '#ledger'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { storedClock } from '#platform/settings/business-clock'
import type { Bookkeeping } from './bookkeeper.ts'
import { businessDayOf } from './transfers.ts'

/**
 * Adds settlements of some of the made-up channels: drafts by a made-up bookkeeper, which the demo's administrator confirms, and
 * settlements of an earlier month that wait for their payment.
 * @param channels their ids
 */
export async function addSettlements(
  db: Db,
  channels: readonly string[],
  { bookkeeper: by, reviewer }: Bookkeeping,
): Promise<void> {
  const clock = await storedClock(db)
  const lastOfMonth = daysAfter(`${businessDayOf(Date.now()).slice(0, 7)}-01`, -1)
  const lastBefore = daysAfter(`${lastOfMonth.slice(0, 7)}-01`, -1)
  for (const [nth, channelId] of channels.entries()) {
    if (nth % 3 === 2) continue
    await db
      .transaction()
      .execute(async (write) => {
        const isConfirmed = nth % 3 === 1
        const id = await draftSettlement(write, clock, {
          channelId,
          by,
          toDay: isConfirmed ? lastBefore : lastOfMonth,
        })
        if (isConfirmed)
          await sql`update settlement set status = 'confirmed', reviewed_by = ${reviewer}, reviewed_at = now(),
            updated_by = ${reviewer}, updated_at = now() where id = ${id}`.execute(write)
      })
      .catch(refuseOthers)
  }
}

/** A channel that is owed nothing gets no settlement. */
function refuseOthers(error: unknown): void {
  if (!(error instanceof Problem && error.words === 'nothingOwed')) throw error
}
