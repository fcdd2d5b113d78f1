import {
  mostAttempts,
  type PushAttempt,
  type PushDetail,
  type PushPage,
  type PushRow,
} from '@kabao/contract/engine/push'
import { type RawBuilder, sql } from 'kysely'
import { isOfRegion } from '#platform/db/city-filter'
import type { Db } from '#platform/db/client'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { idsBetween } from '#platform/db/partitions'
import { channelOfOwner, phoneOfUser } from '#users'

/** A push record, unmasked. */
export type StoredRow = Omit<PushRow, 'cityName'>
export type StoredDetail = Omit<PushDetail, 'cityName' | 'latestAttempts'>

/** The data scope: the push records of the channels that this administrator owns, or all if it is null. */
export type Owner = string | null

const rowColumns = sql`t.id, t.user_id as "userId", u.phone, u.name, t.org_id as "orgId", org.name as "orgName",
  t.plan_id as "planId", plan.name as "planName", t.channel_id as "channelId", channel.name as "channelName", t.flow,
  t.city_code as "cityCode", t.stage, t.status, t.price_fen as "priceFen", t.cost_fen as "costFen", t.attempts,
  t.request_at as "requestAt", t.responded_at as "respondedAt", t.reason`

const joins = sql`join "user" u on u.id = t.user_id left join org on org.id = t.org_id left join plan on plan.id = t.plan_id
  left join channel on channel.id = t.channel_id`

/** The pushes of a list. Their ids begin with the time of the request, so the order of ids is the order of time. */
export const rowsOfPushes = (
  { sort, ...filters }: Omit<PushPage, 'current' | 'size'>,
  owner: Owner,
): RowsQuery => ({
  table: sql`push_record`,
  joins,
  where: [
    ...matching(filters),
    ...idsBetween(sql`t.id`, { from: filters.requestFrom, to: filters.requestTo }),
    ...channelOfOwner(sql`t.channel_id`, owner),
  ],
  isPartitioned: true,
  isDescending: sort.startsWith('-'),
})

export const findPageOfPushes = (
  db: Db,
  { current, size, ...page }: PushPage,
  owner: Owner,
): Promise<Page<StoredRow>> =>
  findPage(db, { ...rowsOfPushes(page, owner), columns: rowColumns, current, size })

function matching(filters: Omit<PushPage, 'current' | 'size' | 'sort'>): RawBuilder<unknown>[] {
  const { userId, phone, orgId, planId, pushPlanId, channelId, flow, cityCode, status, stage, quality } =
    filters
  const where = phoneOfUser(sql`t.user_id`, phone)
  if (userId) where.push(sql`t.user_id = ${userId}`)
  if (orgId) where.push(sql`t.org_id = ${orgId}`)
  if (planId) where.push(sql`t.plan_id = ${planId}`)
  if (pushPlanId) where.push(sql`t.push_plan_id = ${pushPlanId}`)
  if (channelId) where.push(sql`t.channel_id = ${channelId}`)
  if (flow) where.push(sql`t.flow = ${sql.lit(flow)}`)
  if (cityCode) where.push(...isOfRegion(cityCode))
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (quality !== undefined) where.push(sql`t.quality = ${quality}`)
  if (stage) where.push(sql`t.stage = ${sql.lit(stage)}`)
  return where
}

/** The agreed reasons, while an accepted push can still be returned and nobody has asked for it. */
const returnReasons = sql`case when t.status = 'accepted' and now() <= t.responded_at + plan.return_days * interval '1 day'
  and plan.return_days > 0 and not exists (select from push_return r where r.user_id = t.user_id and r.push_id = t.id and r.status = 'asked')
  then plan.return_reasons else '{}' end`

export async function find(db: Db, id: string, owner: Owner): Promise<StoredDetail | undefined> {
  const where = [sql`t.id = ${id}`, ...channelOfOwner(sql`t.channel_id`, owner)]
  const { rows } = await sql<StoredDetail>`
    select ${rowColumns}, t.external_id as "externalId", t.quality, t.price_min_fen as "priceMinFen",
      t.price_max_fen as "priceMaxFen", ${returnReasons} as "returnReasons",
      (select r.id from push_return r where r.user_id = t.user_id and r.push_id = t.id and r.status in ('asked', 'returned')) as "returnId", t.dedupe_days as "dedupeDays", t.updated_at as "updatedAt"
    from push_record t ${joins} where ${sql.join(where, sql` and `)}`.execute(db.withoutPlugins())
  return rows[0]
}

/** The latest attempts of a push, unmasked. None is older than the push, so the months before it are not read. */
export async function findAttempts(db: Db, pushId: string): Promise<PushAttempt[]> {
  const { rows } = await sql<PushAttempt>`
    select id, number, time_of_id(id) as at, stage, outcome, http_status as "httpStatus", took_ms as "tookMs", error, request, reply
    from push_attempt where push_id = ${pushId} and id >= time_id_at(time_of_id(${pushId}))
    order by id desc limit ${mostAttempts}`.execute(db.withoutPlugins())
  return rows
}
