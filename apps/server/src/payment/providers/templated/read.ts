import { createHash, createPublicKey, createVerify, timingSafeEqual } from 'node:crypto'
import type {
  PaymentOutcome,
  PaymentReply,
  PaymentValues,
  PaymentVerify,
} from '@kabao/contract/payment/payment-template'
import {
  decode,
  holds,
  read,
  type Secrets,
  secretOf,
  signatureOf,
  sortedPairs,
  textAt,
  type Value,
  withUnsealed,
} from '#partners'
import { fenOf, fenOfYuan } from '../../amount.ts'
import { readChinaTime, readInstant } from '../../china-time.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** The body as a value; null if it cannot be read. @param unseal how an encrypted part is decrypted */
export function bodyOf(
  text: string,
  format: PaymentReply['format'],
  unseal: PaymentReply['unseal'],
  secrets: Secrets,
): Value {
  const outer =
    format === 'form' ? formOf(text) : (read(text, unseal?.path === null ? 'text' : format)?.value ?? null)
  return unseal && outer !== null ? withUnsealed(unseal, outer, secrets) : outer
}

/** Null if a name is there twice: one could be signed, and the other read. */
function formOf(text: string): Value {
  const pairs: { [name: string]: Value } = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in pairs) return null
    pairs[name] = value
  }
  return Object.keys(pairs).length > 0 ? pairs : null
}

/** Whether the provider signed this body. */
export function isSigned(
  verify: PaymentVerify,
  body: string,
  format: PaymentReply['format'],
  headers: Headers,
  secrets: Secrets,
): boolean {
  try {
    const { at, over, before, after, afterSecret } = verify
    const signature = at.in === 'header' ? headers[at.name.toLowerCase()] : pairAt(body, format, at.name)
    if (typeof signature !== 'string' || signature === '') return false
    const text = over === 'body' ? body : sortedPairs(body, format, at.in === 'body' ? at.name : null)
    const tail = afterSecret === null ? '' : secretOf(secrets, afterSecret).text()
    const whole = before + text + after + tail
    return isSignatureOf(verify, hashed(whole, verify.prehash), signature, secrets)
  } catch {
    // A body without pairs, or a key that is none.
    return false
  }
}

const hashed = (text: string, isHashed: boolean) =>
  isHashed ? createHash('sha256').update(text, 'utf8').digest('hex') : text

function isSignatureOf(verify: PaymentVerify, text: string, signature: string, secrets: Secrets): boolean {
  const { algorithm, encoding, secret } = verify
  if (algorithm === 'rsaSha256') {
    const bytes = decode(signature, encoding === 'base64' ? 'base64' : 'hex')
    const key = createPublicKey(secretOf(secrets, secret ?? '').text())
    return bytes !== null && createVerify('sha256').update(text, 'utf8').verify(key, bytes)
  }
  const right = Buffer.from(signatureOf({ ...verify, field: null, over: 'body' }, text, secrets))
  const given = Buffer.from(signature)
  return given.length === right.length && timingSafeEqual(given, right)
}

function pairAt(body: string, format: PaymentReply['format'], name: string): unknown {
  const value = format === 'form' ? formOf(body) : (read(body, format)?.value ?? null)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.hasOwn(value, name) ? value[name] : null
}

/** The first rule whose conditions all hold; null if there is none. */
export const outcomeOf = (outcomes: PaymentReply['outcomes'], value: Value): PaymentOutcome | null =>
  outcomes.find(({ when }) => when.every(({ path, is }) => holds(value, path, is)))?.outcome ?? null

export interface ReadValues {
  orderNo: string | null
  tradeNo: string | null
  refundNo: string | null
  merchantNo: string | null
  appId: string | null
  amountFen: number | null
  currency: string
  at: Date | null
  code: string | null
  message: string | null
  pay: { kind: 'url' | 'qr'; value: string } | null
}

export function valuesOf(values: PaymentValues, value: Value): ReadValues {
  const number = (path: string | null) => {
    const text = textAt(value, path)
    return text !== null && /^[\w.*|-]{1,64}$/.test(text) ? text : null
  }
  const amount = values.amount && textAt(value, values.amount.path)
  const pay = values.pay && textAt(value, values.pay.path)
  return {
    orderNo: number(values.orderNo),
    tradeNo: number(values.tradeNo),
    refundNo: number(values.refundNo),
    merchantNo: number(values.merchantNo),
    appId: number(values.appId),
    amountFen: values.amount?.unit === 'yuan' ? fenOfYuan(amount) : fenOf(amount),
    currency: currencyOf(textAt(value, values.currency)),
    at: values.at && timeOf(values.at.form, textAt(value, values.at.path)),
    code: textAt(value, values.code),
    message: textAt(value, values.message),
    pay: values.pay && pay && pay.length <= 1024 ? { kind: values.pay.kind, value: pay } : null,
  }
}

/** ISO 4217; `156` is the number of CNY. What is not said is CNY. */
const currencyOf = (text: string | null): string =>
  text === null || text === '' || text === '156' ? 'CNY' : text.slice(0, 8)

function timeOf(form: NonNullable<PaymentValues['at']>['form'], text: string | null): Date | null {
  if (text === null) return null
  if (form === 'china') return readChinaTime(text)
  if (form === 'instant') return readInstant(text)
  if (form === 'seconds') return /^\d{9,11}$/.test(text) ? new Date(Number(text) * 1_000) : null
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  const [year, month, day, hour, minute, second] = parts
  return parts.length === 6 ? readChinaTime(`${year}-${month}-${day} ${hour}:${minute}:${second}`) : null
}
