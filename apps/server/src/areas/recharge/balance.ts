import { mostLow, type OrgBalance } from '@kabao/contract/recharge'
import { sql } from 'kysely'
import type { Db } from '#db/client'

const columns = sql`t.id as "orgId", t.name as "orgName", account.balance_fen::float8 as "balanceFen",
  account.held_fen::float8 as "heldFen", (account.balance_fen - account.held_fen)::float8 as "availableFen",
  t.alert_fen::float8 as "alertFen", account.balance_fen - account.held_fen < t.alert_fen as "isLow",
  (select coalesce(sum(r.amount_fen), 0)::float8 from recharge r
   where r.org_id = t.id and r.status = 'pending' and r.amount_fen > 0) as "pendingFen"`
const from = sql`org t join org_account account on account.org_id = t.id`

/** What an organisation has now; undefined if there is no such organisation. */
export async function findBalance(db: Db, orgId: string): Promise<OrgBalance | undefined> {
  const { rows } = await sql<OrgBalance>`select ${columns} from ${from} where t.id = ${orgId}`.execute(
    db.withoutPlugins(),
  )
  return rows[0]
}

/** The number of organisations with a low balance is counted up to this. */
const mostCounted = 1_000

/**
 * The enabled organisations that the job of low balances has noted and that are still low, the latest first. It reads the notes, not
 * the accounts of all organisations, so one that is low only since the last minute may be missing.
 */
export async function findLow(db: Db): Promise<{ records: OrgBalance[]; total: number }> {
  const plain = db.withoutPlugins()
  const low = sql`org_low_balance noted join ${from} on t.id = noted.org_id
    where t.status = 'enabled' and account.balance_fen - account.held_fen < t.alert_fen`
  const [found, counted] = await Promise.all([
    sql<OrgBalance>`select ${columns} from ${low} order by noted.since desc, noted.org_id desc
      limit ${sql.lit(mostLow)}`.execute(plain),
    sql<{ total: number }>`select count(*)::int as total from (
      select from ${low} limit ${sql.lit(mostCounted)}) l`.execute(plain),
  ])
  return { records: found.rows, total: counted.rows[0]?.total ?? 0 }
}
