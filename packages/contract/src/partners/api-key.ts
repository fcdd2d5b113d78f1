import * as z from 'zod'
import { type Endpoint, id, instant } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'
import { whole } from '../kernel/money.ts'
import { maxOverlapDays } from './signature.ts'

const secret = z.object({
  id,
  /** A key has one current secret, and while it is being changed the previous one too. */
  slot: z.enum(['current', 'previous']),
  createdAt: instant,
  /** When it ends; null for the current one. */
  expiresAt: instant.nullable(),
  /** Within a minute; null if it was never used. */
  lastUsedAt: instant.nullable(),
})
const key = z.object({
  id,
  /** The public name, which requests carry in a header: `ck_…`. */
  key: z.string(),
  isSandbox: z.boolean(),
  createdAt: instant,
  revokedAt: instant.nullable(),
  /** The valid secrets, the current one first; none if the key is revoked. */
  secrets: z.array(secret),
})
key.register(z.globalRegistry, { id: 'ApiKey' })

/** A new secret, which no other answer contains. */
const shownOnce = z.object({ key: z.string(), secret: z.string() })
shownOnce.register(z.globalRegistry, { id: 'ApiSecret' })

const inline = z.array(z.union([z.string(), z.object({ code: z.string() })]))
const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: inline }),
  z.object({ kind: z.literal('code'), language: z.string(), text: z.string() }),
  z.object({ kind: z.literal('table'), head: z.array(inline), rows: z.array(z.array(inline)) }),
])
block.register(z.globalRegistry, { id: 'GuideBlock' })
const section = z.object({
  title: inline,
  blocks: z.array(block),
  /** Sections one level below. */
  get sections() {
    return z.array(section).optional()
  },
})
section.register(z.globalRegistry, { id: 'GuideSection' })

/** A piece of the guide's text: plain text, or code. */
export type GuideInline = z.output<typeof inline>
export type GuideBlock = z.output<typeof block>
export type GuideSection = z.output<typeof section>

/**
 * The endpoints for the API keys of a partner, and for its integration guide, within the area of the partner.
 * @param path the path of the area; the id of the partner follows it
 * @param owned whether the partners have owners, see `owned` of an endpoint
 */
export function apiKeyEndpoints<const P extends `/${string}`>(
  path: P,
  { affects, what: [zh, en], ...owned }: { affects: readonly string[]; what: Words; owned?: true },
) {
  const place = { kind: 'write', ...owned, affects } as const
  return {
    keys: {
      method: 'GET',
      path: `${path}/{id}/keys`,
      kind: 'read',
      ...owned,
      summary: [`查看${zh}的接口密钥和接入指南`, `View the API keys and the integration guide of ${en}`],
      /** The newest first, revoked ones included. */
      answer: z.array(key),
    },
    makeKey: {
      ...place,
      method: 'POST',
      path: `${path}/{id}/keys`,
      summary: [`创建${zh}的接口密钥`, `Make API keys of ${en}`],
      /** A sandbox key is for trying out; what is sent with it does not count. */
      body: z.strictObject({ isSandbox: z.boolean('type') }),
      answer: shownOnce,
    },
    changeSecret: {
      ...place,
      method: 'POST',
      path: `${path}/{id}/keys/{keyId}/secret`,
      summary: [`更换${zh}的 Secret`, `Change secrets of ${en}`],
      body: z.strictObject({
        /** The current secret that the caller saw; if somebody else has changed it since, the change is refused. */
        seenSecretId: id,
        /** For how many days the old secret stays valid; 0: it ends at once. */
        overlapDays: whole(0, maxOverlapDays),
      }),
      answer: shownOnce,
    },
    endSecret: {
      ...place,
      method: 'DELETE',
      path: `${path}/{id}/keys/{keyId}/secret/{secretId}`,
      summary: [`提前结束${zh}的旧 Secret`, `End old secrets of ${en}`],
      answer: z.null(),
    },
    revokeKey: {
      ...place,
      method: 'POST',
      path: `${path}/{id}/keys/{keyId}/revoke`,
      summary: [`停用${zh}的接口密钥`, `Revoke API keys of ${en}`],
      answer: z.null(),
    },
    guide: {
      method: 'GET',
      path: `${path}/{id}/guide`,
      kind: 'read',
      ...owned,
      point: 'keys',
      summary: [`查看${zh}的接入指南`, `View the integration guide of ${en}`],
      query: z.strictObject({ keys: z.enum(['live', 'sandbox'], 'choice').default('live') }),
      /** The same document twice: as data, and as Markdown. */
      answer: z.object({ guide: section, markdown: z.string() }),
    },
  } as const
}

export type ApiKey = z.output<typeof key>
export type ShownOnce = z.output<typeof shownOnce>

/** The endpoints of one area. */
type Made = ReturnType<typeof apiKeyEndpoints<`/${string}`>>
type Place = 'area' | 'name' | 'access' | 'point' | 'byPerson' | 'lists' | 'affects' | 'keyed' | 'owned'
export type ApiKeyCalls = {
  [K in keyof Made]: Omit<Made[K], Place> & Omit<Pick<Endpoint, Place>, 'access'> & { access: 'point' }
}
