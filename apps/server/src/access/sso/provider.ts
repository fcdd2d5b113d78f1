import { createHash, createHmac } from 'node:crypto'
import type { FoundProvider, SsoReturn } from '@kabao/contract/access/sso'
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import type { Vault } from '#platform/keys/vault'
import type { Outgoing } from '#platform/outgoing/outgoing'
import { refusalOf, Unreachable } from './refusal.ts'
import { clientSecretPurpose, type StoredSso } from './settings.ts'

/** The provider is called by few people, and none of its answers takes longer than this, in milliseconds. */
const deadlineMs = 8_000
const limits = { concurrent: 32, calls: 600, seconds: 60 }
/** What the provider says of itself is read again after this long, in milliseconds. */
const keptMs = 5 * 60_000

/** The algorithms of signatures with a key of the provider that is public. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
/** The clocks of two machines differ by no more, in seconds. */
const clockTolerance = 30
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Whom the provider has signed in. */
export interface Claims {
  subject: string
  /** The hash of the session at the provider, by which it tells us of its end. */
  providerSession: Buffer | null
  all: Readonly<Record<string, unknown>>
}

/** What a logout token ends: one session of the provider, or all of a person. */
export type Ending = { jtiHash: Buffer } & ({ providerSession: Buffer } | { subject: string })

/** The provider of single sign-on. Everything throws a `Problem` with the sentence for the person. */
export interface SsoProvider {
  /** What a provider says of itself. */
  look(issuer: string): Promise<FoundProvider>
  /** The address at which a person signs in. @param isConfirmation whether they must sign in anew */
  authorizationAddress(sso: StoredSso, flow: string, isConfirmation: boolean): Promise<string>
  /**
   * Takes the answer of the provider.
   * @param mostAge of a confirmation: how long ago the person signed in at most, in seconds
   */
  take(sso: StoredSso, returned: SsoReturn, mostAge: number | null): Promise<Claims>
  /** Where the browser signs out at the provider; null if the provider has no such address. */
  endSessionAddress(sso: StoredSso): Promise<string | null>
  /** Verifies a logout token. @throws Error if it is not one of this provider for us */
  readLogout(sso: StoredSso, token: string): Promise<Ending>
}

/** The addresses that the provider must know. */
export const addressesOf = (publicUrl: string) => ({
  redirect: `${publicUrl}/login`,
  backChannel: `${publicUrl}/api${backChannelPath}`,
  signedOut: `${publicUrl}/login`,
})
export const backChannelPath = '/sso/back-channel-logout'

/**
 * State, nonce and verifier follow from a random secret that only the browser has, so nothing that could end a flow in another browser is
 * stored or seen at the provider.
 */
const partsOf = (flow: string) => {
  const part = (name: string) => createHmac('sha256', flow).update(name).digest('base64url')
  return { state: part('state'), nonce: part('nonce'), verifier: part('verifier') }
}

const hashOf = (issuer: string, value: string) => createHash('sha256').update(`${issuer} ${value}`).digest()

interface Options {
  vault: Vault
  outgoing: Outgoing
  publicUrl: string | null
}

