import type { PushAudience } from '@kabao/contract/engine/push-plan'
import { type RawBuilder, sql } from 'kysely'
import { isOfRegion } from '#platform/db/city-filter'
import { channelOfOwner } from '#users'

/** Whom a push plan sends, besides the flow of its plan. */
export type Audience = Omit<PushAudience, 'planId'>

/**
 * SQL conditions that a user `t` belongs to an audience.
 * @param flow of the plan
 * @param owner only users of the channels of this administrator; null: all
 */
export function ofAudience(
  { channelId, cityCode, registeredFrom, registeredTo, userStatuses, riskLevels, sources }: Audience,
  flow: string,
  owner: string | null,
): RawBuilder<unknown>[] {
  const where = [
    sql`t.flow = ${flow}`,
    sql`t.source = any(${sources}::text[])`,
    ...channelOfOwner(sql`t.channel_id`, owner),
  ]
  where.push(
    userStatuses.length > 0 ? sql`t.status = any(${userStatuses}::text[])` : sql`t.status <> 'deleted'`,
  )
  if (channelId) where.push(sql`t.channel_id = ${channelId}`)
  if (cityCode) where.push(...isOfRegion(cityCode))
  if (riskLevels.length > 0) where.push(sql`t.risk_level = any(${riskLevels}::text[])`)
  if (registeredFrom) where.push(sql`t.created_at >= ${registeredFrom}`)
  if (registeredTo) where.push(sql`t.created_at < ${registeredTo}`)
  return where
}
