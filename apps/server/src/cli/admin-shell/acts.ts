import { username as usernameSchema } from '@kabao/contract/access/admin'
import { sql } from 'kysely'
import { clearLockout, endAccess, hashPassword, setPassword } from '#access'
import { writeAudit } from '#platform/audit/write'
import { StartRefusal } from '#platform/base/refusal'
import type { Db } from '#platform/db/client'

export interface NewAccount {
  username: string
  name: string
  roles: readonly string[]
  password: string
}

/** Creates an account with these roles. @throws StartRefusal if the name is taken or invalid, or a role does not exist */
export async function createAccount(db: Db, { username, name, roles, password }: NewAccount): Promise<void> {
  if (!usernameSchema.safeParse(username).success)
    throw new StartRefusal(
      'A username has 3 to 32 letters, digits or . _ -, and begins with a letter or digit.',
    )
  const known = await db.selectFrom('role').select(['id', 'code']).orderBy('code').execute()
  const missing = roles.filter((code) => !known.some((role) => role.code === code))
  if (roles.length === 0 || missing.length > 0) {
    const codes = known.map((role) => role.code).join(', ')
    throw new StartRefusal(
      `${missing.length > 0 ? `There is no role ${missing.join(', ')}.` : 'Name at least one role with --role.'} There are: ${codes || 'none; start the service once'}.`,
    )
  }
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (write) => {
    const { rows } = await sql<{ id: string }>`
      insert into admin (username, name, password_hash, must_change_password) values (${username}, ${name}, ${passwordHash}, true)
      on conflict do nothing returning id`.execute(write)
    const id = rows[0]?.id
    if (id === undefined) throw new StartRefusal(`The username ${username} is taken.`)
    await write
      .insertInto('adminRole')
      .values(
        known.filter(({ code }) => roles.includes(code)).map((role) => ({ adminId: id, roleId: role.id })),
      )
      .execute()
    await note(write, 'admin:create', id, { username, name, roles })
  })
}

/** Sets an account's new password, ends its sessions and clears its lockout. @throws StartRefusal if there is no such account */
export async function resetPassword(db: Db, username: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (write) => {
    const id = await idOf(write, username)
    await setPassword(write, id, passwordHash, null)
    await endAccess(write, id)
    await clearLockout(write, id)
    await note(write, 'admin:resetPassword', id, { mustChangePassword: true })
  })
}

/** Clears an account's lockout after too many failures. @throws StartRefusal if there is no such account */
export async function unlock(db: Db, username: string): Promise<void> {
  await db.transaction().execute(async (write) => {
    const id = await idOf(write, username)
    await clearLockout(write, id)
    await note(write, 'admin:unlock', id, {})
  })
}

export interface ListedAccount {
  username: string
  name: string
  status: string
  roles: string
  lastLoginAt: string | null
}

/** Every account by its username, with the codes of its roles. */
export async function listAccounts(db: Db): Promise<ListedAccount[]> {
  const { rows } = await sql<ListedAccount>`
    select a.username, a.name, a.status, a.last_login_at as "lastLoginAt",
      coalesce((select string_agg(r.code, ', ' order by r.code) from admin_role ar join role r on r.id = ar.role_id
        where ar.admin_id = a.id), '') as roles
    from admin a order by lower(a.username)`.execute(db.withoutPlugins())
  return rows
}

async function idOf(db: Db, username: string): Promise<string> {
  const found = await db
    .selectFrom('admin')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw new StartRefusal(`There is no administrator ${username}.`)
  return found.id
}

/** The audit log entry of an act from the command line, where nobody is signed in. */
const note = (db: Db, point: string, id: string, after: Record<string, unknown>) =>
  writeAudit(db, [{ by: { adminId: null, username: 'shell' }, point, target: { kind: 'admin', id }, after }])
