import { type LeadPoolPage, type LeadPoolRow, mostWaitingCounted } from '@kabao/contract/crm/lead-pool'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { allColumns, columnsOf, findRows } from '#platform/db/columns'
import { findPage, type Page } from '#platform/db/page'
import { contains } from '#platform/db/pattern'
import { referencesTo } from '#platform/db/references'

const own = columnsOf('leadPool', [
  'id',
  'name',
  'kind',
  'teamId',
  'ownerId',
  'maxHeld',
  'maxClaimsPerDay',
  'coolDownDays',
  'lockMinutes',
  'recycleDays',
  'protectDays',
  'firstContactMinutes',
  'hiddenFields',
  'isAutomatic',
  'remark',
  'createdAt',
  'updatedAt',
  'version',
])
type Joined = Pick<
  LeadPoolRow,
  'teamName' | 'ownerName' | 'waiting' | 'held' | 'createdBy' | 'updatedBy' | 'references'
>
const columns = allColumns(
  own,
  sql<Joined>`team.name as "teamName", owner.name as "ownerName",
    (select count(*)::integer from (select from lead c where c.pool_id = t.id and c.salesman_id is null and c.closed_at is null
      limit ${sql.lit(mostWaitingCounted + 1)}) waiting) as waiting,
    (select coalesce(sum(u.held), 0)::integer from lead_pool_use u where u.pool_id = t.id) as held,
    maker.name as "createdBy", changer.name as "updatedBy", ${referencesTo('lead_pool')} as "references"`,
)
const joins = sql`left join sales_team team on team.id = t.team_id left join salesman owner on owner.id = t.owner_id
  left join admin maker on maker.id = t.created_by left join admin changer on changer.id = t.updated_by`

export const findPageOfPools = (
  db: Db,
  { current, size, sort, name }: LeadPoolPage,
): Promise<Page<LeadPoolRow>> =>
  findPage(db, {
    table: sql`lead_pool`,
    joins,
    where: name ? [sql`t.name ilike ${contains(name)}`] : [],
    key: sql`t.created_at`,
    isDescending: sort.startsWith('-'),
    columns,
    current,
    size,
  })

export const findPools = (db: Db, ids: readonly string[]): Promise<LeadPoolRow[]> =>
  findRows(db, {
    table: sql`lead_pool`,
    columns: columns as unknown as RawBuilder<LeadPoolRow>,
    joins,
    where: [sql`t.id = any(${ids}::bigint[])`],
  })
