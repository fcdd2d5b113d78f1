import { crmNoticeWords } from '@kabao/contract/crm/crm-notice.words'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { type Notice, tellSalesmen } from './salesman-messages.ts'

/** About how many leads one run tells of at most. */
const most = 20_000

interface Late {
  salesmanId: string
  /** The owner of the pool, or the head of its team, or of the salesman’s; null: nobody. */
  inChargeId: string | null
  poolId: string
  pool: string
  minutes: number
  count: number
}

/**
 * Tells of leads that were not contacted in time, in the pools that do not pass them on: the holder and who is in charge, each once
 * for each holding. Several leads at once are one message.
 * @returns of how many leads
 */
export const tellLate = (db: Db): Promise<number> =>
  db.transaction().execute(async (write) => {
    const isLate = sql`c.first_contact_due_at <= now() and c.stuck_at is null and c.closed_at is null
      and c.salesman_id is not null and not c.is_forgotten`
    const { rows } = await sql<Late>`
      with due as (
        select c.id from lead c join lead_pool p on p.id = c.pool_id and not p.is_automatic
        where ${isLate} order by c.first_contact_due_at, c.id limit ${most}
      ), locked as (
        select c.id from lead c where c.id in (select id from due) and ${isLate} order by c.id for no key update skip locked
      ), told as (
        update lead c set stuck_at = now() from locked l where c.id = l.id returning c.salesman_id, c.pool_id
      )
      select s.id::text as salesman_id, coalesce(p.owner_id, g.head_id, h.head_id)::text as in_charge_id, p.id::text as pool_id,
        p.name as pool, p.first_contact_minutes as minutes, count(*)::integer as count
      from told t join salesman s on s.id = t.salesman_id join lead_pool p on p.id = t.pool_id
        left join sales_team g on g.id = p.team_id left join sales_team h on h.id = s.team_id
      group by s.id, p.id, g.head_id, h.head_id order by s.id, p.id`.execute(write)
    await tellSalesmen(write, [...rows.map(ofHolder), ...inCharge(rows)])
    return rows.reduce((sum, { count }) => sum + count, 0)
  })

const ofHolder = ({ salesmanId, poolId, ...values }: Late): Notice => ({
  salesmanId,
  ...crmNoticeWords.tree.late,
  values: valuesOf(values),
  query: { salesmanId, poolId, late: 'true' },
})

/** One notice for each person in charge and pool; of his own leads he is told as their holder. */
function inCharge(rows: readonly Late[]): Notice[] {
  const sums = new Map<string, Late>()
  for (const row of rows) {
    if (row.inChargeId === null || row.inChargeId === row.salesmanId) continue
    const key = `${row.inChargeId} ${row.poolId}`
    sums.set(key, { ...row, count: (sums.get(key)?.count ?? 0) + row.count })
  }
  return [...sums.values()].map(({ inChargeId, poolId, ...values }) => ({
    salesmanId: inChargeId as string,
    ...crmNoticeWords.tree.lateOfOthers,
    values: valuesOf(values),
    query: { poolId, late: 'true' },
  }))
}

const valuesOf = ({ count, pool, minutes }: Pick<Late, 'count' | 'pool' | 'minutes'>) => ({
  count,
  pool,
  minutes,
})
