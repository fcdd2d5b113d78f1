import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { secret } from './harness.ts'

/** What a token of the made-up provider has otherwise than a right one. */
export interface Forgery {
  claims?: JWTPayload
  /** `none`: without a signature; `foreign`: signed with a key that is not published. */
  signature?: 'none' | 'foreign'
  /** Of the head of the token. */
  typ?: string
}

export interface MadeUpProvider {
  issuer: string
  /** What is wrong with the ID token of the next sign-in. */
  forgery: Forgery
  /** What its discovery document says otherwise. */
  says: Record<string, unknown>
  /** The address that the browser gets back for an authorization address. */
  visit(address: string): URL
  logoutToken(claims: JWTPayload, forgery?: Forgery): Promise<string>
  close(): Promise<void>
}

/** A provider that lies, which a real one does not let itself be made to do. */
export async function startMadeUpProvider(): Promise<MadeUpProvider> {
  const own = await generateKeyPair('RS256')
  const foreign = await generateKeyPair('RS256')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const nonces = new Map<string, string>()

  const sign = async (claims: JWTPayload, { signature, typ = 'JWT', claims: other }: Forgery) => {
    const now = Math.floor(Date.now() / 1_000)
    const standard = { iss: issuer, aud: 'kabao', sub: 'somebody', iat: now, exp: now + 300 }
    const all = Object.fromEntries(
      Object.entries({ ...standard, ...claims, ...other }).filter(([, value]) => value !== null),
    )
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    if (signature === 'none') return `${part({ alg: 'none', typ })}.${part(all)}.`
    const key = signature === 'foreign' ? foreign.privateKey : own.privateKey
    return new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid: 'own', typ }).sign(key)
  }

  const made: MadeUpProvider = {
    issuer,
    forgery: {},
    says: {},
    visit(address) {
      const { searchParams } = new URL(address)
      const code = secret(crypto.randomUUID())
      nonces.set(code, searchParams.get('nonce') ?? '')
      const at = new URL(searchParams.get('redirect_uri') ?? '')
      at.searchParams.set('code', code)
      at.searchParams.set('state', searchParams.get('state') ?? '')
      return at
    },
    logoutToken: (claims, forgery = {}) =>
      sign(
        {
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          jti: crypto.randomUUID(),
          ...claims,
        },
        { typ: 'logout+jwt', ...forgery },
      ),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }

  server.on('request', async (request, response) => {
    const answer = (value: object) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    if (request.url === '/.well-known/openid-configuration')
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256', 'none'],
        ...made.says,
      })
    if (request.url === '/keys')
      return answer({ keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', use: 'sig', alg: 'RS256' }] })
    let body = ''
    for await (const chunk of request) body += chunk
    const nonce = nonces.get(new URLSearchParams(body).get('code') ?? '') ?? ''
    const token = secret(await sign({ nonce, sid: 'a session' }, made.forgery))
    return answer({ access_token: 'unused', token_type: 'bearer', id_token: token })
  })
  return made
}
