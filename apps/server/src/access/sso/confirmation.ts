import { sql } from 'kysely'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import type { Claims } from './provider.ts'
import type { StoredSso } from './settings.ts'

/** How long a confirmation at the provider stands for the password, in minutes. It stands for one act. */
const confirmedMinutes = 5

/** Notes that the caller has confirmed at the provider. @returns false if it was somebody else */
export async function confirmedBy(
  db: Db,
  { adminId, sessionId }: Caller,
  { issuer }: StoredSso,
  { subject }: Claims,
): Promise<boolean> {
  const { rows } = await sql`
    update session set confirmed_at = now() where id = ${sessionId} and exists (
      select from admin_identity where admin_id = ${adminId} and issuer = ${issuer} and subject = ${subject})
    returning 1`.execute(db)
  return rows.length > 0
}

/** Uses up the confirmation of a session. @returns whether there was one */
export async function spendConfirmation(db: Db, { sessionId }: Caller): Promise<boolean> {
  const { rows } = await sql`
    update session set confirmed_at = null
    where id = ${sessionId} and confirmed_at > now() - make_interval(mins => ${confirmedMinutes}) returning 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether an account has no password and is linked to an identity. */
export async function confirmsAtProvider(db: Db, adminId: string): Promise<boolean> {
  const { rows } = await sql`
    select from admin a join admin_identity i on i.admin_id = a.id where a.id = ${adminId} and a.password_hash = '-'`.execute(
    db,
  )
  return rows.length > 0
}
