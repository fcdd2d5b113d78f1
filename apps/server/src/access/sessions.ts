import { codes } from '@kabao/contract'
import { type RawBuilder, sql } from 'kysely'
import { Problem } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import { announceAccess } from './access-changes.ts'
import type { SessionLifetime } from './rules.ts'

/** `last_seen_at` is written at most this often, in seconds, so that not every request costs a write. */
export const seenEverySeconds = 60

/** SQL condition: the session `t` has not expired. */
export const isAlive = ({ idleSeconds, absoluteSeconds }: SessionLifetime): RawBuilder<boolean> =>
  sql<boolean>`(t.created_at > now() - make_interval(secs => ${absoluteSeconds})
    and t.last_seen_at > now() - make_interval(secs => ${idleSeconds}))`

/**
 * Ends an account's sessions and its unfinished sign-ins, after a new password, after the account was disabled, or on request.
 * The next request of each session is refused; its streams close with the commit.
 * @returns how many were ended
 */
export async function endSessions(
  db: Db,
  adminId: string,
  { only, except }: { only?: string; except?: string } = {},
): Promise<number> {
  let ended = db.deleteFrom('session').where('adminId', '=', adminId)
  if (only !== undefined) ended = ended.where('id', '=', only)
  if (except !== undefined) ended = ended.where('id', '<>', except)
  const { numDeletedRows } = await ended.executeTakeFirst()
  if (only === undefined) await db.deleteFrom('signInChallenge').where('adminId', '=', adminId).execute()
  if (numDeletedRows > 0n) await announceAccess(db, [adminId])
  return Number(numDeletedRows)
}

/** The session of a call that needs the person. @throws Problem 4030 if it was made with a token */
export function sessionOf({ sessionId }: Caller): string {
  if (sessionId === null) throw new Problem(codes.forbidden, 'needsPerson')
  return sessionId
}

/**
 * Ends whatever an account can be used by, after it was disabled or somebody else has set its password: also its personal access tokens,
 * which a changed mind about the account does not bring back.
 */
export async function endAccess(db: Db, adminId: string): Promise<void> {
  await endSessions(db, adminId)
  await db.deleteFrom('accessToken').where('adminId', '=', adminId).execute()
}

/**
 * Ends the sessions that the provider of single sign-on has opened: those of one of its own sessions, or all of a person.
 * @returns the accounts that had some
 */
export async function endProviderSessions(
  db: Db,
  ending: { providerSession: Buffer } | { issuer: string; subject: string },
): Promise<string[]> {
  const which =
    'providerSession' in ending
      ? sql`provider_session = ${ending.providerSession}`
      : sql`way = 'sso' and admin_id = (
          select admin_id from admin_identity where issuer = ${ending.issuer} and subject = ${ending.subject})`
  await sql`delete from sign_in_challenge where ${which}`.execute(db)
  const { rows } = await sql<{ id: string }>`
    delete from session where ${which} returning admin_id as id`.execute(db.withoutPlugins())
  const ended = [...new Set(rows.map(({ id }) => id))]
  await announceAccess(db, ended)
  return ended
}
