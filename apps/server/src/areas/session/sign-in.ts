import { codes } from '@kabao/contract'
import type { LoginReason } from '@kabao/contract/login-log'
import type { Credentials, SignedIn } from '@kabao/contract/session'
import { rememberPlace } from '#access/known-places'
import type { Attempt, Counted } from '#access/lockout'
import { hashName, type LoginEntry, type Named, writeLoginLog } from '#access/login-log'
import { verifyPassword } from '#access/password'
import type { Place } from '#access/place'
import { hashToken, newToken } from '#access/token'
import type { Db } from '#db/client'
import { Problem } from '#http/problem'
import type { Services } from '../../app.ts'
import * as queries from './queries.ts'

/** A call that signs in: where it comes from, and what it may use. */
export interface SignInCall {
  services: Pick<Services, 'sideDb' | 'vault' | 'rules' | 'lockout'>
  /** The transaction of the call. */
  db: Db
  ip: string
  userAgent: string | null
}

/**
 * Opens a session. An attempt is counted before the password is looked at, so that a storm of them at once is counted too;
 * an unknown, a disabled account and a wrong password are told apart by nothing, the time included.
 */
export async function signIn(call: SignInCall & Credentials): Promise<SignedIn> {
  const { services, db, username, password, ip } = call
  const place: Place = { ip, device: call.device ?? null }
  const account = await queries.findAccount(db, username, place, services.rules.password())
  const named: Named = account
    ? { adminId: account.id, username: account.username }
    : { nameHash: hashName(services.vault, username) }
  const counted = await begin(call, named, attemptOf('password', named, place, account?.knownNames ?? []))

  const isRight = await verifyPassword(account?.passwordHash ?? null, password)
  const fault = faultOf(account, isRight)
  if (fault !== null || !account) {
    await note(call, services.sideDb, named, fault ?? 'unknownAccount')
    throw new Problem(codes.wrongCredentials, 'wrongCredentials')
  }
  await counted.succeeded()
  return openSession(call, account, place, 'ok')
}

/** Counts an attempt. @throws Problem 4290 where it has to wait, which is noted too */
async function begin(call: SignInCall, named: Named, attempt: Attempt): Promise<Counted> {
  try {
    return await call.services.lockout.begin(attempt)
  } catch (error) {
    if (error instanceof Problem) await note(call, call.services.sideDb, named, 'locked')
    throw error
  }
}

const note = ({ ip, userAgent }: SignInCall, db: Db, named: LoginEntry['named'], reason: LoginReason) =>
  writeLoginLog(db, { named, reason, ip, userAgent })

function attemptOf(
  step: Attempt['step'],
  named: Named,
  place: Place,
  knownNames: readonly string[],
): Attempt {
  const adminId = 'adminId' in named ? named.adminId : null
  return {
    step,
    adminId,
    account: 'adminId' in named ? named.adminId : `unknown ${named.nameHash.toString('hex')}`,
    ip: place.ip,
    device: knownNames.find((name) => name.startsWith('device:')) ?? null,
    isKnownAddress: knownNames.some((name) => name.startsWith('address:')),
  }
}

type Account = NonNullable<Awaited<ReturnType<typeof queries.findAccount>>>

function faultOf(account: Account | undefined, isRight: boolean): LoginReason | null {
  if (!account) return 'unknownAccount'
  if (!isRight) return 'wrongPassword'
  return account.status === 'enabled' ? null : 'disabled'
}

async function openSession(
  call: SignInCall,
  account: Pick<Account, 'id' | 'username' | 'name' | 'passwordHash' | 'mustChangePassword'>,
  place: Place,
  reason: LoginReason,
): Promise<SignedIn> {
  const { services, db, ip, userAgent } = call
  const token = newToken()
  const device = place.device ?? newToken()
  if (!(await queries.markSignedIn(db, account, ip)))
    throw new Problem(codes.wrongCredentials, 'wrongCredentials')
  const session = { tokenHash: hashToken(token), adminId: account.id, ip, userAgent }
  await queries.insertSession(db, session, services.rules.session())
  await rememberPlace(db, account.id, { ip, device })
  await note(call, db, { adminId: account.id, username: account.username }, reason)
  return {
    token,
    username: account.username,
    name: account.name,
    mustChangePassword: account.mustChangePassword,
    ...(place.device === null && { device }),
  }
}
