import type { Words } from '../kernel/language.ts'

/*
 * The signature of the open API: names, bounds and test vectors. It is the same for calls to us and for our calls to partners.
 */

/** The headers of a signed request. A channel names its key in `channel`, an organization in `org`. */
export const signatureHeaders = {
  channel: 'x-channel',
  org: 'x-org',
  timestamp: 'x-timestamp',
  nonce: 'x-nonce',
  signature: 'x-signature',
} as const

/** The name of the signature's version, before `=` in the header. */
export const signatureVersion = 'v1'
/** How far the timestamp of a request may be from our clock, in seconds, in both directions. */
export const clockSeconds = 300
/** A nonce may be used once per key within this many seconds: twice `clockSeconds`, so that no accepted request can be repeated. */
export const nonceSeconds = 2 * clockSeconds
export const noncePattern = /^[A-Za-z0-9_-]{16,64}$/
/** The most signatures that one request may have. Two are needed while a secret is being changed. */
export const maxSignatures = 4
/** The longest time for which an old and a new secret are both accepted, in days. */
export const maxOverlapDays = 30
/** How long the answer to an `Idempotency-Key` is stored, in hours. */
export const idempotencyHours = 24
/** The value of the header `Idempotency-Key`: so many printable ASCII characters without spaces. */
export const idempotencyKeyLength = { min: 1, max: 128 } as const
/** The maximum size of a body, in bytes. */
export const openBodyBytes = 256 * 1024

/** The lines of the signed text, in their order. */
export const signedLines = ['method', 'path', 'query', 'timestamp', 'nonce', 'bodyHash'] as const
export type SignedLine = (typeof signedLines)[number]

/** What each line of the signed text contains. */
export const signedLineWords: Record<SignedLine, Words> = {
  method: ['请求方法，大写', 'The method, in capitals'],
  path: ['请求路径，与发送的完全一致，不含查询串', 'The path exactly as sent, without the query'],
  query: [
    '查询参数：先解码（`+` 为空格），再按 RFC 3986 编码，按名称、再按值排序（比较编码后的字节），以 `&` 连接；没有查询串时为空行',
    'The pairs of the query: decoded (`+` is a space), encoded by RFC 3986, sorted by name, then by value (as encoded bytes), joined by `&`; an empty line without a query',
  ],
  timestamp: [`请求头 \`${signatureHeaders.timestamp}\``, `The header \`${signatureHeaders.timestamp}\``],
  nonce: [`请求头 \`${signatureHeaders.nonce}\``, `The header \`${signatureHeaders.nonce}\``],
  bodyHash: [
    '请求体原始字节的 SHA-256，十六进制小写；没有请求体时为空字节串的 SHA-256',
    'The SHA-256 of the raw body in lower-case hexadecimal; without a body, that of no bytes',
  ],
}

/** What can be wrong with a signed request, in the order in which it is checked. A refusal names the first one and nothing more. */
export const signatureFaults = ['key', 'clock', 'nonce', 'signature'] as const
export type SignatureFault = (typeof signatureFaults)[number]

export const signatureFaultWords: Record<SignatureFault, Words> = {
  key: ['API Key 不存在或已停用', 'The API key does not exist or was revoked'],
  clock: [
    `时间戳不是秒数，或与服务时间相差超过 ${clockSeconds} 秒`,
    `The timestamp is not in seconds, or more than ${clockSeconds} seconds from the time of the service`,
  ],
  nonce: [
    `随机串不是 16–64 位字母、数字、_ 或 -，或在 ${nonceSeconds} 秒内已使用`,
    `The nonce is not 16–64 letters, digits, _ or -, or was used within the last ${nonceSeconds} seconds`,
  ],
  signature: ['签名不正确', 'The signature is wrong'],
}

/** A request with its signed text and signature. The secret is for tests only. */
export interface SignatureVector {
  words: Words
  method: string
  /** Path and query as sent. */
  target: string
  nonce: string
  /** As UTF-8; empty means no body. */
  body: string
  signature: string
}

export const vectorSecret = 'whsec_test_0123456789abcdef'
export const vectorTimestamp = '1790000000'

