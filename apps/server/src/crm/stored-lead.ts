import { exactTotal } from '@kabao/contract'
import type { HideableField } from '@kabao/contract/crm/lead-fields'
import type { LeadDetail, LeadRow } from '@kabao/contract/crm/lead-row'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findRow, findRows } from '#platform/db/columns'
import { findPage, type Page, type PageQuery } from '#platform/db/page'
import { countPlaces, findPlaces, type Place } from './arrival-order.ts'
import { isWorkedOn, type Sight, seenLeads, sightAt } from './lead-visibility.ts'

/** A lead, unmasked; what its pool hides is named. */
export type StoredRow = Omit<LeadRow, 'cityName' | 'hidden'> & { hidden: HideableField[] }
export type StoredDetail = StoredRow &
  Pick<
    LeadDetail,
    'remark' | 'teamName' | 'followUpCount' | 'mergeCount' | 'createdAt' | 'createdBy' | 'updatedAt'
  > & {
    isWorkedOn: boolean
  }

const rowColumns = ({ meId }: Sight): RawBuilder<StoredRow> => sql`t.id, t.user_id as "userId", t.phone,
  nullif(t.name, '') as name, t.city_code as "cityCode", t.source, t.channel_id as "channelId", channel.name as "channelName",
  t.hidden, t.pool_id as "poolId", pool.name as "poolName", t.salesman_id as "salesmanId", salesman.name as "salesmanName",
  coalesce(t.salesman_id = ${meId}::bigint, false) as "isMine",
  t.salesman_id is null and t.closed_at is null and exists (select from salesman s where s.id = ${meId}::bigint
    and (pool.kind = 'public' or pool.team_id = s.team_id)) as "isClaimable", t.stage, t.score, t.arrived_at as "arrivedAt",
  t.assigned_at as "assignedAt", t.first_contact_due_at as "firstContactDueAt", t.first_contact_at as "firstContactAt",
  t.next_follow_at as "nextFollowAt", t.last_follow_at as "lastFollowAt", t.recycle_at as "recycleAt",
  t.protected_until as "protectedUntil", t.rest_until as "restUntil", t.closed_at as "closedAt",
  t.is_forgotten as "isForgotten", t.version`

const detailColumns = (sight: Sight): RawBuilder<StoredDetail> => sql`${rowColumns(sight)}, t.remark,
  (select g.name from sales_team g where g.id = salesman.team_id) as "teamName",
  (select count(*)::int from lead_follow_up f where f.lead_id = t.id) as "followUpCount",
  (select count(*)::int from lead_merge g where g.keep_id = t.id) as "mergeCount", ${isWorkedOn(sight)} as "isWorkedOn",
  t.created_at as "createdAt", maker.name as "createdBy", t.updated_at as "updatedAt"`

/** The joins of the columns of a lead `t`. */
export const joins = sql`join lead_pool pool on pool.id = t.pool_id left join salesman on salesman.id = t.salesman_id
  left join channel on channel.id = t.channel_id`

type Rows = Pick<PageQuery, 'where' | 'isDescending' | 'current' | 'size'> & {
  /** Where the leads are, if a filter says so. */
  place?: Parameters<typeof sightAt>[1]
}

/** A page of the leads that a caller sees, in the order of arrival. */
export async function findPageOfLeads(db: Db, sight: Sight, page: Rows): Promise<Page<StoredRow>> {
  const { where, isDescending, current, size, place } = page
  if (sight.scope.kind === 'all')
    return findPage(db, {
      table: seenLeads(sight),
      joins,
      columns: rowColumns(sight),
      where,
      key: sql`t.arrived_at`,
      isDescending,
      current,
      size,
    })
  const searched = sightAt(sight, place)
  const [places, total] = await Promise.all([
    findPlaces(db, searched, { where, isDescending, limit: size, offset: (current - 1) * size }),
    countPlaces(db, searched, where),
  ])
  const records = await findLeadsInOrder(db, sight, places)
  return { records, total, ...(total > exactTotal && { totalIsEstimate: true as const }), current, size }
}

/** The leads at these places, in their order; one that has left the sight meanwhile is left out. */
export async function findLeadsInOrder(db: Db, sight: Sight, places: readonly Place[]): Promise<StoredRow[]> {
  const ids = places.map(({ id }) => id)
  const found = new Map((await findLeads(db, sight, ids)).map((lead) => [lead.id, lead]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Leads by their ids, in any order, as far as the caller sees them. */
export const findLeads = (db: Db, sight: Sight, ids: readonly string[]): Promise<StoredRow[]> =>
  findRows(db, {
    table: seenLeads(sight),
    columns: rowColumns(sight),
    joins,
    where: [sql`t.id = any(${[...ids]}::bigint[])`],
  })

/** One lead; undefined if there is none in the caller\u2019s sight. */
export const findLead = (db: Db, sight: Sight, id: string): Promise<StoredDetail | undefined> =>
  findRow(db, {
    table: seenLeads(sight),
    columns: detailColumns(sight),
    joins: sql`${joins} left join admin maker on maker.id = t.created_by`,
    where: [sql`t.id = ${id}`],
  })

/** What a pool hides of a lead from whoever has not claimed it. */
export async function hiddenFieldsOf(db: Db, poolId: string): Promise<HideableField[]> {
  const { rows } = await sql<{ hidden: HideableField[] }>`
    select hidden_fields as hidden from lead_pool where id = ${poolId}`.execute(db)
  return rows[0]?.hidden ?? []
}
