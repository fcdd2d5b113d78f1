import { codes } from '@kabao/contract'
import type { Credentials, SignedIn } from '@kabao/contract/session'
import { verifyPassword } from '#access/password'
import type { SignInThrottle } from '#access/throttle'
import { hashToken, newToken } from '#access/token'
import type { Db } from '#db/client'
import { Problem } from '#http/problem'
import * as queries from './queries.ts'

interface Attempt extends Credentials {
  db: Db
  ip: string
  userAgent: string | null
  throttle: SignInThrottle
}

/**
 * Opens a session. An attempt is counted before the password is looked at, so that a storm of them at once is counted too;
 * an unknown, a disabled account and a wrong password are told apart by nothing, the time included.
 */
export async function signIn({
  db,
  username,
  password,
  ip,
  userAgent,
  throttle,
}: Attempt): Promise<SignedIn> {
  await throttle.attempt(username, ip)
  const account = await queries.findAccount(db, username)
  const isRight = await verifyPassword(account?.passwordHash ?? null, password)
  if (!account || !isRight || account.status !== 'enabled')
    throw new Problem(codes.wrongCredentials, 'wrongCredentials')

  const token = newToken()
  await queries.insertSession(db, { tokenHash: hashToken(token), adminId: account.id, ip, userAgent })
  await queries.markSignedIn(db, account.id, ip)
  await throttle.succeeded(username, ip)
  return {
    token,
    username: account.username,
    name: account.name,
    mustChangePassword: account.mustChangePassword,
  }
}
