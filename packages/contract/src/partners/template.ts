import * as z from 'zod'
import { verbatim } from '../kernel/kernel.ts'

/**
 * The connection template of an organization: what is sent to it at each stage, and how its reply is read. A template is data that
 * a person edits. Its texts with `{{ … }}` are Liquid over `templateFields`; decision 037 describes the language.
 */

export const templateStages = ['check', 'submit', 'login', 'query'] as const
export type TemplateStage = (typeof templateStages)[number]

export const templateOutcomes = ['accepted', 'rejected', 'duplicate', 'failed'] as const
/** `unknown`: the reply does not say; only the organization knows. */
export type TemplateOutcome = (typeof templateOutcomes)[number] | 'unknown'

export const templateDigests = ['md5', 'sha256', 'sm3', 'hmacMd5', 'hmacSha256', 'hmacSm3'] as const
export type TemplateDigest = (typeof templateDigests)[number]
export const templateCiphers = ['aesEcb', 'aesCbc', 'aesGcm', 'sm4Ecb', 'sm4Cbc'] as const
export type TemplateCipher = (typeof templateCiphers)[number]
export const templateEncodings = ['hex', 'HEX', 'base64'] as const
/** Lower-case or upper-case hexadecimal, or base64 with padding. */
export type TemplateEncoding = (typeof templateEncodings)[number]
export const templateSecretKinds = ['text', 'key', 'rsaPublic', 'rsaPrivate'] as const

/** The maximum length of a text of a template, in characters. */
export const longestTemplateText = 16 * 1024
const liquid = verbatim(longestTemplateText)
const shortLiquid = verbatim(2048)
const name = z
  .string('required')
  .max(40, 'tooLong')
  .regex(/^[A-Za-z][A-Za-z0-9]*$/, 'type')
const path = verbatim(256).min(1, 'required')
const value = verbatim(64)

/**
 * A secret by its name; its value is stored elsewhere. `text` is a password or a token, `key` the bytes of an AES, SM4 or HMAC key,
 * RSA keys are PEM. `encoding` says how the bytes of a `key` are written.
 */
const secret = z.strictObject({
  name,
  kind: z.enum(templateSecretKinds, 'choice'),
  encoding: z.enum(['utf8', 'hex', 'base64'], 'choice'),
})

/** Where a symmetric key is from: a secret, or a fresh one for each request, which travels sealed by an RSA key. */
const sealingKey = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('secret'), secret: name }),
  z.strictObject({
    from: z.literal('fresh'),
    bits: z.union([z.literal(128), z.literal(256)], 'choice'),
    /** The organization's public key. */
    secret: name,
    padding: z.enum(['pkcs1', 'oaepSha1', 'oaepSha256'], 'choice'),
    /** What the RSA key seals: the bytes of the key, or their text in base64. */
    as: z.enum(['bytes', 'base64'], 'choice'),
  }),
])

/** What is signed, and with what. The result is `signature` in the envelope and the headers. */
const sign = z.strictObject({
  /**
   * `body`: the body as rendered. `sortedPairs`: its top-level pairs by name, `a=1&b=2`, without empty values and without `field`.
   * `sealed`: the sealed body.
   */
  over: z.enum(['body', 'sortedPairs', 'sealed'], 'choice'),
  /** Text directly before and after what is signed, such as `&key={{ secret.appKey }}`. */
  before: shortLiquid,
  after: shortLiquid,
  algorithm: z.enum([...templateDigests, 'rsaSha256'], 'choice'),
  /** The key of an HMAC or of RSA; null for a plain digest. */
  secret: name.nullable(),
  encoding: z.enum(templateEncodings, 'choice'),
  /** The top-level pair of the body that takes the signature; null if the envelope or a header takes it. */
  field: value.min(1, 'required').nullable(),
})
sign.register(z.globalRegistry, { id: 'TemplateSign' })

/** How the whole body is encrypted. The results are `sealed`, `sealedKey` and `iv` in the envelope and the headers. */
const seal = z.strictObject({
  cipher: z.enum(templateCiphers, 'choice'),
  key: sealingKey,
  /**
   * The initialization vector of a CBC cipher or GCM nonce: `prefixed`: random, before the encrypted bytes. `separate`: random, as
   * `iv` in base64. A name: that secret. Not used by ECB. The tag of GCM follows the encrypted bytes.
   */
  iv: z.union([z.literal('prefixed'), z.literal('separate'), z.strictObject({ secret: name })], 'choice'),
  encoding: z.enum(templateEncodings, 'choice'),
})
seal.register(z.globalRegistry, { id: 'TemplateSeal' })

/**
 * How an encrypted reply is decrypted. The paths of the reply then find the result at `$.unsealed`, and the rest of the reply beside
 * it. A reply that has nothing at `path`, such as an error, is read without it.
 */
const unseal = z.strictObject({
  /** Where the encrypted text is in the reply; null: the whole reply. */
  path: path.nullable(),
  cipher: z.enum(templateCiphers, 'choice'),
  key: z.discriminatedUnion('from', [
    z.strictObject({ from: z.literal('secret'), secret: name }),
    /** The key is in the reply, sealed for our RSA key. PKCS #1 v1.5 is not offered: decision 037. */
    z.strictObject({
      from: z.literal('reply'),
      path,
      secret: name,
      padding: z.enum(['oaepSha1', 'oaepSha256'], 'choice'),
      as: z.enum(['bytes', 'base64'], 'choice'),
    }),
  ]),
  iv: z.union([z.literal('prefixed'), z.strictObject({ path }), z.strictObject({ secret: name })], 'choice'),
  encoding: z.enum(['hex', 'base64'], 'choice'),
  /** The form of what was encrypted. */
  format: z.enum(['json', 'xml', 'text'], 'choice'),
})
unseal.register(z.globalRegistry, { id: 'TemplateUnseal' })

