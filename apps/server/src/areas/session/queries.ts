import { sql } from 'kysely'
import { knownNames } from '#access/known-places'
import type { Place } from '#access/place'
import type { PasswordRules, SessionLifetime } from '#access/rules'
import { isAlive } from '#access/sessions'
import type { Db } from '#db/client'

/** The account of a name, and as what it knows the place that it is called from. */
export const findAccount = (db: Db, username: string, place: Place, { maxAgeDays }: PasswordRules) =>
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
    .where(sql`lower(a.username)`, '=', username.toLowerCase())
    .executeTakeFirst()

interface NewSession {
  tokenHash: Buffer
  adminId: string
  ip: string
  userAgent: string | null
}

/** Opens a session, and forgets those of this account that ended by age. */
export async function insertSession(db: Db, session: NewSession, lifetime: SessionLifetime): Promise<void> {
  await sql`delete from session t where t.admin_id = ${session.adminId} and not ${isAlive(lifetime)}`.execute(
    db,
  )
  await db.insertInto('session').values(session).execute()
}

/**
 * Notes a sign-in, and keeps the account's row until the session is there.
 * @returns false where the password was changed or the account disabled since it was read
 */
export async function markSignedIn(
  db: Db,
  { id, passwordHash }: { id: string; passwordHash: string },
  ip: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin')
    .set({ lastLoginAt: sql`now()`, lastLoginIp: ip })
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('status', '=', 'enabled')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const rolesOf = (db: Db, adminId: string) =>
  db
    .selectFrom('adminRole')
    .innerJoin('role', 'role.id', 'adminRole.roleId')
    .select(['role.code', 'role.name'])
    .where('adminRole.adminId', '=', adminId)
    .orderBy('role.id')
    .execute()
