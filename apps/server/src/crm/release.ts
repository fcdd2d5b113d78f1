import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { shift } from './held-counters.ts'
import { type Acting, nobody } from './history.ts'
import { ending, type Moved, moveLead, refusalOf } from './lead.ts'

interface Holding extends Acting {
  leadId: string
  /** Who holds the lead, as the caller saw it. */
  salesmanId: string
}

/**
 * Gives a lead back to its pool. It rests there, and who gave it back waits before he may claim it again; his claim of today stays used.
 * @throws Problem if he does not hold it any more
 */
export async function release(
  write: Db,
  { leadId, salesmanId, by, day, reason }: Holding & { reason: string },
): Promise<Moved> {
  const moved = await moveLead(write, leadId, {
    where: [sql`c.salesman_id = ${salesmanId}`],
    set: ending,
    kind: 'released',
    by,
    from: sql`${salesmanId}::bigint`,
    to: nobody,
    reason,
  })
  if (!moved) throw await refusalOf(write, leadId, salesmanId)
  await makeWait(write, [{ leadId, salesmanId }])
  await shift(write, day, [{ salesmanId, poolId: moved.poolId, held: -1 }])
  return moved
}

/** Makes previous holders wait before they may claim these leads again. The leads are locked by the caller. */
export async function makeWait(
  write: Db,
  held: readonly { leadId: string; salesmanId: string }[],
): Promise<void> {
  await sql`
    insert into lead_wait (lead_id, salesman_id, until)
    select c.id, h.salesman_id, now() + make_interval(days => p.cool_down_days)
    from unnest(${held.map(({ leadId }) => leadId)}::bigint[], ${held.map(({ salesmanId }) => salesmanId)}::bigint[])
      as h (lead_id, salesman_id) join lead c on c.id = h.lead_id join lead_pool p on p.id = c.pool_id
    where p.cool_down_days > 0
    on conflict (lead_id, salesman_id) do update set until = excluded.until`.execute(write)
}
