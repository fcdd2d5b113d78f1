import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** A port on which nothing listens now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A person whom the provider knows: the claims by which it names them. */
export type Person = Record<string, unknown>

export interface TestProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Who signs in next, by the subject. */
  people: Map<string, Person>
  /** Who sits at the browser. */
  sub: string
  /** Signs in like a browser. @returns the address to which the provider sends the browser back */
  visit(address: string, browser?: Browser): Promise<URL>
  /** Signs out at the provider in this browser. */
  signOut(browser: Browser): Promise<void>
  /** Settings of ours for this provider. */
  settings: Record<string, unknown>
  close(): Promise<void>
}

/** The cookies of a browser at the provider. */
export type Browser = Map<string, string>

/** A real OpenID provider on this machine. Its people sign in without typing anything. */
export async function startSsoProvider(publicUrl: string, clientSecret: string): Promise<TestProvider> {
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Person>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'kabao',
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/login`],
        post_logout_redirect_uris: [`${publicUrl}/login`],
        backchannel_logout_uri: `${publicUrl}/api/sso/back-channel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    // Its own way refuses addresses of this machine.
    fetch: (address, options) => fetch(address, { ...options, dispatcher: undefined } as RequestInit),
    cookies: { keys: ['a key of cookies'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      phone: ['phone_number', 'phone_number_verified'],
      profile: ['name', 'preferred_username', 'groups'],
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = `<!doctype html><title>Sign out</title>${form}<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out here</button>`
        },
      },
    },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: async (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ ...people.get(sub), sub }),
    }),
    // Nobody is asked for a consent: the client is of the same company.
    loadExistingGrant: async (context) => {
      const grant = new provider.Grant({
        clientId: context.oidc.client?.clientId ?? '',
        accountId: context.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email phone profile')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  const send = async (at: URL, browser: Browser, form?: URLSearchParams) => {
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...browser].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      browser.set(name, value)
    }
    return response
  }
  const made: TestProvider = {
    issuer,
    clientId: 'kabao',
    clientSecret,
    people,
    sub: '',
    async visit(address, browser = new Map()) {
      let at = new URL(address)
      for (let hop = 0; hop < 10; hop++) {
        const response = await send(at, browser)
        const location = response.headers.get('location')
        if (location === null) throw new Error(`${response.status} ${await response.text()}`)
        at = new URL(location, at)
        if (at.origin !== issuer) return at
      }
      throw new Error('The provider does not come to an end')
    },
    async signOut(browser) {
      const page = await (await send(new URL(`${issuer}/session/end`), browser)).text()
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
      await send(
        new URL(`${issuer}/session/end/confirm`),
        browser,
        new URLSearchParams({ xsrf, logout: 'yes' }),
      )
    },
    settings: {
      isOn: true,
      name: '企业账号',
      issuer,
      clientId: 'kabao',
      clientSecret,
      scopes: 'profile email phone',
      claim: 'email',
      creates: false,
      groupsClaim: '',
      roles: [],
      factor: 'own',
      signsOut: false,
      passwordsOff: false,
      breakGlassId: null,
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return handle(request, response)
    provider
      .interactionFinished(request, response, { login: { accountId: made.sub } })
      .catch((error: Error) => response.writeHead(500).end(error.message))
  })
  return made
}
