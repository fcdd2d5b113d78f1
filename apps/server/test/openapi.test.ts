import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { area, codes, type Endpoint, inLanguage, languages } from '@kabao/contract'
import { bodyExamples } from '@kabao/contract/app/api-document'
import { endpoints } from '@kabao/contract/app/areas'
import { intakeEndpoints } from '@kabao/contract/intake/calls'
import { refusalsOf } from '@kabao/contract/kernel/refusals'
import { webhookCatalog } from '@kabao/contract/reach/webhook-event'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { adminApi } from '#boot/admin-api'
import { intakeApi } from '#intake/api'
import { repositoryRoot } from '#platform/base/paths'
import { type Api, openApi } from '#platform/http/openapi'
import { undeclaredRefusals } from './declared-refusals.ts'
import { startApp } from './harness.ts'

const app = startApp()

/** Inside the repository, where the generated client finds the compiler's settings and nothing else of ours. */
const folder = join(repositoryRoot, '.cache/test/openapi')
const inRepository = (path: string) => join(repositoryRoot, path)

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
})

/** Runs a tool of node_modules without network requests. @returns its output and its exit code */
async function run(script: string, ...args: string[]) {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
  }
  const command = [inRepository(`node_modules/${script}`), ...args]
  return promisify(execFile)(process.execPath, command, { cwd: folder, env, maxBuffer: 1e8 }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  )
}
const redocly = (...args: string[]) => run('@redocly/cli/bin/cli.js', ...args)

async function lint(name: string, document: object) {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify(document))
  return redocly('lint', path, '--config', inRepository('apps/server/redocly.yaml'))
}

type Document = ReturnType<typeof openApi>
const documentIn = async (language: string): Promise<Document> =>
  (await app.app.inject({ url: '/api/docs/openapi.json', headers: { 'accept-language': language } })).json()

/** Every object of a document, with its path. */
function* objectsOf(value: unknown, path = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>]
  for (const [key, below] of Object.entries(value)) yield* objectsOf(below, `${path}/${key}`)
}

/** The schemas of an endpoint's HTTP 200 response, by media type. */
function contentOf({ paths }: Document, method: string, path: string): Content {
  const operation = paths[`/api${path}`]?.[method] as { responses: Record<'200', { content: Content }> }
  return operation.responses[200].content
}
type Content = Record<string, { schema: { oneOf?: { $ref?: string }[] } }>

