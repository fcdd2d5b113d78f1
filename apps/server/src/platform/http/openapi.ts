import { type Endpoint, id, inLanguage, type Language, paramNames, type Words } from '@kabao/contract'
import { idempotencyHours } from '@kabao/contract/partners/signature'
import type * as z from 'zod'
import { binary, json, refusalSchemas, responsesOf, sharedResponses } from './openapi-responses.ts'
import { type Schemas, schemasOf } from './openapi-schemas.ts'

/** A set of endpoints under one prefix, with one way to authenticate. */
export interface Api {
  title: Words
  description: Words
  version: string
  /** The prefix of every path: `/api`. */
  prefix: `/${string}`
  endpoints: readonly Endpoint[]
  /** The description of each area, by its name. */
  areas: Readonly<Record<string, Words>>
  /** How a caller authenticates, as OpenAPI security schemes by name; all of them are required together. */
  security: Readonly<Record<string, object>>
  /** The names of the schemes that an endpoint requires; all of them if it is left out. */
  securityOf?: (endpoint: Endpoint) => readonly string[]
  /** What a caller of an endpoint must know besides its fields. */
  notesOf?: (endpoint: Endpoint) => Words | undefined
  /** The description of a field, by its schema; undefined if it has none. */
  fieldWords?: (schema: z.core.$ZodType) => Words | undefined
  /** Example bodies, by the endpoint's name. */
  examples: Readonly<Record<string, unknown>>
}

/** The OpenAPI 3.1 document of an API in one language: a function of its arguments alone. */
export function openApi(api: Api, language: Language) {
  const hasIds = api.endpoints.some(({ path, params }) => paramNames(path).some((name) => !params?.[name]))
  const describe = api.fieldWords
  const schemas = schemasOf(api.endpoints, hasIds ? [id] : [], (schema) => {
    const words = describe?.(schema)
    return words && inLanguage(words, language)
  })
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of api.endpoints) {
    const path = `${api.prefix}${endpoint.path}`
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = operation(endpoint, { api, schemas, language })
  }
  const areas = [...new Set(api.endpoints.map(({ area }) => area))]
  return {
    openapi: '3.1.0',
    info: {
      title: inLanguage(api.title, language),
      version: api.version,
      description: inLanguage(api.description, language),
    },
    servers: [{ url: '/' }],
    tags: areas.map((name) => ({ name, description: (api.areas[name] ?? [name]).join(' · ') })),
    paths,
    components: {
      securitySchemes: api.security,
      responses: sharedResponses(language),
      schemas: { ...schemas.components, ...refusalSchemas(language) },
    },
  }
}

interface Context {
  api: Api
  schemas: Schemas
  language: Language
}

function operation(endpoint: Endpoint, { api, schemas, language }: Context) {
  const { query, point, owned, keyed } = endpoint
  const own = api.notesOf?.(endpoint)
  const schemes = api.securityOf?.(endpoint) ?? Object.keys(api.security)
  const notes = [
    own && inLanguage(own, language),
    point && inLanguage([`权限点：\`${point}\``, `Permission: \`${point}\``], language),
    owned &&
      inLanguage(
        ['数据范围为 `own` 的角色只见自己的数据', 'Roles with the data scope `own` see only their own rows'],
        language,
      ),
  ].filter(Boolean)
  const body = bodyOf(endpoint, api, schemas)
  return {
    operationId: endpoint.name,
    tags: [endpoint.area],
    summary: inLanguage(endpoint.summary, language),
    ...(notes.length > 0 && { description: notes.join('\n\n') }),
    security: endpoint.access === 'anyone' ? [] : [Object.fromEntries(schemes.map((name) => [name, []]))],
    parameters: [
      ...paramNames(endpoint.path).map((name) =>
        parameter(name, 'path', endpoint.params?.[name] ?? id, schemas),
      ),
      ...(keyed ? [idempotencyKey(language)] : []),
      ...Object.entries(query?.shape ?? {}).map(([name, schema]) =>
        parameter(name, 'query', schema as z.ZodType, schemas),
      ),
    ],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: responsesOf(endpoint, schemas.given(endpoint.answer), language),
  }
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

function bodyOf({ name, body, upload }: Endpoint, { examples }: Api, { taken }: Schemas) {
  if (upload) return files
  if (!body) return null
  const { 'application/json': content } = json(taken(body))
  return { 'application/json': { ...content, ...(name in examples && { example: examples[name] }) } }
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
