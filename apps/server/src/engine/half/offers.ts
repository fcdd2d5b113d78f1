import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** An agreement that a person must consent to. */
export interface Agreement {
  name: string
  version: string
  url: string
}

/** An organization that would take a person, with what the person must consent to. */
export interface Offer {
  userId: string
  pushId: string
  planId: string
  orgId: string
  orgName: string
  /** In fen, as the plan or the organization's reply says. */
  priceFen: number
  /** The bounds of a price in a later reply; null: such a price is not taken. */
  priceMinFen: number | null
  priceMaxFen: number | null
  agreements: Agreement[]
  /** Both ISO 8601. */
  offeredAt: string
  expiresAt: string
}

/** The offers that people can consent to now, of each the recommended first: the pushes have their ids in this order. */
export async function readOffers(db: Db, userIds: readonly string[]): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    select u.id as "userId", push_id as "pushId", plan_id as "planId", org_id as "orgId", org_name as "orgName", price_fen as "priceFen",
      price_min_fen as "priceMinFen", price_max_fen as "priceMaxFen", agreements, offered_at as "offeredAt", expires_at as "expiresAt"
    from unnest(${userIds}::bigint[]) u (id) cross join lateral open_offers(u.id)`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** Of each of these people the organizations whose offers the person can consent to now, each with its plan. In the order of the people. */
export async function readOffering(db: Db, userIds: readonly string[]): Promise<Map<string, string>[]> {
  const { rows } = await sql<{ userId: string; orgId: string; planId: string }>`
    select r.user_id as "userId", r.org_id as "orgId", r.plan_id as "planId" from push_record r
      join offer f on f.id = r.id and (f.user_id = r.user_id or f.user_id is null)
    where r.user_id = any(${userIds}::bigint[]) and r.stage = 'consent' and r.status = 'pending' and f.is_open
      and f.expires_at > now() order by r.id`.execute(db.withoutPlugins())
  const found = new Map(userIds.map((id) => [id, new Map<string, string>()]))
  for (const { userId, orgId, planId } of rows) found.get(userId)?.set(orgId, planId)
  return userIds.map((id) => found.get(id) as Map<string, string>)
}

/** The most offers that one transaction closes. */
const most = 500

/** Closes the pushes of offers to which nobody consented in time. @returns how many */
export async function closeExpiredOffers(db: Db): Promise<number> {
  let closed = 0
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      with expired as (
        select id from offer where is_open and expires_at <= now() order by expires_at limit ${most} for update skip locked
      ), marked as (
        update offer f set is_open = false from expired e where f.id = e.id returning f.id, f.user_id
      ), ended as (
        update push_record r set status = 'failed', responded_at = greatest(now(), r.request_at), updated_at = now() from marked m
        where r.id = m.id and (r.user_id = m.user_id or m.user_id is null) and r.stage = 'consent' and r.status = 'pending'
      )
      select count(*)::int as n from marked`.execute(db.withoutPlugins())
    const n = rows[0]?.n ?? 0
    closed += n
    if (n < most) return closed
  }
}
