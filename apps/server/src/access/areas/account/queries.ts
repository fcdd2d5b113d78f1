import type { Profile } from '@kabao/contract/access/account'
import type { Db } from '#platform/db/client'

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
