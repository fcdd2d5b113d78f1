import { randomBytes } from 'node:crypto'
import type { TemplateCipher, TemplateDigest, TemplateEncoding } from '@kabao/contract/partners/template'
import { type TemplateFilterName, templateFilters } from '@kabao/contract/partners/template-filters'
import { encrypt, ivLength } from './cipher.ts'
import { formatDate } from './date.ts'
import { digest } from './digest.ts'
import { encode } from './encode.ts'
import { TemplateFailure } from './failure.ts'
import { isOaepOrPkcs1, rsaEncrypt, rsaSign } from './rsa.ts'
import { Secret } from './secrets.ts'

/** What the filters of one rendering share. */
export interface FilterEnvironment {
  /** The enumeration maps of the template. */
  maps: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Random bytes; fixed in tests. */
  random: (length: number) => Buffer
  /** Throws when the rendering has done too much. */
  spend: (cost: number) => void
}

/** JSON text, which stands as it is where JSON is written, and is escaped everywhere else. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The maximum length of a value, in characters. With it, no chain of filters can grow without bound. */
export const longestValue = 64 * 1024

/** What an RSA operation costs, in ordinary filters, by the time that it takes. */
const rsaCost = 200

type Run = (value: unknown, given: readonly unknown[], environment: FilterEnvironment) => unknown

const digests: Record<string, TemplateDigest> = {
  md5: 'md5',
  sha256: 'sha256',
  sm3: 'sm3',
  hmac_md5: 'hmacMd5',
  hmac_sha256: 'hmacSha256',
  hmac_sm3: 'hmacSm3',
}

const runs: Record<TemplateFilterName, Run> = {
  append: (value, [other]) => textOf(value) + textOf(other),
  prepend: (value, [other]) => textOf(other) + textOf(value),
  upcase: (value) => textOf(value).toUpperCase(),
  downcase: (value) => textOf(value).toLowerCase(),
  strip: (value) => textOf(value).trim(),
  slice: (value, [from, count]) => {
    const characters = [...textOf(value)]
    const begin = Number(from)
    const length = count === undefined ? 1 : Number(count)
    if (!Number.isInteger(begin) || !Number.isInteger(length) || length < 0)
      throw new TemplateFailure('arguments', 'slice')
    const start = begin < 0 ? Math.max(0, characters.length + begin) : begin
    return characters.slice(start, start + length).join('')
  },
  replace: (value, [from, to]) => replaced(textOf(value), textOf(from), textOf(to)),
  default: (value, [other]) => (value === null || value === undefined || value === '' ? other : value),
  json: (value) => new JsonText(JSON.stringify(value instanceof Secret ? value.text() : (value ?? null))),
  number: (value) => {
    const text = textOf(value)
    if (!/^-?(?:0|[1-9]\d{0,29})(?:\.\d{1,10})?$/.test(text)) throw new TemplateFailure('notNumber')
    return new JsonText(text)
  },
  url_encode: (value) => encodeURIComponent(wellFormed(textOf(value))),
  base64: (value) => encode(Buffer.from(textOf(value), 'utf8'), 'base64'),
  lookup: (value, [name], { maps }) => {
    const entries = maps.get(String(name))
    const found = entries?.get(textOf(value)) ?? entries?.get('*')
    if (found === undefined) throw new TemplateFailure('lookup', String(name))
    return found
  },
  date: (value, [format]) => formatDate(textOf(value), textOf(format)),
  md5: plainDigest('md5'),
  sha256: plainDigest('sha256'),
  sm3: plainDigest('sm3'),
  hmac_md5: keyedDigest('hmac_md5'),
  hmac_sha256: keyedDigest('hmac_sha256'),
  hmac_sm3: keyedDigest('hmac_sm3'),
  aes_ecb: (value, [key, form]) => sealed('aesEcb', value, key, undefined, form, null),
  aes_cbc: (value, [key, iv, form]) => sealed('aesCbc', value, key, iv, form, null),
  aes_gcm: (value, [key, form], { random }) => sealed('aesGcm', value, key, undefined, form, random),
  sm4_ecb: (value, [key, form]) => sealed('sm4Ecb', value, key, undefined, form, null),
  sm4_cbc: (value, [key, iv, form]) => sealed('sm4Cbc', value, key, iv, form, null),
  rsa_encrypt: (value, [key, padding = 'pkcs1'], { spend }) => {
    spend(rsaCost)
    const name = textOf(padding)
    if (!isOaepOrPkcs1(name)) throw new TemplateFailure('arguments', 'rsa_encrypt')
    return encode(rsaEncrypt(secretOf(key).text(), name, Buffer.from(textOf(value), 'utf8')), 'base64')
  },
  rsa_sign: (value, [key, form], { spend }) => {
    spend(rsaCost)
    return encode(rsaSign(secretOf(key).text(), textOf(value)), encodingOf(form, 'base64'))
  },
}