export function createSsoProvider({ vault, outgoing, publicUrl }: Options): SsoProvider {
  const fetch = guardedFetch(outgoing)
  let known: { key: string; until: number; config: openid.Configuration; keys: JSONWebKeySet | null } | null =
    null

  async function discover(issuer: string): Promise<openid.ServerMetadata> {
    const config = await openid.discovery(new URL(issuer), 'kabao', undefined, openid.None(), {
      [openid.customFetch]: fetch,
      timeout: deadlineMs / 1_000,
      // Whether an address without TLS may be called is decided by the guard of outgoing calls.
      execute: [openid.allowInsecureRequests],
    })
    return config.serverMetadata()
  }

  async function configure(sso: StoredSso) {
    const key = `${sso.version} ${sso.issuer} ${sso.clientId}`
    if (known?.key === key && known.until > performance.now()) return known
    const metadata = await discover(sso.issuer)
    if (metadata.issuer !== sso.issuer) throw refusalOf(sso.name, 'issuer')
    const secret = sso.clientSecretSealed && vault.open(sso.clientSecretSealed, clientSecretPurpose)
    const config = new openid.Configuration(
      metadata,
      sso.clientId,
      { [openid.clockTolerance]: clockTolerance },
      authentication(metadata, secret),
    )
    config[openid.customFetch] = fetch
    config.timeout = deadlineMs / 1_000
    openid.allowInsecureRequests(config)
    openid.enableNonRepudiationChecks(config)
    known = { key, until: performance.now() + keptMs, config, keys: null }
    return known
  }

  async function keysOf(sso: StoredSso, isAnew: boolean): Promise<JSONWebKeySet> {
    const configured = await configure(sso)
    if (configured.keys === null || isAnew) {
      const uri = configured.config.serverMetadata().jwks_uri
      if (uri === undefined) throw new Error('The provider names no keys')
      const answer = await fetch(uri, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' })
      configured.keys = (await answer.json()) as JSONWebKeySet
    }
    return configured.keys
  }

  const wording =
    <A extends unknown[], R>(act: (sso: StoredSso, ...rest: A) => Promise<R>) =>
    async (sso: StoredSso, ...rest: A): Promise<R> => {
      try {
        return await act(sso, ...rest)
      } catch (error) {
        throw refusalOf(sso.name, error)
      }
    }

  return {
    async look(issuer) {
      const metadata = await discover(issuer)
      return {
        issuer: metadata.issuer,
        authorizationEndpoint: metadata.authorization_endpoint ?? '',
        tokenEndpoint: metadata.token_endpoint ?? '',
        endSessionEndpoint: metadata.end_session_endpoint ?? null,
        hasBackChannel: metadata.backchannel_logout_supported === true,
        scopes: metadata.scopes_supported ?? [],
        claims: metadata.claims_supported ?? [],
        hasPkce: metadata.code_challenge_methods_supported?.includes('S256') ?? false,
      }
    },

    authorizationAddress: wording(async (sso, flow: string, isConfirmation: boolean) => {
      const { config } = await configure(sso)
      const { state, nonce, verifier } = partsOf(flow)
      return openid.buildAuthorizationUrl(config, {
        redirect_uri: addressesOf(publicUrl ?? '').redirect,
        scope: ['openid', ...sso.scopes.split(' ').filter((each) => each !== '' && each !== 'openid')].join(
          ' ',
        ),
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(isConfirmation && { prompt: 'login', max_age: '0' }),
      }).href
    }),

    take: wording(async (sso, { flow, code, state, iss, error }: SsoReturn, mostAge: number | null) => {
      const expected = partsOf(flow)
      if (state !== expected.state) throw refusalOf(sso.name, 'state')
      if (iss !== undefined && iss !== sso.issuer) throw refusalOf(sso.name, 'issuer')
      const { config } = await configure(sso)
      const address = new URL(addressesOf(publicUrl ?? '').redirect)
      for (const [name, value] of Object.entries({ code, state, iss, error }))
        if (value !== undefined) address.searchParams.set(name, value)
      const tokens = await openid.authorizationCodeGrant(config, address, {
        pkceCodeVerifier: expected.verifier,
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        idTokenExpected: true,
        ...(mostAge !== null && { maxAge: mostAge }),
      })
      const claims = tokens.claims()
      if (!claims) throw refusalOf(sso.name, 'token')
      const more = config.serverMetadata().userinfo_endpoint
        ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
        : {}
      return {
        subject: claims.sub,
        providerSession: typeof claims.sid === 'string' ? hashOf(sso.issuer, claims.sid) : null,
        all: { ...more, ...claims },
      }
    }),

    endSessionAddress: wording(async (sso) => {
      const { config } = await configure(sso)
      if (config.serverMetadata().end_session_endpoint === undefined) return null
      const back = addressesOf(publicUrl ?? '').signedOut
      return openid.buildEndSessionUrl(config, { post_logout_redirect_uri: back }).href
    }),

    async readLogout(sso, token) {
      const verify = async (isAnew: boolean) =>
        jwtVerify(token, createLocalJWKSet(await keysOf(sso, isAnew)), {
          issuer: sso.issuer,
          audience: sso.clientId,
          algorithms,
          maxTokenAge: '5 minutes',
          clockTolerance,
          requiredClaims: ['iat', 'jti', 'events'],
        })
      const isUnknownKey = (error: unknown) =>
        (error as { code?: string }).code === 'ERR_JWKS_NO_MATCHING_KEY'
      const { payload } = await verify(false).catch((error) => {
        // The provider may have got a new key since.
        if (!isUnknownKey(error)) throw error
        return verify(true)
      })
      return endingOf(sso.issuer, payload)
    },
  }
}

function endingOf(issuer: string, { events, nonce, jti, sid, sub }: JWTPayload): Ending {
  const event = (events as Record<string, unknown> | null)?.[logoutEvent]
  // With a nonce it would be an ID token, which the browser has too.
  if (typeof event !== 'object' || event === null || nonce !== undefined || jti === undefined)
    throw new Error('Not a logout token')
  const jtiHash = hashOf(issuer, jti)
  if (typeof sid === 'string') return { jtiHash, providerSession: hashOf(issuer, sid) }
  if (sub === undefined) throw new Error('A logout token names a session or a person')
  return { jtiHash, subject: sub }
}

/** By the body where the provider takes it there, else in the header, which every provider takes. */
function authentication(metadata: openid.ServerMetadata, secret: string | null): openid.ClientAuth {
  if (secret === null) return openid.None()
  return metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    ? openid.ClientSecretPost(secret)
    : openid.ClientSecretBasic(secret)
}

/** Calls the provider through the guard of outgoing addresses. */
function guardedFetch(outgoing: Outgoing): openid.CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const result = await outgoing.call({
      address,
      method: method as 'GET' | 'POST',
      headers,
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      deadlineMs,
      key: 'sso:provider',
      limits,
      ...(signal && { signal }),
    })
    if (result.kind !== 'answer') throw new Unreachable(result.why)
    if (result.tooLarge || result.unreadable !== null) throw new Unreachable('badAnswer')
    const hasBody = result.status !== 204 && result.status !== 304
    return new Response(hasBody ? result.body : null, { status: result.status, headers: result.headers })
  }
}
