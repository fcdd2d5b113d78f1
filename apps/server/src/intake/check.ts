import type { checkResults } from '@kabao/contract/intake/user'
import { sql } from 'kysely'
import type { CheckKeys } from '#partners'
import type { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { businessDay } from '#platform/settings/business-clock'
import type { Settings } from '#platform/settings/settings'
import { isAttributed } from './attribution.ts'
import type { Partner } from './caller.ts'
import { capReached, grantEach } from './day-use.ts'

/** A question of a channel about a phone. */
export interface Check {
  partner: Partner
  /** The hash in hexadecimal. */
  phoneHash: string
}
type Result = (typeof checkResults)[number]

/**
 * Says of hashed phones whether they may be registered, and counts the questions, in the caller's transaction.
 * @returns the result of each, in their order; a refusal beyond the channel's limit of the day
 */
export async function checkPhones(
  write: Db,
  { settings, checkKeys }: { settings: Settings; checkKeys: CheckKeys },
  checks: readonly Check[],
): Promise<({ result: Result } | Problem)[]> {
  const day = businessDay(settings)
  const granted = await grantEach(
    write,
    { use: 'check', day },
    checks.map(({ partner }) => partner.key.owner.id),
    settings.get('open.checksPerDay'),
  )
  const found = await findHashes(write, { settings, checkKeys }, checks)
  return checks.map(({ partner }, index) => {
    const { id } = partner.key.owner
    if (!granted[index]) return capReached(settings, day)
    const { isBlocked, channelId, isAttributed: belongs } = found[index] as Found
    if (isBlocked) return { result: 'blocked' }
    if (channelId === id) return { result: 'yours' }
    return { result: belongs ? 'taken' : 'new' }
  })
}

interface Found {
  isBlocked: boolean
  /** The channel of the user with this phone. */
  channelId: string | null
  isAttributed: boolean
}

/** Looks hashes up in the columns of the live keys. Each branch is one look-up in an index. */
async function findHashes(
  db: Db,
  { settings, checkKeys }: { settings: Settings; checkKeys: CheckKeys },
  checks: readonly Check[],
): Promise<Found[]> {
  const found: Found[] = checks.map(() => ({ isBlocked: false, channelId: null, isAttributed: false }))
  const keys = await checkKeys.live()
  const given = sql`unnest(${checks.map(({ phoneHash }) => Buffer.from(phoneHash, 'hex'))}::bytea[]) with ordinality g (hash, place)`
  for (const { slot } of keys) {
    const column = sql.ref(`t.phone_hash_${slot}`)
    const { rows } = await sql<{
      place: string
      isBlocked: boolean
      channelId: string | null
      isAttributed: boolean
    }>`
      select g.place::text, false as "isBlocked", t.channel_id as "channelId",
        t.channel_id is not null and ${isAttributed(settings.get('open.attributionDays'))} as "isAttributed"
      from ${given} join "user" t on ${column} = g.hash and ${column} is not null
      union all
      select g.place::text, true, null, false from ${given} join blacklist t on ${column} = g.hash and ${column} is not null
      where t.kind = 'phone' and coalesce(t.expires_at, 'infinity') > now()`.execute(db)
    for (const row of rows) {
      const one = found[Number(row.place) - 1] as Found
      one.isBlocked ||= row.isBlocked
      if (!row.isBlocked) Object.assign(one, { channelId: row.channelId, isAttributed: row.isAttributed })
    }
  }
  return found
}
