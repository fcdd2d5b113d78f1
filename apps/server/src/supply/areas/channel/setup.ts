import type { ChannelRow } from '@kabao/contract/supply/channel'
import type { ChannelStep } from '@kabao/contract/supply/setup'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { hasAccepted } from '../../latest-pushes.ts'

/** Which steps are done until people of a channel flow. */
export async function setupOfChannel(
  db: Db,
  { id, status, allowedIps }: Pick<ChannelRow, 'id' | 'status' | 'allowedIps'>,
): Promise<Record<ChannelStep, boolean>> {
  const { rows } = await sql<{ key: boolean; used: boolean; person: boolean }>`
    select count(*) > 0 as key,
      coalesce(bool_or(exists (select from api_secret s where s.api_key_id = k.id and s.last_used_at is not null)), false) as used,
      ${hasAccepted('channel', id)} as person
    from api_key k where k.channel_id = ${id} and not k.is_sandbox and k.revoked_at is null`.execute(db)
  const { key = false, used = false, person = false } = rows[0] ?? {}
  // Whoever was accepted came in a signed request, even if its key is revoked by now.
  return {
    enabled: status === 'enabled',
    key,
    addresses: allowedIps.length > 0,
    call: used || person,
    person,
  }
}
