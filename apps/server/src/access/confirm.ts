import type { Db } from '#db/client'
import { invalid } from '#http/problem'
import type { Caller } from './caller.ts'
import type { Attempt, Lockout } from './lockout.ts'
import { verifyPassword } from './password.ts'

/** An attempt of who is signed in: a session that was taken over may guess as little as a stranger, and makes nobody else wait. */
export const attemptOfCaller = (
  step: 'confirm' | 'confirmCode',
  { adminId, sessionId }: Caller,
): Attempt => ({
  step,
  account: adminId,
  adminId,
  ip: '',
  device: `session ${sessionId}`,
  isKnownAddress: true,
})

/**
 * Asks who is signed in for his password again, and keeps his account's row until the write ends.
 * @param given the password by the field it was typed in
 * @throws Problem at that field where it is wrong, 4290 where too many were
 */
export async function confirmPassword(
  { lockout }: { lockout: Lockout },
  db: Db,
  caller: Caller,
  given: Record<string, string>,
): Promise<void> {
  const [[field, password] = ['', '']] = Object.entries(given)
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