/** Test vectors. Their signatures come from a second implementation, in Python. All have the time `vectorTimestamp`. */
export const signatureVectors: readonly SignatureVector[] = [
  {
    words: ['POST，JSON 请求体', 'POST with a JSON body'],
    method: 'POST',
    target: '/open/user',
    nonce: 'n-0000000000000001',
    body: '{"phone":"13800001234","cityCode":"440305"}',
    signature: 'v1=bc1fa9b06ec4d40603935f6dca61aa5fa1ce9af3243e3c8d33602d2fbcf8e8a3',
  },
  {
    words: ['GET，查询参数含中文和空格', 'GET, with Chinese and a space in the query'],
    method: 'GET',
    target: '/open/user/42/offers?b=2&a=%E6%B7%B1%E5%9C%B3&a=1+1',
    nonce: 'n-0000000000000002',
    body: '',
    signature: 'v1=30672ae8d7d6120bfd419acd76238b67b510b572dd89cc73cedc0a5f62bec50d',
  },
  {
    words: ['GET，没有查询串', 'GET without a query'],
    method: 'GET',
    target: '/open/order/202609220001',
    nonce: 'n-0000000000000003',
    body: '',
    signature: 'v1=de45000f78efacf50e3cbd880db73c16d706018ce6829188a18b5918d2e183f0',
  },
  {
    words: ['PUT，请求体含中文和换行', 'PUT, with Chinese and a line break in the body'],
    method: 'PUT',
    target: '/open/user/42/profile',
    nonce: 'n-0000000000000004',
    body: '{"occupation": "护士",\n "house": true}',
    signature: 'v1=a80885041c103faaac087d7ae56da603b34581b8aa15965da0ce14453b2ed802',
  },
  {
    words: ['路径中的百分号编码保持原样', 'Percent-encoding in the path stays as it is'],
    method: 'GET',
    target: '/open/order/A%2fB%20c?x=%2f',
    nonce: 'n-0000000000000005',
    body: '',
    signature: 'v1=46b4b48bc4eba0fa9bcae938710b3784be8f7a0304ec5feed493e7f86243d3c7',
  },
  {
    words: [
      '重复的名称、空值、没有等号、空参数',
      'Repeated names, empty values, no equals sign, empty pairs',
    ],
    method: 'GET',
    target: '/open/user/42/offers?b&a=&&a=10&a=2&B=1&=x',
    nonce: 'n-0000000000000006',
    body: '',
    signature: 'v1=94b8c04cf85881f0ed7cd777260639a59a71b190f1dd8782fc0da84b8fc87698',
  },
  {
    words: ['名称互为前缀时按名称排序', 'A name that begins with another one'],
    method: 'GET',
    target: '/open/user/42/offers?a-b=1&a=2&a.b=3&aa=4&a%20=5',
    nonce: 'n-0000000000000007',
    body: '',
    signature: 'v1=68ed17885f61e42d3d18b67fbf0b08c747eaeb7c005fd7866bae005ed5defe4d',
  },
  {
    words: ['RFC 3986 保留字符与非保留字符', 'Reserved and unreserved characters of RFC 3986'],
    method: 'GET',
    target: "/open/user/42/offers?q=!*'()~-._/:@,;$&r=%7E%2D%2a&p=100%&s=%zz",
    nonce: 'n-0000000000000008',
    body: '',
    signature: 'v1=b6ddcff4fb05b4849c5a3815ea6ac6bbdd680abf29514f2c4700ca7782d29177',
  },
  {
    words: ['不是 UTF-8 的字节', 'Bytes that are not UTF-8'],
    method: 'GET',
    target: '/open/user/42/offers?a=%ff&a=%FE',
    nonce: 'n-0000000000000009',
    body: '',
    signature: 'v1=f61b25c87f27f01bce0f88a85cfafa4c489c09c463c998d57908c3c3816bd58b',
  },
]

/** A webhook as Standard Webhooks signs it; the signature comes from Python's own library. */
export const webhookVector = {
  secret: 'whsec_YSBzZWNyZXQgb2YgMjQgYnl0ZXMgLS0t',
  id: '7434023108739072042',
  timestamp: vectorTimestamp,
  body: '{"eventId":"7434023108739072042","event":"accepted"}',
  signature: 'v1,gOjWOgnvRc3h8RNkE7RZuE0t0q4vuTFmWBPESKnRu6U=',
}
