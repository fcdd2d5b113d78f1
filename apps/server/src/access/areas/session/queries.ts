import type { Db } from '#platform/db/client'

export const rolesOf = (db: Db, adminId: string) =>
  db
    .selectFrom('adminRole')
    .innerJoin('role', 'role.id', 'adminRole.roleId')
    .select(['role.code', 'role.name'])
    .where('adminRole.adminId', '=', adminId)
    .orderBy('role.id')
    .execute()

export async function avatarOf(db: Db, adminId: string): Promise<{ avatarFileId?: string }> {
  const row = await db
    .selectFrom('admin')
    .select('avatarFileId')
    .where('id', '=', adminId)
    .executeTakeFirstOrThrow()
  return row.avatarFileId === null ? {} : { avatarFileId: row.avatarFileId }
}

export const wayOf = async (db: Db, sessionId: string): Promise<string | undefined> =>
  (await db.selectFrom('session').select('way').where('id', '=', sessionId).executeTakeFirst())?.way
