import { mostLow, type OrgBalance } from '@kabao/contract/ledger/recharge'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { isLow, isLowNow } from '../../low-balance.ts'

const columns = sql`t.id as "orgId", t.name as "orgName", account.balance_fen::float8 as "balanceFen",
  account.held_fen::float8 as "heldFen", (account.balance_fen - account.held_fen)::float8 as "availableFen",
  t.alert_fen::float8 as "alertFen", ${isLow()} as "isLow",
  (select coalesce(sum(r.amount_fen), 0)::float8 from recharge r
   where r.org_id = t.id and r.status = 'pending' and r.amount_fen > 0) as "pendingFen"`
const from = sql`org t join org_account account on account.org_id = t.id`

/** What an organization has now; undefined if there is no such organization. */
export async function findBalance(db: Db, orgId: string): Promise<OrgBalance | undefined> {
  const { rows } = await sql<OrgBalance>`select ${columns} from ${from} where t.id = ${orgId}`.execute(
    db.withoutPlugins(),
  )
  return rows[0]
}

/** The enabled organizations with a low balance, those that became low last first; `records` has the first of them. */
export async function findLow(db: Db): Promise<{ records: OrgBalance[]; total: number }> {
  // The job notes since when one is low; what it has not noted yet became low within the last minute.
  const { rows } = await sql<OrgBalance & { total: number }>`
    with low as (
      select t.id, noted.since, count(*) over ()::int as total from ${from} left join org_low_balance noted on noted.org_id = t.id
      where ${isLowNow} order by noted.since desc nulls first, t.id desc limit ${sql.lit(mostLow)}
    )
    select ${columns}, low.total from low join ${from} on t.id = low.id order by low.since desc nulls first, t.id desc`.execute(
    db.withoutPlugins(),
  )
  return { records: rows.map(({ total: _, ...balance }) => balance), total: rows[0]?.total ?? 0 }
}
