import type { Browser, TestProvider } from '../../../scripts/lib/sso-provider.ts'
import { type Answer, secret, type TestApp } from './harness.ts'

/** What the provider gave the browser, as the console sends it. */
export const returned = (at: URL): Record<string, string> => {
  const values = Object.fromEntries(
    ['code', 'state', 'iss', 'error'].flatMap((name) => {
      const value = at.searchParams.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  if (values.code) secret(values.code)
  return values
}

let made = 0

/** Acts of people at the login page and of super administrators. */
export function ssoCaller(app: TestApp, provider: Pick<TestProvider, 'settings'>) {
  const post = async (token: string | null, language: string, path: string, payload: object) => {
    const response = await app.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'accept-language': language, ...(token !== null && { token }) },
      payload,
    })
    return response.json()
  }

  const start = async (
    confirm = false,
    token: string | null = null,
  ): Promise<{ address: string; flow: string }> => {
    const { data } = await post(token, 'zh-CN', '/sso/start', { confirm })
    secret(data.flow)
    return data
  }

  const finish = (token: string | null, flow: string, at: URL, language = 'zh-CN') =>
    post(token, language, '/sso/finish', { flow, ...returned(at) })

  const createRole = async (code: string, { isSuper = false } = {}): Promise<string> => {
    const { rows } = await app.pool.query(
      'insert into role (code, name, is_super) values ($1, $1, $2) returning id',
      [code, isSuper],
    )
    return rows[0].id
  }

  return {
    start,
    finish,
    createRole,

    /** Changes the settings as a super administrator. */
    async configure(changes: Record<string, unknown> = {}): Promise<Answer> {
      const root = await app.as('*')
      const { version } = (await root('GET', '/sso')).body.data
      return root('PUT', '/sso', { ...provider.settings, version, ...changes })
    },
  }
}

/** Acts of people whom the real provider knows. */
export function ssoPeople(app: TestApp, provider: TestProvider) {
  const { start, finish, createRole, configure } = ssoCaller(app, provider)
  return {
    start,
    finish,
    createRole,
    configure,

    /** An administrator with an e-mail address, and a person of the provider with the same. */
    async someone({ verified = true, roles }: { verified?: boolean; roles?: string[] } = {}) {
      const nth = ++made
      const [sub, username] = [`sub-${nth}`, `someone${nth}`]
      const email = `${username}@example.com`
      const id = await app.createAdmin({ username, password: 'right 12' })
      const role = await createRole(`role-of-${nth}`)
      await app.pool.query('insert into admin_role select $1, unnest($2::bigint[])', [id, roles ?? [role]])
      await app.pool.query('update admin set email = $2 where id = $1', [id, email.toUpperCase()])
      provider.people.set(sub, {
        email,
        email_verified: verified,
        name: username,
        preferred_username: username,
      })
      return { id, sub, username, email, role }
    },

    /** The whole way of a sign-in. */
    async signIn(sub: string, { browser, language }: { browser?: Browser; language?: string } = {}) {
      provider.sub = sub
      const { address, flow } = await start()
      return finish(null, flow, await provider.visit(address, browser), language)
    },
  }
}
