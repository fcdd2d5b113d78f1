import type { OpenCaller as CallerKind } from '@kabao/contract/intake/kernel'
import { findLiveKey, type KeyOwner, type LiveKey } from '#partners'
import { type IpList, ipListOf } from '#platform/base/ip-list'
import type { Db } from '#platform/db/client'
import type { Listener } from '#platform/db/listen'
import type { Vault } from '#platform/keys/vault'

/** A partner that may sign requests: its key, and what its owner may do. */
export interface Partner {
  kind: Extract<CallerKind, 'channel' | 'org'>
  key: LiveKey
  isEnabled: boolean
  ips: IpList
  /** Null: the limit of the service. */
  callsPerSecond: number | null
  /** The flow of the channel or organization. */
  flow: 'full' | 'half' | 'uv' | 'city'
  /** The most registrations a day; null: no limit. */
  dailyCap: number | null
}

export interface Partners {
  /** @returns null if there is no such key, or it was revoked */
  find(key: string): Promise<Partner | null>
  stop(): void
}

/** The channel of the notifications by the triggers of the migration `open`. */
const notified = 'open_caller'
/** What is known is read again after this long, because a connection can be broken without an error. In milliseconds. */
const staleMs = 30_000
/** The most keys that are kept in memory, so that invented keys do not fill it. */
const mostKept = 20_000
const keyForm = /^ck_[A-Za-z0-9_]{8,60}$/

interface Kept {
  at: number
  partner: Promise<Partner | null>
}

/** The partners' keys, kept in memory; a notification of any change empties it. */
export async function openPartners(db: Db, vault: Vault, listener: Listener): Promise<Partners> {
  let kept = new Map<string, Kept>()
  const forget = () => {
    kept = new Map()
  }
  const unfollow = await listener.follow(notified, forget)
  return {
    find(key) {
      if (!keyForm.test(key)) return Promise.resolve(null)
      const known = kept.get(key)
      if (known && performance.now() - known.at < staleMs) return known.partner
      // A change during the read empties the map, so that what was read before it is not kept.
      const map = kept
      if (map.size >= mostKept) map.delete(map.keys().next().value as string)
      const partner = readPartner(db, vault, key)
      map.set(key, { at: performance.now(), partner })
      partner.catch(() => map.delete(key))
      return partner
    },
    stop: unfollow,
  }
}

async function readPartner(db: Db, vault: Vault, name: string): Promise<Partner | null> {
  const key = await findLiveKey(db, vault, name)
  if (!key) return null
  const owner = await readOwner(db, key.owner)
  return owner && { kind: key.owner.kind, key, ...owner }
}

async function readOwner(db: Db, { kind, id }: KeyOwner) {
  if (kind === 'org') {
    const org = await db.selectFrom('org').select(['status', 'flow']).where('id', '=', id).executeTakeFirst()
    if (!org) return null
    // A paused organization gets nobody new, and still answers for those it got before.
    return {
      isEnabled: org.status !== 'disabled',
      ips: ipListOf([]),
      callsPerSecond: null,
      flow: org.flow,
      dailyCap: null,
    }
  }
  const channel = await db
    .selectFrom('channel')
    .select(['status', 'flow', 'allowedIps', 'callsPerSecond', 'dailyCap'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!channel) return null
  const { status, allowedIps, ...rest } = channel
  return { isEnabled: status === 'enabled', ips: ipListOf(allowedIps), ...rest }
}
