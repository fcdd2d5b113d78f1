import { codes } from '@kabao/contract'
import * as openid from 'openid-client'
import { type CommonKey, Problem } from '#platform/base/problem'

/** The provider did not answer, or the address may not be called. */
export class Unreachable extends Error {
  override name = 'Unreachable'
  readonly why: string
  constructor(why: string) {
    super(why)
    this.why = why
  }
}

/** The refusal of a single sign-on. @param name of the provider */
export const ssoRefusal = (words: CommonKey, name = '', values: Record<string, string> = {}): Problem =>
  new Problem(codes.wrongCredentials, words, { values: { name, ...values } })

/**
 * The sentence for what went wrong with the provider. What the provider wrote is never part of it.
 * @param error what was thrown, or the check of ours that failed
 */
export function refusalOf(name: string, error: unknown): Problem {
  if (error instanceof Problem) return error
  const unreachable = causeOf(error, (each) => each instanceof Unreachable) as Unreachable | undefined
  if (unreachable) return ssoRefusal('ssoDown', name, { why: unreachable.why })
  return ssoRefusal(wordsOf(error), name, { why: 'badAnswer' })
}

function wordsOf(error: unknown): CommonKey {
  if (error === 'state') return 'ssoMixedUp'
  if (error === 'issuer') return 'ssoIssuer'
  if (error instanceof openid.AuthorizationResponseError) return 'ssoDenied'
  if (error instanceof openid.WWWAuthenticateChallengeError) return 'ssoClient'
  if (error instanceof openid.ResponseBodyError)
    return /^(invalid|unauthorized)_client$/.test(error.error) ? 'ssoClient' : 'ssoCode'
  const { code } = (error ?? {}) as { code?: string }
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || code === 'OAUTH_RESPONSE_IS_NOT_JSON') return 'ssoDown'
  const compared = causeOf(error, (each) => {
    const { claim, attribute } = each as { claim?: string; attribute?: string }
    return claim !== undefined || attribute !== undefined
  }) as { claim?: string; attribute?: string } | undefined
  if ((compared?.claim ?? compared?.attribute) === 'iss' || compared?.attribute === 'issuer')
    return 'ssoIssuer'
  return compared?.claim === 'auth_time' ? 'ssoStale' : 'ssoToken'
}

/** The first in the chain of causes that fits. */
function causeOf(error: unknown, fits: (each: object) => boolean): object | undefined {
  let each = error
  for (let depth = 0; depth < 6 && typeof each === 'object' && each !== null; depth++) {
    if (fits(each)) return each
    each = (each as { cause?: unknown }).cause
  }
  return undefined
}
