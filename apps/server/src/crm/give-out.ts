import { crmNoticeWords } from '@kabao/contract/crm/crm-notice.words'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Pool } from './candidates.ts'
import { shift } from './held-counters.ts'
import { linesOf } from './history.ts'
import { beginning } from './lead.ts'
import { countsOf, tellSalesmen } from './salesman-messages.ts'

/** A lead, which is locked, and who gets it. */
export interface Given {
  id: string
  /** Who held it so far; null: it waited. */
  fromId: string | null
  toId: string
}

/** Gives leads of a pool to salesmen by the service: the leads, their history, the counters and the messages. */
export async function giveOut(
  write: Db,
  pool: Pool,
  given: readonly Given[],
  { day, kind }: { day: string; kind: 'assigned' | 'passedOn' },
): Promise<void> {
  if (given.length === 0) return
  const { salesman_id: _chosen, ...clocks } = beginning('')
  const set = Object.entries(clocks).map(([name, value]) => sql`${sql.id(name)} = ${value}`)
  await sql`
    with moved as (
      update lead c set salesman_id = g.to_id, version = c.version + 1, updated_at = now(), updated_by = null, ${sql.join(set)}
      from lead_pool p, unnest(${given.map(({ id }) => id)}::bigint[], ${given.map(({ fromId }) => fromId)}::bigint[],
        ${given.map(({ toId }) => toId)}::bigint[]) g (id, from_id, to_id)
      where p.id = c.pool_id and c.id = g.id returning c.id, c.stage, c.salesman_id, g.from_id
    ) ${linesOf({ kind, by: null, from: sql`m.from_id`, to: sql`m.salesman_id` })}`.execute(write)
  const { id: poolId } = pool
  const got = countsOf(given.map(({ toId }) => toId))
  const lost = countsOf(given.flatMap(({ fromId }) => (fromId === null ? [] : [fromId])))
  await shift(write, day, [
    ...[...lost].map(([salesmanId, count]) => ({ salesmanId, poolId, held: -count })),
    ...[...got].map(([salesmanId, held]) => ({ salesmanId, poolId, held, way: 'automatic' as const })),
  ])
  await tellSalesmen(
    write,
    [...got].map(([salesmanId, count]) => ({
      salesmanId,
      ...crmNoticeWords.tree.assigned,
      values: { count, pool: pool.name, minutes: pool.firstContactMinutes },
      query: linkTo(salesmanId, given),
    })),
  )
}

/** The page of one lead, or the list of the new ones. */
function linkTo(salesmanId: string, given: readonly Given[]): Record<string, string> {
  const leads = given.filter(({ toId }) => toId === salesmanId)
  return leads.length === 1 ? { open: (leads[0] as Given).id } : { salesmanId, stage: 'new' }
}
