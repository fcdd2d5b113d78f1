import { sql } from 'kysely'
import type { Caller } from '#access/caller'
import { knownNames } from '#access/known-places'
import { absoluteSeconds } from '#access/lifetimes'
import type { Place } from '#access/place'
import type { Db } from '#db/client'

/** The account of a name, and as what it knows the place that it is called from. */
export const findAccount = (db: Db, username: string, place: Place) =>
  db
    .selectFrom('admin as a')
    .select(['a.id', 'a.username', 'a.name', 'a.passwordHash', 'a.status', 'a.mustChangePassword'])
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
export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .deleteFrom('session')
    .where('adminId', '=', session.adminId)
    .where('createdAt', '<', sql<string>`now() - make_interval(secs => ${absoluteSeconds})`)
    .execute()
  await db.insertInto('session').values(session).execute()
}

export const markSignedIn = (db: Db, id: string, ip: string) =>
  db.updateTable('admin').set({ lastLoginAt: sql`now()`, lastLoginIp: ip }).where('id', '=', id).execute()

export const endSession = (db: Db, id: string) => db.deleteFrom('session').where('id', '=', id).execute()

export const endOtherSessions = (db: Db, { adminId, sessionId }: Caller) =>
  db.deleteFrom('session').where('adminId', '=', adminId).where('id', '<>', sessionId).execute()

export const rolesOf = (db: Db, adminId: string) =>
  db
    .selectFrom('adminRole')
    .innerJoin('role', 'role.id', 'adminRole.roleId')
    .select(['role.code', 'role.name'])
    .where('adminRole.adminId', '=', adminId)
    .orderBy('role.id')
    .execute()

export async function passwordHashOf(db: Db, id: string): Promise<string | null> {
  const admin = await db
    .selectFrom('admin')
    .select('passwordHash')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return admin?.passwordHash ?? null
}

export const setPassword = (db: Db, id: string, passwordHash: string) =>
  db
    .updateTable('admin')
    .set((is) => ({
      passwordHash,
      mustChangePassword: false,
      hasDefaultPassword: false,
      version: is('version', '+', 1),
      updatedBy: id,
      updatedAt: sql`now()`,
    }))
    .where('id', '=', id)
    .execute()
