import type { AnswerOf } from '@kabao/contract'
import { exactTotal } from '@kabao/contract'
import type { crmCenter } from '@kabao/contract/crm/crm-center'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

type Desk = AnswerOf<(typeof crmCenter)['desk']>
type Me = NonNullable<Desk['salesman']> & { teamId: string | null }

/** The salesman that an account is, with what he has used of his limits today; undefined if none, or one who left. */
export async function findMe(db: Db, adminId: string, day: string): Promise<Me | undefined> {
  const { rows } = await sql<Me>`
    select s.id, s.name, s.team_id as "teamId", g.name as "teamName", s.status, s.held, s.capacity, s.daily_quota as "dailyQuota",
      case when s.taken_on = ${day} then s.taken else 0 end as taken
    from salesman s left join sales_team g on g.id = s.team_id
    where s.admin_id = ${adminId} and s.status <> 'left'`.execute(db.withoutPlugins())
  return rows[0]
}

/** The pools that he claims from, with their rules and what he has used of them. */
export async function findPools(db: Db, me: Me, day: string): Promise<Desk['pools']> {
  const { rows } = await sql<Desk['pools'][number]>`
    select p.id, p.name, coalesce(u.held, 0) as held, p.max_held as "maxHeld",
      case when u.day = ${day} then u.claims else 0 end as claims, p.max_claims_per_day as "maxClaimsPerDay",
      p.cool_down_days as "coolDownDays", p.lock_minutes as "lockMinutes", p.recycle_days as "recycleDays",
      p.protect_days as "protectDays", p.first_contact_minutes as "firstContactMinutes",
      (select count(*)::int from (select from lead c where c.pool_id = p.id and c.salesman_id is null and c.closed_at is null
        limit ${sql.lit(exactTotal + 1)}) counted) as waiting
    from lead_pool p left join lead_pool_use u on u.pool_id = p.id and u.salesman_id = ${me.id}
    where p.kind = 'public' or p.team_id = ${me.teamId}::bigint order by p.kind, p.id`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** How much waits for him: his open leads only, which his capacity limits. */
export async function countDue(db: Db, id: string, endOfToday: string): Promise<Desk['due']> {
  const { rows } = await sql<Desk['due']>`
    select count(*) filter (where next_follow_at < now())::int as overdue,
      count(*) filter (where next_follow_at >= now() and next_follow_at < ${endOfToday}::timestamptz)::int as today,
      count(*) filter (where first_contact_due_at is not null)::int as fresh,
      count(*) filter (where first_contact_due_at < now())::int as late,
      count(*) filter (where recycle_at < now() + interval '1 day')::int as returning
    from lead where salesman_id = ${id} and closed_at is null`.execute(db.withoutPlugins())
  return rows[0] as Desk['due']
}
