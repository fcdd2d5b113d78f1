import type {
  DeliveryPage,
  DeliveryTry,
  ReachDelivery,
  ReachDeliveryDetail,
  ReachFigures,
} from '@kabao/contract/reach/delivery'
import { deliveryTriesKept } from '@kabao/contract/reach/event'
import type { postback } from '@kabao/contract/reach/postback'
import { type RawBuilder, sql } from 'kysely'
import { notFound } from '#platform/base/problem'
import type { BatchAct } from '#platform/batches/act'
import type { Db } from '#platform/db/client'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { idsBetween } from '#platform/db/partitions'
import { sendAgain } from '#platform/deliveries/results'
import { pushIdOf } from './events.ts'

/** Whose deliveries: of postbacks or of webhooks. */
export type HookKind = 'postback' | 'webhook'
/** Of all kinds that the module sends. */
type ReachKind = HookKind | 'notice'
/** The data scope: the postbacks of the channels that this administrator owns, or all if it is null; webhooks have no owner. */
export type Owner = string | null

/** SQL conditions on a hook by which it is one of this kind and owner. @param alias of the hook */
export const hooksOf = (kind: HookKind, owner: Owner, alias = 't'): RawBuilder<unknown>[] => [
  sql`${sql.id(alias)}.kind = ${sql.lit(kind)}`,
  ...(owner === null || kind === 'webhook'
    ? []
    : [
        sql`${sql.id(alias)}.channel_id = any(array(select c.id from channel c where c.owner_id = ${owner}))`,
      ]),
]

const columns = sql<ReachDelivery>`t.id, t.event_id as "eventId", t.event, t.target_id as "targetId", h.name as "targetName",
  h.channel_id as "channelId", channel.name as "channelName", h.org_id as "orgId", org.name as "orgName",
  nullif(t.subject_id, 0) as "userId", nullif(p.push_id, 0) as "pushId", t.state, t.reason, time_of_id(t.id)::timestamptz(3) as "createdAt",
  q.due_at as "dueAt", t.ended_at as "endedAt", t.round as tries, t.tries -> -1 ->> 'said' as said`
/** The targets of a kind; those of notices belong to nobody. */
const targetsOf = (kind: ReachKind): RawBuilder<unknown> =>
  kind === 'notice'
    ? sql`(select id, name, null::bigint as channel_id, null::bigint as org_id from notice_target)`
    : sql`hook`
const joinsOf = (
  kind: ReachKind,
) => sql`left join ${targetsOf(kind)} h on h.id = t.target_id left join channel on channel.id = h.channel_id
  left join org on org.id = h.org_id left join delivery_due q on q.delivery_id = t.id
  left join lateral (select ${pushIdOf} as push_id from (select t.event, t.ref_id) d) p on true`

/** What deliveries are found by; the event is one of the kind. */
type Filters = Omit<DeliveryPage, 'current' | 'size' | 'sort' | 'event'> & { event?: string | undefined }

function matching(kind: ReachKind, filters: Filters, owner: Owner): RawBuilder<unknown>[] {
  const { id, targetId, channelId, orgId, userId, event, state, reason, createdFrom, createdTo } = filters
  const where = [
    sql`t.kind = ${sql.lit(kind)}`,
    ...idsBetween(sql`t.id`, { from: createdFrom, to: createdTo }),
  ]
  const named = [
    ...(channelId ? [sql`h.channel_id = ${channelId}`] : []),
    ...(orgId ? [sql`h.org_id = ${orgId}`] : []),
    ...(owner === null || kind === 'notice' ? [] : hooksOf(kind, owner, 'h')),
  ]
  if (id) where.push(sql`t.id = ${id}`)
  if (targetId) where.push(sql`t.target_id = ${targetId}`)
  if (named.length > 0)
    where.push(sql`t.target_id = any(array(select h.id from hook h where ${sql.join(named, sql` and `)}))`)
  if (userId) where.push(sql`t.subject_id = ${userId}`)
  if (event) where.push(sql`t.event = ${sql.lit(event)}`)
  if (state) where.push(sql`t.state = ${sql.lit(state)}`)
  if (reason) where.push(sql`t.reason = ${sql.lit(reason)}`)
  return where
}

