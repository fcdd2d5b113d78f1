import type { Words } from '../kernel/language.ts'

/** One filter of a template's texts: `{{ phone | md5 }}`. */
export interface TemplateFilter {
  words: Words
  example: string
  /** The fewest and the most arguments. */
  arguments: readonly [fewest: number, most: number]
}

/**
 * Every filter. `form` in an example is `"hex"` (default of a digest), `"HEX"` or `"base64"` (default of encrypted values). A key,
 * and the vector of CBC, must be a secret of the kind `key`.
 */
export const templateFilters = {
  append: {
    words: ['在后面加上', 'Adds text at the end'],
    example: 'phone | append: "1"',
    arguments: [1, 1],
  },
  prepend: {
    words: ['在前面加上', 'Adds text in front'],
    example: 'phone | prepend: "86"',
    arguments: [1, 1],
  },
  upcase: { words: ['转大写', 'Upper case'], example: 'idNumber | upcase', arguments: [0, 0] },
  downcase: { words: ['转小写', 'Lower case'], example: 'idNumber | downcase', arguments: [0, 0] },
  strip: {
    words: ['去掉首尾空白', 'Removes blanks at both ends'],
    example: 'name | strip',
    arguments: [0, 0],
  },
  slice: {
    words: ['取一段：起点、长度', 'A part: start, length'],
    example: 'cityCode | slice: 0, 2',
    arguments: [1, 2],
  },
  replace: {
    words: ['替换全部', 'Replaces every occurrence'],
    example: 'birthday | replace: "-", ""',
    arguments: [2, 2],
  },
  default: { words: ['为空时的值', 'The value if empty'], example: 'age | default: 0', arguments: [1, 1] },
  json: { words: ['转为 JSON', 'As JSON'], example: 'agreements | json', arguments: [0, 0] },
  number: {
    words: ['作为 JSON 数字，不加引号', 'As a JSON number, without quotation marks'],
    example: 'now | date: "%s" | number',
    arguments: [0, 0],
  },
  url_encode: { words: ['百分号编码', 'Percent-encoded'], example: 'name | url_encode', arguments: [0, 0] },
  base64: { words: ['Base64 编码', 'In base64'], example: 'name | base64', arguments: [0, 0] },
  lookup: {
    words: ['按枚举映射转换', 'Through an enumeration map'],
    example: 'gender | lookup: "gender"',
    arguments: [1, 1],
  },
  date: {
    words: ['按北京时间格式化', 'Formatted, in Beijing time'],
    example: 'now | date: "%Y%m%d%H%M%S"',
    arguments: [1, 1],
  },
  md5: { words: ['MD5 摘要', 'MD5'], example: 'phone | md5', arguments: [0, 1] },
  sha256: { words: ['SHA-256 摘要', 'SHA-256'], example: 'phone | sha256: "HEX"', arguments: [0, 1] },
  sm3: { words: ['SM3 摘要', 'SM3'], example: 'phone | sm3', arguments: [0, 1] },
  hmac_md5: { words: ['HMAC-MD5', 'HMAC-MD5'], example: 'phone | hmac_md5: secret.key', arguments: [1, 2] },
  hmac_sha256: {
    words: ['HMAC-SHA256', 'HMAC-SHA256'],
    example: 'phone | hmac_sha256: secret.key',
    arguments: [1, 2],
  },
  hmac_sm3: { words: ['HMAC-SM3', 'HMAC-SM3'], example: 'phone | hmac_sm3: secret.key', arguments: [1, 2] },
  aes_ecb: { words: ['AES-ECB 加密', 'AES-ECB'], example: 'name | aes_ecb: secret.key', arguments: [1, 2] },
  aes_cbc: {
    words: ['AES-CBC 加密', 'AES-CBC'],
    example: 'name | aes_cbc: secret.key, secret.iv',
    arguments: [2, 3],
  },
  aes_gcm: {
    words: ['AES-GCM 加密，随机数在前', 'AES-GCM, after its random nonce'],
    example: 'name | aes_gcm: secret.key',
    arguments: [1, 2],
  },
  sm4_ecb: { words: ['SM4-ECB 加密', 'SM4-ECB'], example: 'name | sm4_ecb: secret.key', arguments: [1, 2] },
  sm4_cbc: {
    words: ['SM4-CBC 加密', 'SM4-CBC'],
    example: 'name | sm4_cbc: secret.key, secret.iv',
    arguments: [2, 3],
  },
  rsa_encrypt: {
    words: ['RSA 加密：pkcs1、oaepSha1、oaepSha256', 'RSA: pkcs1, oaepSha1, oaepSha256'],
    example: 'name | rsa_encrypt: secret.theirKey, "oaepSha256"',
    arguments: [1, 2],
  },
  rsa_sign: {
    words: ['RSA-SHA256 签名', 'RSA-SHA256 signature'],
    example: 'requestId | rsa_sign: secret.ourKey',
    arguments: [1, 2],
  },
} as const satisfies Record<string, TemplateFilter>

export type TemplateFilterName = keyof typeof templateFilters

export const isTemplateFilter = (name: string): name is TemplateFilterName =>
  Object.hasOwn(templateFilters, name)
