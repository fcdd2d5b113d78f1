import { type Endpoint, id, inLanguage, type Language, paramNames, type Words } from '@kabao/contract'
import { type Operation, operationsOf } from '@kabao/contract/kernel/families'
import { idempotencyHours } from '@kabao/contract/partners/signature'
import type * as z from 'zod'
import { binary, json, refusalSchemas, responsesOf, sharedResponses } from './openapi-responses.ts'
import { type JsonSchema, type Schemas, schemasOf } from './openapi-schemas.ts'

/** A set of endpoints under one prefix, with one way to authenticate. */
export interface Api {
  title: Words
  description: Words
  /** The prefix of every path: `/api`. */
  prefix: `/${string}`
  endpoints: readonly Endpoint[]
  /** The description of each area, by its name. */
  areas: Readonly<Record<string, Words>>
  /** How a caller authenticates, as OpenAPI security schemes by name. */
  security: Readonly<Record<string, object>>
  /** The ways to call an endpoint, each by the names of the schemes that it requires together. */
  securityOf: (endpoint: Endpoint) => readonly (readonly string[])[]
  /** What a caller of an endpoint must know besides its fields. */
  notesOf?: (endpoint: Endpoint) => Words | undefined
  /** The description of a field, by its schema; undefined if it has none. */
  fieldWords?: (schema: z.core.$ZodType) => Words | undefined
  /** Example bodies, by the endpoint's name. */
  examples: Readonly<Record<string, unknown>>
  /** What the service sends to others. */
  webhooks?: readonly ApiWebhook[]
}

/** A request that the service makes: the one who is told describes it, so to say. */
export interface ApiWebhook {
  name: string
  /** One of the areas. */
  area: string
  summary: Words
  description: Words
  body: z.ZodObject
  example: unknown
}

/** The OpenAPI 3.1 document of an API in one language: a function of its arguments alone. */
export function openApi(api: Api, language: Language) {
  const hasIds = api.endpoints.some(({ path, params }) => paramNames(path).some((name) => !params?.[name]))
  const describe = api.fieldWords
  const webhooks = api.webhooks ?? []
  const schemas = schemasOf({
    endpoints: api.endpoints,
    parameters: hasIds ? [id] : [],
    webhooks,
    describe: (schema) => {
      const words = describe?.(schema)
      return words && inLanguage(words, language)
    },
  })
  const operations = operationsOf(api.endpoints)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const path = `${api.prefix}${operation.path}`
    const [{ call }] = operation.calls as [Call]
    paths[path] ??= {}
    paths[path][call.method.toLowerCase()] = described(operation, { api, schemas, language })
  }
  const areas = [...new Set([...operations, ...webhooks].map(({ area }) => area))]
  return {
    openapi: '3.1.0',
    info: {
      title: inLanguage(api.title, language),
      // Of the API, which is called without a number. What is deployed is nothing for whoever reads this without a session.
      version: '1',
      description: inLanguage(api.description, language),
    },
    servers: [{ url: '/' }],
    tags: areas.map((name) => ({ name, description: (api.areas[name] ?? [name]).join(' · ') })),
    paths,
    ...(webhooks.length > 0 && {
      webhooks: Object.fromEntries(
        webhooks.map((webhook) => [webhook.name, { post: sent(webhook, schemas, language) }]),
      ),
    }),
    components: {
      securitySchemes: api.security,
      responses: sharedResponses(language),
      schemas: { ...schemas.components, ...refusalSchemas(language) },
    },
  }
}

/** What the one who is told gets, and may answer. */
const sent = (
  { name, area, summary, description, body, example }: ApiWebhook,
  { given }: Schemas,
  language: Language,
) => {
  const { 'application/json': content } = json(given(body))
  return {
    operationId: `webhook.${name}`,
    tags: [area],
    summary: inLanguage(summary, language),
    description: inLanguage(description, language),
    security: [],
    requestBody: { required: true, content: { 'application/json': { ...content, example } } },
    responses: {
      '2XX': { description: inLanguage(['已收到', 'It was taken'], language) },
      '4XX': { description: inLanguage(['未收到，将重发', 'It was not taken, and is sent again'], language) },
    },
  }
}

interface Context {
  api: Api
  schemas: Schemas
  language: Language
}
type Call = Operation['calls'][number]