/** Holds if the value at `path` is one of `is`; numbers and booleans are compared as text: `0`, `true`. */
const condition = z.strictObject({ path, is: z.array(value).min(1, 'required').max(50, 'tooMany') })

const reply = z.strictObject({
  format: z.enum(['json', 'xml', 'text'], 'choice'),
  /** The HTTP statuses whose body is read. */
  statuses: z.array(z.int().min(200, 'range').max(599, 'range')).min(1, 'required').max(20, 'tooMany'),
  /** The HTTP statuses that say that the request was surely not processed, such as 429. */
  failedStatuses: z.array(z.int().min(300, 'range').max(599, 'range')).max(20, 'tooMany'),
  unseal: unseal.nullable(),
  /** The first rule whose conditions all hold gives the outcome; with none it is `unknown`. */
  outcomes: z
    .array(
      z.strictObject({
        when: z.array(condition).min(1, 'required').max(5, 'tooMany'),
        outcome: z.enum(templateOutcomes, 'choice'),
      }),
    )
    .min(1, 'required')
    .max(30, 'tooMany'),
  reason: path.nullable(),
  externalId: path.nullable(),
  /** The organization's price for this person. */
  price: z.strictObject({ path, unit: z.enum(['fen', 'yuan'], 'choice') }).nullable(),
  url: path.nullable(),
  /** The agreements that the person must accept: `items` are read in the reply, the others in each item. */
  agreements: z.strictObject({ items: path, name: path, url: path, version: path.nullable() }).nullable(),
})

const stage = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT'], 'choice'),
  /** The host is fixed; fields are allowed in the path and the query, where they are percent-encoded. */
  url: shortLiquid,
  headers: z.array(z.strictObject({ name: value.min(1, 'required'), value: shortLiquid })).max(20, 'tooMany'),
  /** From the call to the end of the reply, in milliseconds. */
  timeoutMs: z.int('integer').min(200, 'range').max(30_000, 'range'),
  content: z.enum(['json', 'form', 'xml', 'text'], 'choice'),
  /** Each value is escaped for its content type. The body of a GET is a form, and becomes its query. */
  body: liquid,
  sign: sign.nullable(),
  seal: seal.nullable(),
  /** What is sent if it is not the body itself, nor the sealed body alone. */
  envelope: z
    .strictObject({ content: z.enum(['json', 'form', 'xml', 'text'], 'choice'), body: liquid })
    .nullable(),
  reply,
})
stage.register(z.globalRegistry, { id: 'TemplateStage' })
export type TemplateStageSpec = z.infer<typeof stage>

/** What the stages of a template share. */
export const templateShared = {
  secrets: z.array(secret).max(20, 'tooMany'),
  /** Enumeration maps by name: our value → theirs; `*` is any other value. Used as `{{ gender | lookup: "gender" }}`. */
  maps: z
    .array(
      z.strictObject({
        name,
        entries: z
          .array(z.strictObject({ from: value, to: value }))
          .min(1, 'required')
          .max(500, 'tooMany'),
      }),
    )
    .max(20, 'tooMany'),
}

/** What is sent at a stage, without how the reply is read; also for templates of other kinds. */
export const templateRequest = stage.omit({ reply: true })
/** The parts of how a reply is read, for templates of other kinds. */
export const templateReplyParts = {
  statuses: reply.shape.statuses,
  unseal: reply.shape.unseal,
  condition,
  path,
  secretName: name,
  sign,
}

export const connectionTemplate = z.strictObject({
  ...templateShared,
  stages: z.strictObject({
    check: stage.optional(),
    submit: stage.optional(),
    login: stage.optional(),
    query: stage.optional(),
  }),
})
connectionTemplate.register(z.globalRegistry, { id: 'ConnectionTemplate' })
export type ConnectionTemplate = z.infer<typeof connectionTemplate>

/** A problem of a template: where it is, and what is wrong. */
export interface TemplateProblem {
  /** `stages.submit.body`, `secrets.0.name` */
  path: string
  /** The place in the text at `path`, both from 1; null if it is not a text. */
  line: number | null
  column: number | null
  code: string
  /** The sentence, in both languages. */
  words: readonly [zh: string, en: string]
  /** A super administrator may save the template in spite of it, with a reason. */
  overridable: boolean
}

/** How a reply was read. */
export interface TemplateReading {
  outcome: TemplateOutcome
  /** Why the outcome is `unknown` or a value was not taken: codes, never text of the reply. */
  notes: TemplateNote[]
  reason?: string
  externalId?: string
  priceFen?: number
  url?: string
  agreements?: { name: string; url: string; version: string }[]
}

/** Why a reply, or a value of it, was not taken. */
export type TemplateNote =
  | 'status'
  | 'tooLarge'
  | 'charset'
  | 'form'
  | 'unseal'
  | 'noRule'
  | 'price'
  | 'priceBounds'
  | 'url'
  | 'externalId'
  | 'agreements'