describe('the document', () => {
  test.each(languages)(
    'in %s keeps the rules, and every reference of it leads somewhere',
    async (language) => {
      const { code, said } = await lint(`${language}.json`, await documentIn(language))
      expect([code, code === 0 ? '' : said]).toEqual([0, ''])
    },
  )

  test('with a broken reference would be found', async () => {
    const document = await documentIn('en-US')
    const { RoleNode: _, ...schemas } = document.components.schemas
    const broken = { ...document, components: { ...document.components, schemas } }
    const { code, said } = await lint('broken.json', broken)
    expect(code).toBe(1)
    expect(said).toMatch(/RoleTreeAnswer.*\n+Can't resolve \$ref/)
  })

  test('writes no schema of four fields or more twice', async () => {
    const document = await documentIn('en-US')
    const places = new Map<string, string[]>()
    for (const [path, { type, properties }] of objectsOf(document)) {
      if (type !== 'object' || Object.keys(properties ?? {}).length < 4) continue
      const text = JSON.stringify(properties)
      places.set(text, [...(places.get(text) ?? []), path])
    }
    expect(places.size).toBeGreaterThan(50)
    expect([...places.values()].filter((paths) => paths.length > 1)).toEqual([])
  })

  test('lists for each endpoint the codes it refuses with', async () => {
    const document = await documentIn('en-US')
    const schemas = document.components.schemas as Record<string, { properties: { code: { const: string } } }>
    const codesOf = (method: string, path: string) => {
      const { oneOf = [] } = contentOf(document, method, path)['application/json']?.schema ?? {}
      return oneOf.flatMap(({ $ref }) =>
        $ref ? [schemas[$ref.split('/').at(-1) as string]?.properties.code.const] : [],
      )
    }
    expect(codesOf('get', '/role/tree')).toEqual(['2000', '4030', '50000'])
    expect(codesOf('post', '/admin/login')).toEqual(['4000', '4010', '4090', '4290', '50000'])
    expect(codesOf('post', '/user/{id}/reveal')).toEqual([
      '2000',
      '4000',
      '4030',
      '4040',
      '4090',
      '4290',
      '50000',
    ])
    expect(codesOf('get', '/file/{id}')).toEqual(['2000', '4000', '4030', '4040', '50000'])
  })

  test('describes how files are uploaded and their types', async () => {
    const document = await documentIn('en-US')
    expect(document.paths['/api/common/upload']?.post).toMatchObject({
      requestBody: {
        content: { 'multipart/form-data': { schema: { properties: { files: { type: 'array' } } } } },
      },
    })
    expect(Object.keys(contentOf(document, 'get', '/import/{list}/template'))).toEqual([
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/json',
    ])
  })
})

describe('examples', () => {
  const withBody = endpoints.filter(({ body }) => body !== undefined)
  const examples: Record<string, unknown> = bodyExamples

  test('exist for every body with required fields', () => {
    const needy = withBody.filter(({ body }) => body?.safeParse({}).success === false)
    expect(needy.length).toBeGreaterThan(20)
    expect(needy.map(({ name }) => name).filter((name) => !(name in examples))).toEqual([])
  })

  test('are accepted by their endpoints', () => {
    const refused = withBody
      .filter(({ name }) => name in examples)
      .map(({ name, body }) => [name, body?.safeParse(examples[name]).error?.issues])
      .filter(([, issues]) => issues !== undefined)
    expect(refused).toEqual([])
  })
})

describe('another API', () => {
  const row = z.object({ id: z.string(), name: z.string() })
  const call = (path: `/${string}`, answer: z.ZodType, more: object = {}): Endpoint =>
    area('visit', { list: { method: 'GET', path, kind: 'read', summary: ['列表', 'List'], answer, ...more } })
      .list as Endpoint
  const api = (...listed: Endpoint[]): Api => ({
    ...adminApi,
    title: ['开放接口', 'Open API'],
    prefix: '/open',
    endpoints: listed,
    areas: { visit: ['访问', 'Visits'] },
    security: { key: { type: 'apiKey', in: 'header', name: 'x-channel' } },
    securityOf: () => [['key']],
  })

  test('has a document of its own, which follows the rules too', async () => {
    const made = openApi(api(call('/visit', z.array(row))), 'zh-CN')
    expect(made.info.title).toBe('开放接口')
    expect(Object.keys(made.paths)).toEqual(['/open/visit'])
    expect(made.paths['/open/visit']?.get).toMatchObject({ security: [{ key: [] }] })
    expect(made.components.schemas).toHaveProperty('VisitListItem')
    expect(made.components.schemas).not.toHaveProperty('Role')
    expect(await lint('open.json', made)).toMatchObject({ code: 0 })
  })

  test.each(languages)(
    'is made of the open contract too, with a description of each field (%s)',
    async (language) => {
      const made = openApi(intakeApi, language)
      expect(Object.keys(made.paths)).toHaveLength(intakeEndpoints.length)
      expect(made.components.schemas).toMatchObject({
        OpenUserBody: {
          properties: {
            phone: { description: inLanguage(['手机号，11 位', 'The phone number, 11 digits'], language) },
          },
        },
      })
      expect(made.paths['/open/order/{no}']?.get).toMatchObject({
        parameters: [{ name: 'no', in: 'path', required: true, schema: { maxLength: 64 } }],
      })
      expect(made.webhooks).toMatchObject(
        Object.fromEntries(
          webhookCatalog.map(({ event, words, example }) => [
            event,
            {
              post: {
                summary: inLanguage(words, language),
                requestBody: { content: { 'application/json': { example } } },
              },
            },
          ]),
        ),
      )
      expect(made.components.schemas).toMatchObject({
        WonWebhook: {
          properties: {
            event: { const: 'won' },
            leadId: { description: inLanguage(['线索编号', 'Lead ID'], language) },
          },
        },
      })
      const { code, said } = await lint(`open-contract-${language}.json`, made)
      expect([code, code === 0 ? '' : said]).toEqual([0, ''])
    },
  )

  test('needs a name for a recursive schema, and different names for two schemas', () => {
    interface Tree {
      below: Tree[]
    }
    const tree: z.ZodType<Tree> = z.lazy(() => z.object({ below: z.array(tree) }))
    expect(() => openApi(api(call('/tree', z.object({ tree }))), 'en-US')).toThrow(/contains itself/)
    const named = row.extend({}).meta({ id: 'VisitListAnswer' })
    expect(() => openApi(api(call('/pair', z.object({ named }))), 'en-US')).toThrow(/VisitListAnswer/)
  })
})

/** A client program that knows the service only from the generated client. */
const program = `
import { client, role_page, role_tree, file_upload, type RoleNode, type Role } from './client.ts'

client.configure({ retry: { retries: 0 } })

const count = (nodes: readonly RoleNode[]): number => nodes.reduce((sum, node) => sum + 1 + count(node.children), 0)

export async function main(serverUrl: string, token: string) {
  client.configure({ serverUrl, auth: { apiKey: { token } } })
  const page = await role_page({ body: { size: 5, sort: '-createdAt' } })
  if (page.code !== '0000') throw new Error(page.desc)
  const first: Role | undefined = page.data.records[0]
  const tree = await role_tree({})
  if (tree.code !== '0000') throw new Error(tree.desc)
  const refused = await role_page({ body: { size: 5000 } })
  const uploaded = await file_upload({ query: { use: 'avatar' }, body: { files: [new Blob(['no image'])] } })
  return {
    first: first?.code,
    nodes: count(tree.data.nodes),
    refused: refused.code === '4000' ? refused.data?.fields?.size : undefined,
    uploaded: uploaded.code,
  }
}

export async function wrong() {
  // @ts-expect-error an order that the list does not have
  await role_page({ body: { sort: 'password' } })
  const page = await role_page({ body: {} })
  // @ts-expect-error a refusal has no rows
  return page.data.records
}
`

const compilerOptions = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: [],
}

