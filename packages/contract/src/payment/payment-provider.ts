import type { Words } from '../kernel/language.ts'
import { paymentProviderWords } from './payment-provider.words.ts'

/**
 * The kinds of payment providers, and what is entered for a collection channel of each. The form is built from it; the server checks
 * the values (decision 060).
 */

export const providerKinds = ['alipay', 'wechat', 'unionpay', 'bank', 'pool', 'sandbox'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** Values by the names of fields. What is empty is left out. */
export type ProviderValues = Readonly<Record<string, string>>

/**
 * `text`, `url`: one line · `pem`: a key or a certificate, in PEM or in bare base64, several lines · `template`: a payment template as
 * JSON (`payment-template.ts`), whose secrets are fields as well.
 */
export type ProviderFieldType = 'text' | 'url' | 'pem' | 'template'

export interface ProviderField {
  name: string
  words: Words
  /** What to enter and where it is found. */
  hint?: Words
  type: ProviderFieldType
  /** Stored encrypted, never shown again. */
  isSecret: boolean
  isRequired: boolean
  /** What is used if nothing is entered. */
  standard?: string
  /** In characters. */
  most: number
}

const { field: fieldWords, hint: hintWords } = paymentProviderWords.tree

type FieldName = keyof typeof fieldWords
const hints: Partial<Record<string, Words>> = hintWords

const most: Record<ProviderFieldType, number> = { text: 128, url: 256, pem: 8_000, template: 64_000 }

const field = (
  name: FieldName,
  type: ProviderFieldType,
  more: Partial<Pick<ProviderField, 'isSecret' | 'isRequired' | 'standard'>> = {},
): ProviderField => ({
  name,
  words: fieldWords[name],
  ...(hints[name] ? { hint: hints[name] } : {}),
  type,
  isSecret: false,
  isRequired: true,
  most: most[type],
  ...more,
})
const optional = { isRequired: false }
const secret = { isSecret: true }

const templated = [field('merchantNo', 'text'), field('template', 'template')]

/** The fields of each kind, in the order of the form. Templates add the secrets that they name. */
export const providerFields: Record<ProviderKind, readonly ProviderField[]> = {
  alipay: [
    field('appId', 'text'),
    field('sellerId', 'text'),
    field('privateKey', 'pem', secret),
    field('alipayPublicKey', 'pem', optional),
    field('appCert', 'pem', optional),
    field('alipayCert', 'pem', optional),
    field('alipayRootCert', 'pem', optional),
    field('gateway', 'url', { ...optional, standard: 'https://openapi.alipay.com/gateway.do' }),
  ],
  wechat: [
    field('merchantNo', 'text'),
    field('appId', 'text'),
    field('merchantCert', 'pem'),
    field('privateKey', 'pem', secret),
    field('apiKey', 'text', secret),
    field('publicKeyId', 'text', optional),
    field('publicKey', 'pem', optional),
    field('gateway', 'url', { ...optional, standard: 'https://api.mch.weixin.qq.com' }),
  ],
  unionpay: templated,
  bank: templated,
  pool: [field('merchantNo', 'text', optional), field('callbackKey', 'text', { ...secret, ...optional })],
  sandbox: [field('gateway', 'url'), field('merchantNo', 'text'), field('callbackKey', 'text', secret)],
}

/** The beginning of the name of a secret that a template names: `secret.appKey`. */
export const templateSecretPrefix = 'secret.'

/** What is wrong with a value; the words are in `payment-provider.words.ts`. */
export type ProviderProblemCode = keyof typeof paymentProviderWords.tree.problem

export interface ProviderProblem {
  /** The name of the field. */
  field: string
  code: ProviderProblemCode
  /** The sentence, in both languages. */
  words: Words
}

/** Why nothing is known of what a provider was asked. */
export type ProviderUnknownReason = keyof typeof paymentProviderWords.tree.unknown
/** Why a notice is not believed. */
export type WrongNotice = keyof typeof paymentProviderWords.tree.wrong
/** Why a bill cannot be read. */
export type BillProblemCode = keyof typeof paymentProviderWords.tree.bill
