import { codes } from '@kabao/contract'
import type { Challenged, SignedIn } from '@kabao/contract/access/session'
import { Problem } from '#platform/base/problem'
import { hashName, writeLoginLog } from '../login-log.ts'
import { askForCode, openSession, placeOf, type SignInCall } from '../sign-in.ts'
import * as queries from '../sign-in-queries.ts'
import type { Claims } from './provider.ts'

/** Opens a session for a person whom the provider has signed in, or requires our second factor. */
export async function signInBySso(
  call: SignInCall,
  adminId: string,
  { providerSession, hasProviderFactor }: Pick<queries.Opening, 'providerSession' | 'hasProviderFactor'>,
): Promise<SignedIn | Challenged> {
  const place = placeOf(call)
  const account = await queries.findAccountById(call.db, adminId, place, call.services.rules.password())
  if (account?.status !== 'enabled') throw new Problem(codes.wrongCredentials, 'ssoDisabled')
  const opening = { way: 'sso' as const, providerSession, hasProviderFactor }
  return account.hasSecondFactor && !hasProviderFactor
    ? askForCode(call, account, opening)
    : openSession(call, account, place, { ...opening, reason: 'sso' })
}

/** Writes the line of a person whom the provider has signed in and the service refuses. */
export const noteRefusal = (
  { services, ip, userAgent }: SignInCall,
  account: { id: string; username: string } | null,
  { subject }: Claims,
) =>
  writeLoginLog(services.sideDb, {
    named: account
      ? { adminId: account.id, username: account.username }
      : { nameHash: hashName(services.vault, subject) },
    reason: 'ssoRefused',
    ip,
    userAgent,
  })
