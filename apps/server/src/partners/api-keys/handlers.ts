import type { ApiKeyCalls } from '@kabao/contract/partners/api-key'
import { notFound } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import type { Handlers } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { guideOf, readSamples, type Sample } from '../integration-guide/guide.ts'
import { markdownOf } from '../integration-guide/markdown.ts'
import { keysOf, makeKey, revokeKey, type ShownOnce } from './keys.ts'
import { type KeyOwner, keysOwnedBy } from './owner.ts'
import { endPreviousSecret, rotateSecret } from './rotate.ts'

/** Whose keys they are. */
export interface Owners {
  kind: KeyOwner['kind']
  /** The name of the owner; null if there is no such owner, or the caller may not see it. */
  nameOf: (db: Db, id: string, caller: Caller) => Promise<string | null>
}

/** Read once: the samples are files of this version. */
let samples: Promise<Sample[]> | undefined

/** Handles the endpoints of `apiKeyEndpoints`. No secret reaches the audit log. */
export function apiKeyHandlers(
  { vault, settings }: Services,
  { kind, nameOf }: Owners,
): Handlers<ApiKeyCalls> {
  const ownerOf = async ({ db, params, caller }: { db: Db; params: { id: string }; caller: Caller }) => {
    const name = await nameOf(db, params.id, caller)
    if (name === null) throw notFound()
    return { owner: { kind, id: params.id }, name }
  }
  /** The public name of a key of this owner. @throws Problem 4040 if there is no such key */
  const keyOf = async (ask: { db: Db; params: { id: string; keyId: string }; caller: Caller }) => {
    const { owner } = await ownerOf(ask)
    const found = await keysOwnedBy(ask.db, owner)
      .select('key')
      .where('id', '=', ask.params.keyId)
      .executeTakeFirst()
    if (!found) throw notFound()
    return { owner, key: found.key }
  }
  const shown = ({ key, secret }: ShownOnce & { key: string }) => ({ key, secret })

  return {
    keys: async (ask) => keysOf(ask.db, (await ownerOf(ask)).owner),

    makeKey: async (ask) => {
      const { owner } = await ownerOf(ask)
      const { isSandbox } = ask.body
      const made = await makeKey(ask.db, vault, { owner, isSandbox, by: ask.caller.adminId })
      ask.audit({ target: owner, after: { key: made.key, keySort: sortOf(isSandbox) } })
      return shown(made)
    },

    changeSecret: async (ask) => {
      const { owner, key } = await keyOf(ask)
      const change = { keyId: ask.params.keyId, by: ask.caller.adminId, ...ask.body }
      const made = await rotateSecret(ask.db, vault, change)
      ask.audit({ target: owner, after: { key, overlapDays: ask.body.overlapDays } })
      return shown({ ...made, key })
    },

    endSecret: async (ask) => {
      const { owner, key } = await keyOf(ask)
      await endPreviousSecret(ask.db, ask.params.keyId, ask.params.secretId)
      ask.audit({ target: owner, after: { key } })
      return null
    },

    revokeKey: async (ask) => {
      const { owner, key } = await keyOf(ask)
      await revokeKey(ask.db, ask.params.keyId, ask.caller.adminId)
      ask.audit({ target: owner, after: { key } })
      return null
    },

    guide: async (ask) => {
      const { owner, name } = await ownerOf(ask)
      const isSandbox = ask.query.keys === 'sandbox'
      const live = await keysOwnedBy(ask.db, owner)
        .select('key')
        .where('isSandbox', '=', isSandbox)
        .where('revokedAt', 'is', null)
        .executeTakeFirst()
      samples ??= readSamples()
      const reader = {
        kind,
        name,
        isSandbox,
        address: settings.get('open.address') || null,
        key: live?.key ?? null,
      }
      const guide = guideOf(reader, await samples, ask.language)
      return { guide, markdown: markdownOf(guide) }
    },
  }
}

const sortOf = (isSandbox: boolean) => (isSandbox ? 'sandbox' : 'live')
