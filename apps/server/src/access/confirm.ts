import { sql } from 'kysely'
import { invalid } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import type { Attempt, Lockout } from './lockout.ts'
import { verifyPassword } from './password.ts'
import { sessionOf } from './sessions.ts'
import { confirmsAtProvider, spendConfirmation } from './sso/confirmation.ts'

/** An attempt by a signed-in administrator: a stolen session gets as few guesses as a stranger, and locks out nobody else. */
export const attemptOfCaller = (step: 'confirm' | 'confirmCode', caller: Caller): Attempt => ({
  step,
  account: caller.adminId,
  adminId: caller.adminId,
  ip: '',
  device: `session ${sessionOf(caller)}`,
  isKnownAddress: true,
})

/**
 * Requires the caller's password again, or a confirmation at the provider of single sign-on, and locks the account's row until the transaction ends.
 * @param given the password, with the name of its input field
 * @throws Problem at that field if the password is wrong; 4290 after too many wrong ones
 */
export async function confirmPassword(
  { lockout }: { lockout: Lockout },
  db: Db,
  caller: Caller,
  given: Record<string, string>,
): Promise<void> {
  const [[field, password] = ['', '']] = Object.entries(given)
  // Whoever has signed in anew at the provider needs no password for the next act.
  if (await spendConfirmation(db, caller)) {
    await sql`select from admin where id = ${caller.adminId} for update`.execute(db)
    return
  }
  if (await confirmsAtProvider(db, caller.adminId)) throw invalid({ [field]: 'confirmAtProvider' })
  const counted = await lockout.begin(attemptOfCaller('confirm', caller))
  const admin = await db
    .selectFrom('admin')
    .select('passwordHash')
    .where('id', '=', caller.adminId)
    .forUpdate()
    .executeTakeFirst()
  if (!(await verifyPassword(admin?.passwordHash ?? null, password)))
    throw invalid({ [field]: 'wrongPassword' })
  await counted.succeeded()
}
