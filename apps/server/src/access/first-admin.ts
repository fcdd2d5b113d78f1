import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { hashPassword } from './password.ts'
import { addStarterRoles } from './starter-roles.ts'

/** The account of the embedded demo. Source: docs/specification/sign-in.md. */
export const demoUsername = 'admin'
export const demoPassword = 'admin'

interface FirstAdmin {
  isDemo: boolean
  /** From the environment; if it is not set, a password is generated. */
  password: string | null
}

/**
 * Creates the super role, its first account and the starter roles if there is no account yet.
 * @returns the generated password, which must be printed once, or null
 */
export async function ensureFirstAdmin(db: Db, { isDemo, password }: FirstAdmin): Promise<string | null> {
  const made = isDemo || password ? null : randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(isDemo ? demoPassword : (password ?? (made as string)))
  const isNew = await db.transaction().execute(async (write) => {
    // If two instances start at once, only one creates the account.
    await sql`select pg_advisory_xact_lock(hashtext('kabao first admin'))`.execute(write)
    if (await write.selectFrom('admin').select('id').limit(1).executeTakeFirst()) return false
    const role = await write
      .insertInto('role')
      .values({ code: 'admin', name: '超级管理员', isSuper: true })
      .onConflict((conflict) => conflict.column('code').doUpdateSet({ isSuper: true }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const admin = await write
      .insertInto('admin')
      .values({
        username: demoUsername,
        // Not a word of one language, because every reader sees it.
        name: demoUsername,
        passwordHash,
        mustChangePassword: !isDemo,
        hasDefaultPassword: isDemo,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await write.insertInto('adminRole').values({ adminId: admin.id, roleId: role.id }).execute()
    await addStarterRoles(write)
    return true
  })
  return isNew ? made : null
}

/** The names of the accounts that still have the publicly known demo password, the first account first. */
export async function findOpenAccounts(db: Db): Promise<string[]> {
  const open = await db
    .selectFrom('admin')
    .select('username')
    .where('hasDefaultPassword', '=', true)
    .orderBy('id')
    .execute()
  return open.map(({ username }) => username)
}
