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
  /** The owner; null if there is no such owner, or the caller may not see it. */
  find: (db: Db, id: string, caller: Caller) => Promise<KeyHolder | null>
}

/** Who has keys, and what it may do with them. */
export interface KeyHolder {
  name: string
  /** Null: the limit of the service. */
  callsPerSecond: number | null
  dailyCap: number | null
}

/** Read once: the samples are files of this version. */
let samples: Promise<Sample[]> | undefined

/** Handles the endpoints of `apiKeyEndpoints`. No secret reaches the audit log. */
export function apiKeyHandlers({ vault, settings }: Services, { kind, find }: Owners): Handlers<ApiKeyCalls> {
  const ownerOf = async ({ db, params, caller }: { db: Db; params: { id: string }; caller: Caller }) => {
    const holder = await find(db, params.id, caller)
    if (!holder) throw notFound()
    return { owner: { kind, id: params.id }, holder }
  }
  /** The public name of a key of this owner. @throws Problem 4040 if there is no such key */
  const keyOf = async (call: { db: Db; params: { id: string; keyId: string }; caller: Caller }) => {
    const { owner } = await ownerOf(call)
    const found = await keysOwnedBy(call.db, owner)
      .select('key')
      .where('id', '=', call.params.keyId)
      .executeTakeFirst()
    if (!found) throw notFound()
    return { owner, key: found.key }
  }
  const shown = ({ key, secret }: ShownOnce & { key: string }) => ({ key, secret })

  return {
    keys: async (call) => keysOf(call.db, (await ownerOf(call)).owner),

    makeKey: async (call) => {
      const { owner } = await ownerOf(call)
      const { isSandbox } = call.body
      const made = await makeKey(call.db, vault, { owner, isSandbox, by: call.caller.adminId })
      call.audit({ target: owner, after: { key: made.key, keySort: sortOf(isSandbox) } })
      return shown(made)
    },

    changeSecret: async (call) => {
      const { owner, key } = await keyOf(call)
      const change = { keyId: call.params.keyId, by: call.caller.adminId, ...call.body }
      const made = await rotateSecret(call.db, vault, change)
      call.audit({ target: owner, after: { key, overlapDays: call.body.overlapDays } })
      return shown({ ...made, key })
    },

    endSecret: async (call) => {
      const { owner, key } = await keyOf(call)
      await endPreviousSecret(call.db, call.params.keyId, call.params.secretId)
      call.audit({ target: owner, after: { key } })
      return null
    },

    revokeKey: async (call) => {
      const { owner, key } = await keyOf(call)
      await revokeKey(call.db, call.params.keyId, call.caller.adminId)
      call.audit({ target: owner, after: { key } })
      return null
    },

    guide: async (call) => {
      const { owner, holder } = await ownerOf(call)
      const isSandbox = call.query.keys === 'sandbox'
      const live = await keysOwnedBy(call.db, owner)
        .select('key')
        .where('isSandbox', '=', isSandbox)
        .where('revokedAt', 'is', null)
        .executeTakeFirst()
      samples ??= readSamples()
      const reader = {
        kind,
        name: holder.name,
        isSandbox,
        address: settings.get('open.address') || null,
        key: live?.key ?? null,
        limits: {
          callsPerSecond: holder.callsPerSecond ?? settings.get('open.callsPerSecond'),
          checksPerDay: kind === 'channel' ? settings.get('open.checksPerDay') : null,
          dailyCap: holder.dailyCap,
        },
      }
      const guide = guideOf(reader, await samples, call.language)
      return { guide, markdown: markdownOf(guide) }
    },
  }
}

const sortOf = (isSandbox: boolean) => (isSandbox ? 'sandbox' : 'live')
