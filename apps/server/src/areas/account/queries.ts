import type { Profile, ProfileUpdate } from '@kabao/contract/account'
import { sql } from 'kysely'
import type { Db } from '#db/client'

export async function findProfile(db: Db, id: string): Promise<Profile | undefined> {
  const admin = await db
    .selectFrom('admin')
    .select([
      'id',
      'version',
      'username',
      'name',
      'phone',
      'email',
      'avatarFileId',
      'createdAt',
      'lastLoginAt',
      'lastLoginIp',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!admin) return undefined
  const roles = await db
    .selectFrom('adminRole')
    .innerJoin('role', 'role.id', 'adminRole.roleId')
    .select(['role.code', 'role.name'])
    .where('adminRole.adminId', '=', id)
    .orderBy('role.id')
    .execute()
  return { ...admin, phone: admin.phone ?? '', email: admin.email ?? '', roles }
}

/** @returns false where somebody else has changed the account meanwhile */
export async function updateProfile(
  db: Db,
  id: string,
  { version, name, phone, email }: ProfileUpdate,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin')
    .set((is) => ({
      name,
      phone: phone || null,
      email: email || null,
      version: is('version', '+', 1),
      updatedBy: id,
      updatedAt: sql`now()`,
    }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