/**
 * Runs one filter.
 * @throws TemplateFailure if it cannot be done with these values, or the result is too long
 */
export function runFilter(
  name: TemplateFilterName,
  value: unknown,
  given: readonly unknown[],
  environment: FilterEnvironment,
): unknown {
  const [fewest, most] = templateFilters[name].arguments
  if (given.length < fewest || given.length > most) throw new TemplateFailure('arguments', name)
  environment.spend(1)
  const result = runs[name](value, given, environment)
  if (typeof result === 'string' && result.length > longestValue) throw new TemplateFailure('tooMuch')
  if (result instanceof JsonText && result.text.length > longestValue) throw new TemplateFailure('tooMuch')
  return result
}

/** A value as text: nothing is empty, `true` and `false` are words. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Secret) return value.text()
  if (value instanceof JsonText) return value.text
  throw new TemplateFailure('syntax')
}

/** Without half surrogate pairs, which cannot be encoded. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

export const realRandom = (length: number): Buffer => randomBytes(length)

function replaced(text: string, from: string, to: string): string {
  if (from === '') return text
  const parts = text.split(from)
  if (text.length + (parts.length - 1) * Math.max(0, to.length - from.length) > longestValue)
    throw new TemplateFailure('tooMuch')
  return parts.join(to)
}

function plainDigest(name: string): Run {
  return (value, [form]) =>
    encode(digest(digests[name] as TemplateDigest, textOf(value), Buffer.alloc(0)), encodingOf(form, 'hex'))
}

function keyedDigest(name: string): Run {
  return (value, [key, form]) => {
    const bytes = key instanceof Secret ? key.bytes() : Buffer.from(textOf(key), 'utf8')
    return encode(digest(digests[name] as TemplateDigest, textOf(value), bytes), encodingOf(form, 'hex'))
  }
}

/** @param random where a fresh vector is from, which then precedes the encrypted bytes; null if the template names one */
function sealed(
  cipher: TemplateCipher,
  value: unknown,
  key: unknown,
  iv: unknown,
  form: unknown,
  random: FilterEnvironment['random'] | null,
): string {
  const plain = Buffer.from(textOf(value), 'utf8')
  const fresh = random?.(ivLength(cipher))
  const given = iv === undefined ? Buffer.alloc(0) : secretOf(iv).bytes()
  const bytes = encrypt(cipher, secretOf(key).bytes(), fresh ?? given, plain)
  return encode(fresh ? Buffer.concat([fresh, bytes]) : bytes, encodingOf(form, 'base64'))
}

function secretOf(value: unknown): Secret {
  if (value instanceof Secret) return value
  throw new TemplateFailure('secretUse')
}

function encodingOf(value: unknown, otherwise: TemplateEncoding): TemplateEncoding {
  if (value === undefined) return otherwise
  if (value === 'hex' || value === 'HEX' || value === 'base64') return value
  throw new TemplateFailure('arguments')
}
