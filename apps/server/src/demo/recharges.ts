import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Bookkeeping } from './bookkeeper.ts'

/** By way: the amount in fen, what is said about it, how many hours ago it was filed, and why it was rejected, if it was. */
const filed = [
  ['bank', 5_000_000, '对公转账，回单尾号 3307', 2, null],
  ['bank', 2_000_000, '对公转账，回单尾号 8814', 5, null],
  ['online', 500_000, '线上充值', 7, null],
  ['gift', 100_000, '季度返点', 26, null],
  ['refund', -100, '合作缩减，退回部分余额', 30, null],
  ['bank', 3_000_000, '对公转账', 52, '银行流水中没有这笔款项'],
  ['gift', 800_000, '活动赠送', 75, '赠送额度已用完'],
] as const

/** Adds recharges of some organizations by the bookkeeper. None is booked, so balances stay as they are. */
export async function addRecharges(db: Db, { bookkeeper, reviewer }: Bookkeeping): Promise<void> {
  const rows = filed.map(([way, fen, reason, hours, note], nth) => ({ way, fen, reason, hours, note, nth }))
  await sql`
    insert into recharge (org_id, way, amount_fen, reason, status, note, created_by, reviewed_by, reviewed_at, created_at)
    select o.id, f.way, f.fen, f.reason, case when f.note is null then 'pending' else 'rejected' end, coalesce(f.note, ''),
      ${bookkeeper}, case when f.note is not null then ${reviewer}::bigint end,
      case when f.note is not null then now() - make_interval(hours => f.hours - 1) end, now() - make_interval(hours => f.hours)
    from json_to_recordset(${JSON.stringify(rows)}) f (way text, fen bigint, reason text, hours integer, note text, nth integer)
    join (select id, row_number() over (order by id) as nth from org) o on o.nth = f.nth + 1`.execute(
    db.withoutPlugins(),
  )
  const { rows: pushes } = await sql<{ id: string; orgId: string }>`
    select id, org_id as "orgId" from push_record where status = 'accepted' and price_fen > 0 order by id desc limit 1`.execute(
    db.withoutPlugins(),
  )
  for (const { id, orgId } of pushes)
    await sql`
      insert into adjustment (kind, org_id, amount_fen, reason, link_kind, link_id, created_by)
      values ('adjust', ${orgId}, 4500, '重复计费，退回一次', 'push', ${id}, ${bookkeeper})`.execute(db)
}
