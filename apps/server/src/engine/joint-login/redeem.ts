import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Engine } from '../engine.ts'
import { endVisit } from './end-visit.ts'
import { isTicket, pushIdOf } from './ticket.ts'

/** Whom a ticket signs in. */
export interface Redeemed {
  pushId: string
  phone: string
  cityCode: string | null
}

/**
 * Redeems a ticket for its organization, once and in time, in the caller's transaction, with the charge.
 * @returns `notFound` also if the ticket is of another organization or the person was deleted; `used` if it was redeemed or expired
 */
export async function redeem(
  write: Db,
  engine: Pick<Engine, 'clock'>,
  { ticket, orgId }: { ticket: string; orgId: string },
): Promise<Redeemed | 'notFound' | 'used'> {
  const pushId = pushIdOf(ticket)
  if (!pushId) return 'notFound'
  const { rows } = await sql<{
    userId: string
    hash: Buffer | null
    phone: string | null
    cityCode: string | null
  }>`
    select t.user_id as "userId", t.hash, u.phone, r.city_code as "cityCode"
    from login_ticket t join push_record r on r.id = t.id and r.user_id = t.user_id join "user" u on u.id = t.user_id
    where t.id = ${pushId} and r.id = ${pushId} and t.org_id = ${orgId} and u.status <> 'deleted'`.execute(
    write.withoutPlugins(),
  )
  const [found] = rows
  if (!found?.hash || found.phone === null || !isTicket(ticket, found.hash)) return 'notFound'
  const { userId, phone, cityCode } = found
  const isFirst = await endVisit(write, engine, { pushId, userId, isInTime: true }, { outcome: 'accepted' })
  return isFirst ? { pushId, phone, cityCode } : 'used'
}
