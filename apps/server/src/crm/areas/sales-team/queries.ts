import { mostMembersShown, type SalesTeamPage, type SalesTeamRow } from '@kabao/contract/crm/sales-team'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { allColumns, columnsOf, findRows } from '#platform/db/columns'
import { findPage, type Page } from '#platform/db/page'
import { contains } from '#platform/db/pattern'
import { referencesTo } from '#platform/db/references'

type Joined = Omit<SalesTeamRow, 'id' | 'name' | 'headId' | 'remark' | 'createdAt' | 'updatedAt' | 'version'>

const columns = allColumns(
  columnsOf('salesTeam', ['id', 'name', 'headId', 'remark', 'createdAt', 'updatedAt', 'version']),
  sql<Joined>`head.name as "headName", pool.id::text as "poolId", pool.name as "poolName",
    (select count(*)::integer from salesman m where m.team_id = t.id and m.status <> 'left') as "memberCount",
    coalesce((select jsonb_agg(jsonb_build_object('id', m.id::text, 'name', m.name, 'status', m.status) order by m.id)
      from (select m.id, m.name, m.status from salesman m where m.team_id = t.id and m.status <> 'left' order by m.id
        limit ${sql.lit(mostMembersShown)}) m), '[]') as members,
    maker.name as "createdBy", changer.name as "updatedBy", ${referencesTo('sales_team')} as "references"`,
)
const joins = sql`left join salesman head on head.id = t.head_id left join lead_pool pool on pool.team_id = t.id
  left join admin maker on maker.id = t.created_by left join admin changer on changer.id = t.updated_by`

export const findPageOfTeams = (
  db: Db,
  { current, size, sort, name }: SalesTeamPage,
): Promise<Page<SalesTeamRow>> =>
  findPage(db, {
    table: sql`sales_team`,
    joins,
    where: name ? [sql`t.name ilike ${contains(name)}`] : [],
    key: sql`t.created_at`,
    isDescending: sort.startsWith('-'),
    columns,
    current,
    size,
  })

export const findTeams = (db: Db, ids: readonly string[]): Promise<SalesTeamRow[]> =>
  findRows(db, {
    table: sql`sales_team`,
    columns: columns as RawBuilder<SalesTeamRow>,
    joins,
    where: [sql`t.id = any(${ids}::bigint[])`],
  })