test('a client generated from it compiles strictly, and a program that uses it makes real requests', async () => {
  const path = join(folder, 'client.json')
  await writeFile(path, JSON.stringify(await documentIn('en-US')))
  const made = await redocly(
    'generate-client',
    path,
    '-o',
    join(folder, 'client.ts'),
    '--args-style',
    'grouped',
  )
  expect([made.code, made.code === 0 ? '' : made.said]).toEqual([0, ''])
  await writeFile(join(folder, 'program.ts'), program)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  expect(await run('typescript/bin/tsc', '-p', folder)).toEqual({ code: 0, said: '' })

  const { token } = await app.as('role:page')
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.address() as AddressInfo
  const { main } = await import(/* @vite-ignore */ join(folder, 'program.ts'))
  expect(await main(`http://127.0.0.1:${port}`, token)).toEqual({
    first: expect.stringMatching(/^test-/),
    nodes: expect.any(Number),
    refused: expect.any(String),
    uploaded: codes.invalid,
  })
})

test('a code that an endpoint does not declare is found in a log', async () => {
  const line = (route: string, code: string, status = 200) =>
    JSON.stringify({ msg: 'answered', method: 'GET', route, status, code })
  const log = join(folder, 'service.log')
  await writeFile(
    log,
    [
      line('/api/role/:id', '4040'),
      line('/api/role/:id', '4090'),
      line('/api/role/tree', '4000', 400),
      line('/api/file/:id', '304', 304),
    ].join('\n'),
  )
  expect(await undeclaredRefusals(log)).toEqual(['GET /api/role/:id 4090'])
})

test('an endpoint declares the codes that others of its kind do not refuse with', () => {
  const login = endpoints.find(({ name }) => name === 'session.login') as Endpoint
  expect(refusalsOf(login)).toContain(codes.wrongCredentials)
  expect(refusalsOf({ ...login, refuses: [] })).not.toContain(codes.wrongCredentials)
})
