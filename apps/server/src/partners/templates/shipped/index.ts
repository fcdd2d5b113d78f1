import type { Words } from '@kabao/contract/kernel/language'
import type { ConnectionTemplate } from '@kabao/contract/partners/template'
import { formSha256 } from './form-sha256.ts'
import { halfAes } from './half-aes.ts'
import { jsonMd5 } from './json-md5.ts'
import { rsaAes } from './rsa-aes.ts'

/** The templates that a person starts from, by their codes. */
export const shippedTemplates: Record<string, { words: Words; template: ConnectionTemplate }> = {
  jsonMd5: { words: ['JSON，MD5 签名', 'JSON with an MD5 signature'], template: jsonMd5 },
  halfAes: {
    words: ['半流程：手机号摘要，AES-ECB 加密', 'Half flow: hash of the phone, AES-ECB'],
    template: halfAes,
  },
  rsaAes: { words: ['AES 加密，RSA 加密密钥', 'AES with a key sealed by RSA'], template: rsaAes },
  formSha256: {
    words: ['表单，按参数名排序的 SHA-256 签名', 'Form with a SHA-256 over its sorted fields'],
    template: formSha256,
  },
}