function described(operation: Operation, { api, schemas, language }: Context) {
  const calls = operation.calls.map(({ call }) => call)
  const [first] = calls as [Endpoint]
  const own = api.notesOf?.(first)
  const notes = [own && inLanguage(own, language), ...permissionsOf(operation, language)].filter(Boolean)
  const body = bodyOf(calls, api, schemas)
  const query = Object.assign({}, ...calls.map((call) => call.query?.shape))
  return {
    operationId: operation.name,
    tags: [operation.area],
    summary: inLanguage(operation.summary, language),
    ...(notes.length > 0 && { description: notes.join('\n\n') }),
    security:
      first.access === 'anyone'
        ? []
        : api.securityOf(first).map((names) => Object.fromEntries(names.map((name) => [name, []]))),
    parameters: [
      ...paramNames(operation.path).map((name) => pathParameter(name, operation, schemas)),
      ...(calls.some(({ keyed }) => keyed) ? [idempotencyKey(language)] : []),
      ...Object.entries(query).map(([name, schema]) =>
        parameter(name, 'query', schema as z.ZodType, schemas),
      ),
    ],
    ...(body && {
      requestBody: { required: !calls.some((call) => !call.body && !call.upload), content: body },
    }),
    responses: responsesOf(calls, anyOf(calls.map(({ answer }) => schemas.given(answer))), language),
  }
}

/** What a caller needs for an endpoint: one line, or a list with a line for each of its calls. */
function permissionsOf({ calls }: Operation, language: Language): (string | null)[] {
  if (calls.length > 1) return [calls.map((each) => `- ${callLine(each, language)}`).join('\n')]
  const [{ call }] = calls as [Call]
  return [
    call.point && inLanguage([`权限点：\`${call.point}\``, `Permission: \`${call.point}\``], language),
    call.byPerson && call.access !== 'anyone' ? inLanguage(byPerson, language) : null,
    call.owned ? inLanguage(ownRows, language) : null,
  ]
}
const callLine = ({ call, words }: Call, language: Language) =>
  [
    `\`${Object.values(words).join('/')}\` ${inLanguage(call.summary, language)}`,
    call.point && `\`${call.point}\``,
    call.owned && inLanguage(ownRows, language),
    call.byPerson && inLanguage(byPerson, language),
  ]
    .filter(Boolean)
    .join(' · ')
const byPerson: Words = ['须本人操作，访问令牌不能调用', 'Needs the person: an access token cannot call it']
const ownRows: Words = [
  '数据范围为 `own` 的角色只见自己的数据',
  'Roles with the data scope `own` see only their own rows',
]

/** Any of the schemas, each once. */
function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  return distinct.length === 1 ? (distinct[0] as JsonSchema) : { anyOf: distinct }
}

/** A parameter of the path: a word of one of the calls, or what the calls declare. */
function pathParameter(name: string, { calls }: Operation, schemas: Schemas) {
  const [{ call, words }] = calls as [Call]
  if (!(name in words)) return parameter(name, 'path', call.params?.[name] ?? id, schemas)
  const all = [...new Set(calls.map((each) => each.words[name]))]
  return { name, in: 'path', required: true, schema: { type: 'string', enum: all } }
}

const parameter = (name: string, place: 'path' | 'query', schema: z.ZodType, { taken }: Schemas) => ({
  name,
  in: place,
  required: !schema.safeParse(undefined).success,
  schema: taken(schema),
})

const idempotencyKey = (language: Language) => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: inLanguage(
    [
      `${idempotencyHours} 小时内以相同的值再次发送相同的请求，会得到第一次的应答，不会再执行一次`,
      `The same call sent again with the same value within ${idempotencyHours} hours gets the first answer and does nothing more`,
    ],
    language,
  ),
  schema: { type: 'string', minLength: 1, maxLength: 128 },
})

function bodyOf(calls: readonly Endpoint[], { examples }: Api, { taken }: Schemas) {
  if (calls.some(({ upload }) => upload)) return files
  const bodies = calls.flatMap(({ body }) => (body ? [taken(body)] : []))
  if (bodies.length === 0) return null
  const { 'application/json': content } = json(anyOf(bodies))
  const example = calls.find(({ name }) => name in examples)
  return { 'application/json': { ...content, ...(example && { example: examples[example.name] }) } }
}

/** The field `files`, repeated for each file. */
const files = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['files'],
      properties: { files: { type: 'array', minItems: 1, items: binary } },
    },
  },
}
