import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { consoleFolder } from '#platform/base/paths'
import { version } from '#platform/base/version'
import { registerConsole } from '#platform/http/console-files'
import { registerUnknownPaths } from '#platform/http/errors'
import { registerSecurityHeaders } from '#platform/http/security-headers'
import { wrongHeaders } from './answer-headers.ts'
import { startApp } from './harness.ts'
import { anyAddress } from './hostile/caller.ts'
import { collectRoutes, type Route } from './routes.ts'

const routes = collectRoutes()
const app = startApp()

const tooLong = JSON.stringify({ a: 'x'.repeat(3_000_000) })

/** What a stranger, or somebody with a wrong token, may send to a route, each refused or answered in another place of the service. */
const requests: Record<string, (route: Route) => InjectOptions> = {
  'a plain request': () => ({}),
  'a wrong token': () => ({ headers: { token: 'unknown' } }),
  'a body that is no JSON': ({ method }) =>
    method === 'GET' ? {} : { payload: '{"a":', headers: { 'content-type': 'application/json' } },
  'a type that nothing reads': ({ method }) =>
    method === 'GET' ? {} : { payload: 'a', headers: { 'content-type': 'text/csv' } },
  'a body that is far too long': ({ method }) =>
    method === 'GET'
      ? {}
      : {
          payload: tooLong,
          headers: { 'content-type': 'application/json' },
        },
  'a page of another origin': () => ({ headers: { origin: 'https://other.example.com' } }),
  'a path that is no text': () => ({ query: { a: '\u0000' } }),
}

interface Answer {
  what: string
  url: string
  headers: Readonly<Record<string, unknown>>
  body: string
}

/** The answers to each of these requests at each route. */
let answers: readonly Answer[] = []
beforeAll(async () => {
  const found: Answer[] = []
  for (const [name, route] of [...routes, ...others])
    for (const [what, options] of Object.entries(requests)) {
      const url = route.url.replaceAll(/:\w+/g, '1').replace('*', 'x')
      const { headers, body } = await send(app.app, {
        method: route.method as 'GET',
        url,
        ...options(route),
      })
      found.push({ what: `${name}, ${what}`, url, headers, body })
    }
  answers = found
}, 120_000)

/** What somebody says of the answers, the first twenty sentences. */
function judged(judge: (answer: Answer) => string[]): string[] {
  expect(answers.length).toBeGreaterThan(5_000)
  return answers.flatMap((each) => judge(each).map((sentence) => `${each.what}: ${sentence}`)).slice(0, 20)
}

/** A service that has nothing but a built console in this folder. */
async function consoleIn(folder: string): Promise<FastifyInstance> {
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'assets/app.js'), '')
  const console = Fastify()
  await registerSecurityHeaders(console)
  registerUnknownPaths(console)
  await registerConsole(console, folder, () => ({}) as never)
  return console
}

const send = (to: FastifyInstance, options: InjectOptions) =>
  to.inject({ remoteAddress: anyAddress(), ...options })

/** Addresses and methods that the service does not have. */
const others = (
  [
    ['GET', '/nothing'],
    ['GET', '/api/nothing'],
    ['POST', '/open/nothing'],
    ['OPTIONS', '/api/user/page'],
    ['DELETE', '/healthz'],
    ['HEAD', '/healthz'],
  ] as const
).map(([method, url]) => [`${method} ${url}`, { method, url }] as const)

/** How long a file may be kept; the console is there only if it was built. @returns undefined for an answer that no cache keeps */
function keptOf(url: string, headers: Answer['headers']): string | undefined {
  if (/\/swagger-ui/.test(url)) return 'public, max-age=86400'
  const isFile = url !== '/' && existsSync(join(consoleFolder, url))
  if (isFile && url.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  const isPage = String(headers['content-type']).startsWith('text/html') && !url.endsWith('/docs')
  return isFile || isPage ? 'no-cache' : undefined
}

test('every answer has the security headers, and no cache keeps it', () => {
  expect(judged(({ url, headers }) => wrongHeaders(headers, keptOf(url, headers)))).toEqual([])
})

test('a page of the console has them too, and is asked for each time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabao-console-'))
  const console = await consoleIn(folder)
  try {
    for (const url of ['/', '/index.html', '/user/list']) {
      const { statusCode, headers } = await send(console, { url })
      expect([url, statusCode, headers['cache-control']]).toEqual([url, 200, 'no-cache'])
      expect(wrongHeaders(headers, 'no-cache')).toEqual([])
    }
  } finally {
    await console.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('no address leads out of the folder of the console', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabao-console-'))
  await writeFile(join(folder, 'secret.json'), 'not for you')
  const console = await consoleIn(join(folder, 'dist'))
  try {
    for (const up of ['.', '..', '%2e%2e', '..%2f', '..%5c', 'assets/..%2f..'])
      expect((await send(console, { url: `/${up}/secret.json` })).body).not.toContain('not for you')
    for (const url of ['/assets/', '/assets', '/.env'])
      expect((await send(console, { url })).body).not.toMatch(/app\.js|secret/)
  } finally {
    await console.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('no answer sets a cookie or is for pages of other origins, apart from the reports of errors', () => {
  const found = judged(({ url, headers }) =>
    Object.keys(headers).filter(
      (name) => name === 'set-cookie' || (name.startsWith('access-control-') && url !== '/open/error'),
    ),
  )
  expect(found).toEqual([])
})

test('no answer tells a stranger what runs: no version, no library, no place in the code', () => {
  const number = new RegExp(
    `(?<![\\d.])${(version.split('+')[0] as string).replaceAll('.', '\\.')}(?![\\d.])`,
  )
  const internal = /node_modules|\bat \w[\w.]* \(|\.(ts|mjs|js):\d+/
  const found = judged(({ url, body, headers }) => {
    // The page of Swagger UI is a published package, the same wherever it is served; the metrics have a guard of their own.
    if (/swagger-ui|^\/metrics/.test(url)) return []
    const said = `${JSON.stringify(headers)} ${body}`
    return [
      ...(number.test(said) ? ['says the version'] : []),
      ...(internal.test(said) ? ['says where it is in the code'] : []),
      ...['server', 'x-powered-by', 'via'].filter((name) => headers[name] !== undefined),
    ]
  })
  expect(found).toEqual([])
})
