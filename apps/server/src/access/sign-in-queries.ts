import { sql } from 'kysely'
import type { Place } from '#platform/callers/place'
import type { Db } from '#platform/db/client'
import { knownNames } from './known-places.ts'
import type { PasswordRules, SessionLifetime } from './rules.ts'
import { isAlive } from './sessions.ts'

const hasSecondFactor = sql<boolean>`exists (
  select from second_factor f where f.admin_id = a.id and f.confirmed_at is not null)`
const requiresSecondFactor = sql<boolean>`exists (
  select from admin_role ar join role r on r.id = ar.role_id where ar.admin_id = a.id and r.requires_second_factor)`

/** What signing in reads of an account, and the names under which it knows this address and browser. */
const selectAccount = (db: Db, place: Place, { maxAgeDays }: PasswordRules) =>
  db
    .selectFrom('admin as a')
    .select(['a.id', 'a.username', 'a.name', 'a.passwordHash', 'a.status'])
    .select(
      sql<boolean>`a.must_change_password
        or (${maxAgeDays}::int > 0 and a.password_changed_at < now() - make_interval(days => ${maxAgeDays}::int))`.as(
        'mustChangePassword',
      ),
    )
    .select(knownNames(place).as('knownNames'))
    .select(hasSecondFactor.as('hasSecondFactor'))
    .select(requiresSecondFactor.as('requiresSecondFactor'))

export const findAccount = (db: Db, username: string, place: Place, rules: PasswordRules) =>
  selectAccount(db, place, rules)
    .where(sql`lower(a.username)`, '=', username.toLowerCase())
    .executeTakeFirst()

export const findAccountById = (db: Db, id: string, place: Place, rules: PasswordRules) =>
  selectAccount(db, place, rules).where('a.id', '=', id).executeTakeFirst()

/** How a session is opened. */
export interface Opening {
  way: 'password' | 'sso'
  /** The hash of the session at the provider; null without one. */
  providerSession: Buffer | null
  /** Whether the second factor of the provider counts. */
  hasProviderFactor: boolean
}

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** How long a challenge for the second factor is valid, in seconds. */
const challengeSeconds = 300

/** Stores a challenge after the first step. @returns when it expires */
export async function insertChallenge(
  db: Db,
  adminId: string,
  tokenHash: Buffer,
  { way, providerSession }: Opening,
): Promise<string> {
  await db.deleteFrom('signInChallenge').where('expiresAt', '<', sql<string>`now()`).execute()
  const { expiresAt } = await db
    .insertInto('signInChallenge')
    .values({
      adminId,
      tokenHash,
      way,
      providerSession,
      expiresAt: sql<string>`now() + make_interval(secs => ${challengeSeconds})`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return expiresAt
}

/** The account of a challenge. */
export const findChallenged = (db: Db, tokenHash: Buffer, place: Place, rules: PasswordRules) =>
  selectAccount(db, place, rules)
    .innerJoin('signInChallenge as c', 'c.adminId', 'a.id')
    .select(['c.providerSession', sql<'password' | 'sso'>`c.way`.as('way')])
    .where('c.tokenHash', '=', tokenHash)
    .where('c.expiresAt', '>', sql<string>`now()`)
    .where('a.status', '=', 'enabled')
    .executeTakeFirst()

export const deleteChallenge = (db: Db, tokenHash: Buffer) =>
  db.deleteFrom('signInChallenge').where('tokenHash', '=', tokenHash).execute()

interface NewSession extends Opening {
  tokenHash: Buffer
  adminId: string
  ip: string
  userAgent: string | null
}

/** Opens a session, and deletes the expired ones of this account. */
export async function insertSession(db: Db, session: NewSession, lifetime: SessionLifetime): Promise<void> {
  await sql`delete from session t where t.admin_id = ${session.adminId} and not ${isAlive(lifetime)}`.execute(
    db,
  )
  await db.insertInto('session').values(session).execute()
}

/**
 * Records a sign-in, and locks the account's row until the session is inserted.
 * @returns false if the password was changed or the account disabled since it was read
 */
export async function markSignedIn(
  db: Db,
  { id, passwordHash }: { id: string; passwordHash: string },
  ip: string,
  way: Opening['way'],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin')
    .set({
      lastLoginAt: sql`now()`,
      lastLoginIp: ip,
      ...(way === 'password' && { passwordLoginAt: sql`now()` }),
    })
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('status', '=', 'enabled')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