/** The deliveries of a list. Their ids begin with the time, so the order of ids is the order of time. */
const rowsOf = (kind: ReachKind, filters: Filters, owner: Owner, isDescending: boolean): RowsQuery => ({
  table: sql`delivery`,
  joins: joinsOf(kind),
  where: matching(kind, filters, owner),
  isPartitioned: true,
  isDescending,
})

export const findPageOfDeliveries = (
  db: Db,
  kind: ReachKind,
  { current, size, sort, ...filters }: Filters & Pick<DeliveryPage, 'current' | 'size' | 'sort'>,
  owner: Owner,
): Promise<Page<ReachDelivery>> =>
  findPage(db, { ...rowsOf(kind, filters, owner, sort.startsWith('-')), columns, current, size })

/** @throws Problem 4040 if it is none of the owner's */
export async function findDelivery(
  db: Db,
  kind: ReachKind,
  id: string,
  owner: Owner,
): Promise<ReachDeliveryDetail> {
  const { rows } = await sql<ReachDelivery & { log: DeliveryTry[] }>`
    select ${columns}, t.tries as log from delivery t ${joinsOf(kind)}
    where ${sql.join(matching(kind, { id }, owner), sql` and `)}`.execute(db.withoutPlugins())
  const [row] = rows
  if (!row) throw notFound()
  return { ...row, log: row.log.slice(-deliveryTriesKept).toReversed() }
}

/** Sends dead deliveries that match a filter again. */
export const againAct = (
  kind: HookKind,
  filter: (typeof postback)['againMatching']['body']['shape']['filter'],
): BatchAct<Filters> => ({
  name: `${kind}.again`,
  point: `${kind}:again`,
  targetKind: 'delivery',
  filter,
  rows: ({ owner }, filters) => rowsOf(kind, filters, owner, false),
  able: sql`t.state = 'dead'`,
  apply: async (db, ids) =>
    (await sendAgain(db, ids)).map((id) => ({ id, before: { state: 'dead' }, after: { state: 'waiting' } })),
})

/** How deliveries ended over business days, by target and event. */
export async function readFigures(
  db: Db,
  kind: HookKind,
  {
    targetId,
    channelId,
    orgId,
    fromDay,
    toDay,
  }: {
    targetId?: string | undefined
    channelId?: string | undefined
    orgId?: string | undefined
    fromDay: string
    toDay: string
  },
  owner: Owner,
): Promise<ReachFigures[]> {
  const where = [
    ...hooksOf(kind, owner, 'h'),
    ...(targetId ? [sql`h.id = ${targetId}`] : []),
    ...(channelId ? [sql`h.channel_id = ${channelId}`] : []),
    ...(orgId ? [sql`h.org_id = ${orgId}`] : []),
  ]
  const sum = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(c.n) filter (where ${condition}), 0)::float8`
  const { rows } = await sql<ReachFigures>`
    select h.id as "targetId", h.name as "targetName", h.channel_id as "channelId", channel.name as "channelName", h.org_id as "orgId",
      org.name as "orgName", c.event, ${sum(sql`c.what = 'try'`)} as tries, ${sum(sql`c.what = 'sent'`)} as sent,
      ${sum(sql`c.what = 'dead'`)} as dead, ${sum(sql`c.what like 'untold %'`)} as untold,
      ${sum(sql`c.what = 'untold deducted'`)} as deducted
    from hook h join delivery_count c on c.kind = h.kind and c.target_id = h.id and c.day between ${fromDay} and ${toDay}
      left join channel on channel.id = h.channel_id left join org on org.id = h.org_id
    where ${sql.join(where, sql` and `)}
    group by h.id, h.name, h.channel_id, channel.name, h.org_id, org.name, c.event
    order by h.id, c.event limit 1000`.execute(db.withoutPlugins())
  return rows
}
