import { type Endpoint, id, inLanguage, type Language, paramNames } from '@kabao/contract'
import * as z from 'zod'

/**
 * The OpenAPI 3.1 document of the service, from the contract.
 * @param pause lets other calls be answered between two endpoints
 */
export async function openApi(
  endpoints: readonly Endpoint[],
  language: Language,
  version: string,
  pause: () => Promise<unknown>,
) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path}`
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = operation(endpoint, language)
    await pause()
  }
  return {
    openapi: '3.1.0',
    info: {
      title: language === 'zh-CN' ? '卡包服务管理后台接口' : 'Kabao admin API',
      version,
      description:
        language === 'zh-CN'
          ? '除网络层错误外，所有应答均为 HTTP 200 与统一信封；`code` 为 "0000" 表示成功。'
          : 'Whatever reached a handler is answered with HTTP 200 and one envelope; `code` "0000" is success.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
      schemas: { Failure: failure },
    },
  }
}

function operation(endpoint: Endpoint, language: Language) {
  const { body, query } = endpoint
  return {
    operationId: endpoint.name,
    tags: [endpoint.area],
    summary: inLanguage(endpoint.summary, language),
    ...(endpoint.point && { description: `Permission point: \`${endpoint.point}\`` }),
    security: endpoint.access === 'anyone' ? [] : [{ token: [] }],
    parameters: [
      ...paramNames(endpoint.path).map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: jsonSchema(id, 'input'),
      })),
      ...(query ? queryParameters(query) : []),
    ],
    ...(body && { requestBody: { required: true, content: json(jsonSchema(body, 'input')) } }),
    ...(endpoint.upload && { requestBody: { required: true, content: files } }),
    responses: {
      200: endpoint.download
        ? { description: 'The file; the envelope where it is refused', content: fileOrFailure }
        : {
            description: 'The envelope',
            content: json({ oneOf: [success(endpoint), { $ref: '#/components/schemas/Failure' }] }),
          },
    },
  }
}

function queryParameters(query: z.ZodObject) {
  return Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    schema: jsonSchema(schema as z.ZodType, 'input'),
  }))
}

const success = (endpoint: Endpoint) => ({
  type: 'object',
  required: ['code', 'desc', 'data'],
  properties: {
    code: { const: '0000' },
    desc: { type: 'string' },
    data: jsonSchema(endpoint.answer, 'output'),
  },
})

const failure = {
  type: 'object',
  required: ['code', 'status', 'desc', 'msg', 'data'],
  properties: {
    code: { enum: ['2000', '4000', '4010', '4030', '4040', '4090', '4290', '50000'] },
    status: { const: 'fail' },
    desc: { type: 'string' },
    msg: { type: 'string' },
    data: {
      type: ['object', 'null'],
      properties: {
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        requestId: { type: 'string' },
        current: {},
      },
    },
  },
}

const json = (schema: unknown) => ({ 'application/json': { schema } })

const binary = { type: 'string', format: 'binary' }
const files = {
  'multipart/form-data': {
    schema: { type: 'object', required: ['files'], properties: { files: { type: 'array', items: binary } } },
  },
}
const fileOrFailure = {
  '*/*': { schema: binary },
  ...json({ $ref: '#/components/schemas/Failure' }),
}

const jsonSchema = (schema: z.core.$ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  })
  return rest
}
