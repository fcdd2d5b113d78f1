import { codes, type Problem as FieldProblem } from '@kabao/contract'
import { sql } from 'kysely'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { verifyPassword } from './password.ts'
import type { PasswordRules } from './rules.ts'

/**
 * Checks a new password of an account against the rules.
 * @param given the password, with the name of its input field
 * @throws Problem at that field with the reason
 */
export async function checkNewPassword(
  db: Db,
  { adminId, username }: { adminId: string; username: string },
  given: Record<string, string>,
  rules: PasswordRules,
): Promise<void> {
  const [[field, next] = ['', '']] = Object.entries(given)
  const refuse = (problem: FieldProblem) => {
    const values = { min: rules.minLength, count: rules.history }
    throw new Problem(codes.invalid, 'invalid', { fields: { [field]: problem }, values })
  }
  const plain = next.normalize('NFKC').toLowerCase()
  if ([...next].length < rules.minLength) refuse('passwordLength')
  if (plain.includes(username.toLowerCase())) refuse('passwordUsername')
  if (rules.refuseCommon && (await isCommon(plain))) refuse('passwordCommon')
  if (await wasUsed(db, adminId, next, rules)) refuse('passwordUsed')
}

/** Loaded when a password is first chosen, because loading the list takes time and a few megabytes. */
let common: Promise<ReadonlySet<string>> | undefined

async function isCommon(plain: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return (await common).has(plain)
}

async function wasUsed(db: Db, adminId: string, next: string, { history }: PasswordRules): Promise<boolean> {
  if (history === 0) return false
  const { rows } = await sql<{ hash: string }>`
    select hash from (
      (select password_hash as hash, 0 as age, id from admin where id = ${adminId})
      union all
      (select password_hash, 1, id from password_history where admin_id = ${adminId} order by id desc limit ${history - 1})
    ) used where hash <> '-' order by age, id desc`.execute(db)
  for (const { hash } of rows) if (await verifyPassword(hash, next)) return true
  return false
}

/** The longest history that the setting `password.history` allows, because the setting may be raised later. */
const rememberedPasswords = 24

/**
 * Sets an account's new password, and stores the old ones' hashes.
 * @param by the administrator who sets it, null from the command line: the account's own change is final; a password set by
 *   somebody else must be changed at the next sign-in
 */
export async function setPassword(
  db: Db,
  adminId: string,
  passwordHash: string,
  by: string | null = adminId,
): Promise<void> {
  await sql`insert into password_history (admin_id, password_hash)
    select id, password_hash from admin where id = ${adminId}`.execute(db)
  await sql`delete from password_history where admin_id = ${adminId} and id not in (
    select id from password_history where admin_id = ${adminId} order by id desc limit ${rememberedPasswords})`.execute(
    db,
  )
  await db
    .updateTable('admin')
    .set((is) => ({
      passwordHash,
      mustChangePassword: by !== adminId,
      hasDefaultPassword: false,
      passwordChangedAt: sql`now()`,
      version: is('version', '+', 1),
      updatedBy: by,
      updatedAt: sql`now()`,
    }))
    .where('id', '=', adminId)
    .execute()
}
