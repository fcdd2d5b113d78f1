import type { HideableField } from '@kabao/contract/crm/lead-fields'
import type { LeadFilters } from '@kabao/contract/crm/lead-row'
import { readPhoneFilter } from '@kabao/contract/kernel/personal'
import { type RawBuilder, sql } from 'kysely'
import { isOfRegion } from '#platform/db/city-filter'
import { isShown, type Sight } from '../../lead-visibility.ts'

/** The conditions of the filters on a lead `t` of `seenLeads`. A filter by a field does not find leads whose pool hides it. */
export function matching(sight: Sight, filters: LeadFilters, endOfToday: string): RawBuilder<unknown>[] {
  const { stage, phone, name, place, source, poolId, salesmanId, mine, channelId, userId, cityCode } = filters
  const { due, late, fresh, returning, arrivedFrom, arrivedTo } = filters
  const where: RawBuilder<unknown>[] = []
  const by = (field: HideableField, ...conditions: RawBuilder<unknown>[]) =>
    where.push(...conditions, ...(sight.scope.kind === 'own' ? [isShown(field)] : []))
  const parts = phone ? readPhoneFilter(phone) : null
  if (parts?.whole) by('phone', sql`t.phone = ${parts.whole}`)
  if (parts?.first3) by('phone', sql`t.phone >= ${parts.first3} and t.phone < ${`${parts.first3}:`}`)
  if (parts?.last4) by('phone', sql`right(t.phone, 4) = ${parts.last4}`)
  if (name) by('name', [...name].length === 1 ? sql`left(t.name, 1) = ${name}` : sql`t.name = ${name}`)
  if (source) by('source', sql`t.source = ${sql.lit(source)}`)
  if (channelId) by('channelId', sql`t.channel_id = ${channelId}`)
  if (cityCode) by('cityCode', ...isOfRegion(cityCode))
  if (stage) where.push(sql`t.stage = ${sql.lit(stage)}`)
  if (place) where.push(places[place])
  if (poolId) where.push(sql`t.pool_id = ${poolId}`)
  if (salesmanId) where.push(sql`t.salesman_id = ${salesmanId}`)
  if (mine) where.push(sql`t.salesman_id = ${sight.meId}::bigint`)
  // The user is hidden with the phone.
  if (userId) by('phone', sql`t.user_id = ${userId}`)
  if (due)
    where.push(
      sql`t.closed_at is null`,
      due === 'overdue' ? sql`t.next_follow_at < now()` : dueToday(endOfToday),
    )
  if (late !== undefined)
    where.push(
      late ? sql`t.first_contact_due_at < now()` : sql`coalesce(t.first_contact_due_at >= now(), true)`,
    )
  if (fresh) where.push(sql`t.first_contact_due_at is not null`)
  if (returning) where.push(sql`t.recycle_at < now() + interval '1 day'`)
  if (arrivedFrom) where.push(sql`t.arrived_at >= ${arrivedFrom}`)
  if (arrivedTo) where.push(sql`t.arrived_at < ${arrivedTo}`)
  return where
}

const dueToday = (endOfToday: string) =>
  sql`t.next_follow_at >= now() and t.next_follow_at < ${endOfToday}::timestamptz`

const places = {
  waiting: sql`t.salesman_id is null and t.closed_at is null`,
  held: sql`t.salesman_id is not null and t.closed_at is null`,
  closed: sql`t.closed_at is not null`,
}
