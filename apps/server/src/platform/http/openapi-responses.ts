import { codes, type Endpoint, inLanguage, type Language, type Words } from '@kabao/contract'
import { type RefusalCode, refusalsOf } from '@kabao/contract/kernel/refusals'
import { type JsonSchema, refTo } from './openapi-schemas.ts'

/** The name of each refusal, its text, and the schema of its `data`. */
const refusals: Record<RefusalCode, { name: string; words: Words; data: JsonSchema }> = {
  [codes.sessionExpired]: {
    name: 'SessionExpired',
    words: ['未登录或会话已结束', 'Not signed in, or the session has ended'],
    data: { type: 'null' },
  },
  [codes.invalid]: {
    name: 'Invalid',
    words: ['输入有误，`fields` 按字段说明', 'The input is invalid; `fields` says which fields and why'],
    data: orNull({ fields: sentences() }),
  },
  [codes.wrongCredentials]: {
    name: 'WrongCredentials',
    words: ['账号、密码或验证码有误', 'The account, the password or the code is wrong'],
    data: { type: 'null' },
  },
  [codes.forbidden]: {
    name: 'Forbidden',
    words: ['缺少权限点，或须先修改密码', 'A permission is missing, or the password must be changed first'],
    data: { type: 'null' },
  },
  [codes.notFound]: {
    name: 'NotFound',
    words: ['记录不存在，或不在数据范围内', 'The record does not exist or is outside the data scope'],
    data: { type: 'null' },
  },
  [codes.conflict]: {
    name: 'Conflict',
    words: [
      '与现状冲突；版本过期时 `current` 为最新记录',
      'Conflicts with the current data; if the version is old, `current` is the latest record',
    ],
    data: orNull({ fields: sentences(), current: {} }),
  },
  [codes.tooManyRequests]: {
    name: 'TooManyRequests',
    words: [
      '过于频繁，`retryAfterSeconds` 或 `opensAt` 说明何时恢复',
      'Too many calls; `retryAfterSeconds` or `opensAt` says when they are taken again',
    ],
    data: orNull({
      fields: sentences(),
      retryAfterSeconds: { type: 'integer' },
      opensAt: { type: 'string', format: 'date-time' },
    }),
  },
  [codes.unexpected]: {
    name: 'Unexpected',
    words: [
      '服务未能完成；`requestId` 用于查找原因；状态 503 表示繁忙，`retryAfterSeconds` 说明何时再试',
      'The service failed; `requestId` helps to find the cause. With status 503 it is busy, and `retryAfterSeconds` says when to try again',
    ],
    data: orNull({ requestId: { type: 'string' }, retryAfterSeconds: { type: 'integer' } }),
  },
}

/** The refusals as components: `Failure` is any of them. */
export function refusalSchemas(language: Language): Record<string, JsonSchema> {
  const each = Object.entries(refusals).map(([code, { name, words, data }]) => [
    name,
    {
      type: 'object',
      description: `\`${code}\` ${inLanguage(words, language)}`,
      required: ['code', 'status', 'desc', 'msg', 'data'],
      properties: {
        code: { type: 'string', const: code },
        status: { type: 'string', const: 'fail' },
        desc: { type: 'string' },
        msg: { type: 'string', deprecated: true },
        data,
      },
    },
  ])
  return {
    ...Object.fromEntries(each),
    Failure: { oneOf: Object.values(refusals).map(({ name }) => ({ $ref: refTo(name) })) },
  }
}

/** The responses of requests that reach no handler, or whose handler crashed. */
export const sharedResponses = (language: Language): Record<string, unknown> => ({
  NotReached: {
    description: inLanguage(
      [
        '未到达处理程序：路径不存在，或正文无法读取、过大',
        'No handler was reached: the path is unknown, or the body unreadable or too large',
      ],
      language,
    ),
    content: json({ $ref: refTo('Failure') }),
  },
  Crash: {
    description: inLanguage(['服务出错', 'The service failed'], language),
    content: json({ $ref: refTo('Unexpected') }),
  },
})

/**
 * All responses of an endpoint.
 * @param calls its calls, at least one
 * @param data the schema of the envelope's `data` on success
 */
export function responsesOf(
  calls: readonly Endpoint[],
  data: JsonSchema,
  language: Language,
): Record<string, unknown> {
  const [first] = calls as [Endpoint]
  const all = new Set(calls.flatMap(refusalsOf))
  const codesOf = Object.values(codes).flatMap((code) =>
    code !== codes.success && all.has(code) ? [code] : [],
  )
  const refused = codesOf.map((code) => ({ $ref: refTo(refusals[code].name) }))
  const shared = {
    '4XX': { $ref: '#/components/responses/NotReached' },
    '5XX': { $ref: '#/components/responses/Crash' },
  }
  const refusedWith = inLanguage(
    [`拒绝时的 code：${codesOf.join('、')}`, `Codes of a refusal: ${codesOf.join(', ')}`],
    language,
  )
  if (!first.download) {
    const success = inLanguage(['统一信封', 'The envelope'], language)
    return {
      200: {
        description: `${success}. ${refusedWith}`,
        content: json({ oneOf: [envelopeOf(data), ...refused] }),
      },
      ...shared,
    }
  }
  const file = inLanguage(['文件；拒绝时为统一信封', 'The file, or the envelope if refused'], language)
  const types = first.mediaTypes ?? ['application/octet-stream']
  return {
    200: {
      description: `${file}. ${refusedWith}`,
      headers: {
        'content-disposition': text(['文件名', 'The file name'], language),
        etag: text(['标识内容', 'Identifies this content'], language),
      },
      content: {
        ...Object.fromEntries(types.map((type) => [type, { schema: binary }])),
        ...json({ oneOf: refused }),
      },
    },
    304: {
      description: inLanguage(
        ['内容与 `If-None-Match` 一致', 'The content matches `If-None-Match`'],
        language,
      ),
    },
    ...shared,
  }
}

const envelopeOf = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['code', 'desc', 'data'],
  properties: { code: { type: 'string', const: codes.success }, desc: { type: 'string' }, data },
})

/** The bytes of a file. */
export const binary: JsonSchema = { type: 'string', format: 'binary' }

export const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

const text = (words: Words, language: Language) => ({
  description: inLanguage(words, language),
  schema: { type: 'string' },
})

function orNull(properties: JsonSchema): JsonSchema {
  return { type: ['object', 'null'], properties }
}

function sentences(): JsonSchema {
  return { type: 'object', additionalProperties: { type: 'string' } }
}
