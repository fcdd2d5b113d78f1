import { codes, fill } from '@kabao/contract'
import type { LoginReason } from '@kabao/contract/access/login-log'
import { secondFactorWords } from '@kabao/contract/access/second-factor.words'
import type { Challenged, Credentials, SignedIn } from '@kabao/contract/access/session'
import { invalid, Problem } from '#platform/base/problem'
import { hashToken, newToken } from '#platform/base/token'
import type { Place } from '#platform/callers/place'
import type { Db } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'
import type { Services } from '#platform/services'
import { rememberPlace } from './known-places.ts'
import type { Attempt, Counted } from './lockout.ts'
import { hashName, type Named, writeLoginLog } from './login-log.ts'
import { verifyPassword } from './password.ts'
import { countRecoveryCodes, spendCode } from './second-factor.ts'
import * as queries from './sign-in-queries.ts'
import { findOn } from './sso/settings.ts'

/** A sign-in request: its origin, and what it needs. */
export interface SignInCall {
  services: Pick<Services, 'sideDb' | 'vault' | 'rules' | 'lockout'>
  /** The transaction of the request. */
  db: Db
  ip: string
  userAgent: string | null
  /** The token that the browser got at its last sign-in. */
  device?: string | undefined
}

/**
 * Opens a session, or requires the second factor. An attempt is counted before the password is checked, so that concurrent attempts
 * are counted too. The responses for an unknown account, a disabled account and a wrong password are identical, also in time.
 */
export async function signIn(call: SignInCall & Credentials): Promise<SignedIn | Challenged> {
  const { services, db, username, password } = call
  const place = placeOf(call)
  const account = await queries.findAccount(db, username, place, services.rules.password())
  const named: Named = account
    ? { adminId: account.id, username: account.username }
    : { nameHash: hashName(services.vault, username) }
  const counted = await begin(call, named, attemptOf('password', named, place, account?.knownNames ?? []))

  const isRight = await verifyPassword(account?.passwordHash ?? null, password)
  const sso = await findOn(db)
  const isOff = sso?.passwordsOff === true && account?.id !== sso.breakGlassId
  if (!account || !isRight || isOff || account.status !== 'enabled') {
    await note(call, services.sideDb, named, faultOf(account, isRight, isOff))
    // The same sentence for all, so that it does not tell which account is the break-glass account.
    throw new Problem(codes.wrongCredentials, sso?.passwordsOff ? 'wrongOrSso' : 'wrongCredentials')
  }
  await counted.succeeded()
  return account.hasSecondFactor
    ? askForCode(call, account, byPassword)
    : openSession(call, account, place, { ...byPassword, reason: 'ok' })
}

const byPassword = { way: 'password', providerSession: null, hasProviderFactor: false } as const

/** Requires the second factor of an account whose password, or whose provider, has been right. */
export async function askForCode(
  call: SignInCall,
  account: queries.Account,
  opening: queries.Opening,
): Promise<Challenged> {
  const challenge = newToken()
  const expiresAt = await queries.insertChallenge(call.db, account.id, hashToken(challenge), opening)
  const named = { adminId: account.id, username: account.username }
  await note(call, call.db, named, opening.way === 'sso' ? 'ssoFactorAsked' : 'secondFactorAsked')
  return { secondFactor: 'required', challenge, expiresAt }
}

/** The second step: opens the session if the code is right. Attempts are counted like passwords; a code opens one session. */
export async function signInByCode(
  call: SignInCall & { challenge: string; code: string },
): Promise<SignedIn> {
  const { services, db, code } = call
  const place = placeOf(call)
  const challenge = hashToken(call.challenge)
  const account = await queries.findChallenged(db, challenge, place, services.rules.password())
  if (!account) throw new Problem(codes.wrongCredentials, 'challengeExpired')
  const named = { adminId: account.id, username: account.username }
  const counted = await begin(call, named, attemptOf('code', named, place, account.knownNames))

  const spent = await spendCode(db, services.vault, account.id, code)
  if (spent === null) {
    await note(call, services.sideDb, named, 'wrongSecondFactor')
    throw invalid({ code: 'wrongCode' })
  }
  await counted.succeeded()
  await queries.deleteChallenge(db, challenge)
  if (spent === 'recovery') await tellOfRecovery(db, account.id)
  const { way, providerSession } = account
  const reason = way === 'sso' ? 'sso' : 'ok'
  const opening = { way, providerSession, hasProviderFactor: false }
  return openSession(call, account, place, {
    ...opening,
    reason: spent === 'recovery' ? 'recoveryCode' : reason,
  })
}

export const placeOf = ({ ip, device }: SignInCall): Place => ({ ip, device: device ?? null })

/** Counts an attempt. @throws Problem 4290 if it has to wait; the refusal is recorded too */
async function begin(call: SignInCall, named: Named, attempt: Attempt): Promise<Counted> {
  try {
    return await call.services.lockout.begin(attempt)
  } catch (error) {
    if (error instanceof Problem) await note(call, call.services.sideDb, named, 'locked')
    throw error
  }
}

/** @param db the request's transaction for a success, a separate connection for a refusal */
const note = ({ ip, userAgent }: SignInCall, db: Db, named: Named, reason: LoginReason) =>
  writeLoginLog(db, { named, reason, ip, userAgent })

function attemptOf(
  step: 'password' | 'code',
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

function faultOf(account: queries.Account | undefined, isRight: boolean, isOff: boolean): LoginReason {
  if (!account) return 'unknownAccount'
  if (isOff) return 'passwordOff'
  return isRight ? 'disabled' : 'wrongPassword'
}

export async function openSession(
  call: SignInCall,
  account: queries.Account,
  place: Place,
  { reason, ...opening }: queries.Opening & { reason: LoginReason },
): Promise<SignedIn> {
  const { services, db, ip, userAgent } = call
  const token = newToken()
  const device = place.device ?? newToken()
  if (!(await queries.markSignedIn(db, account, ip, opening.way)))
    throw new Problem(codes.wrongCredentials, 'wrongCredentials')
  const session = { tokenHash: hashToken(token), adminId: account.id, ip, userAgent, ...opening }
  await queries.insertSession(db, session, services.rules.session())
  await rememberPlace(db, account.id, { ip, device })
  await note(call, db, { adminId: account.id, username: account.username }, reason)
  const { username, name, requiresSecondFactor, hasSecondFactor } = account
  return {
    token,
    username,
    name,
    mustChangePassword: opening.way === 'password' && account.mustChangePassword,
    ...(requiresSecondFactor &&
      !hasSecondFactor &&
      !opening.hasProviderFactor && { mustSetUpSecondFactor: true as const }),
    ...(place.device === null && { device }),
  }
}

/** Notifies the owner of a used recovery code, because another person may have found the codes. */
async function tellOfRecovery(db: Db, adminId: string) {
  const count = await countRecoveryCodes(db, adminId)
  const { title, content } = secondFactorWords.tree.notice
  await sendMessage(db, {
    to: [adminId],
    kind: 'notice',
    title,
    content: [fill(content[0], { count }), fill(content[1], { count })],
  })
}
