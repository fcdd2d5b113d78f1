import { templateStages } from '@kabao/contract/partners/template'
import type { OrgDetail, OrgPage, OrgRow } from '@kabao/contract/supply/org'
import { type RawBuilder, sql } from 'kysely'
import { isLow } from '#ledger'
import { hasCityOf } from '#platform/db/city-filter'
import type { Db } from '#platform/db/client'
import { allColumns, columnsOf, findRows } from '#platform/db/columns'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { containsInNames } from '#platform/db/pattern'
import { referencesTo } from '#platform/db/references'
import type { List } from './lists.ts'

const rowColumns = columnsOf('org', [
  'id',
  'code',
  'name',
  'shortName',
  'logoFileId',
  'flow',
  'licenceNo',
  'contactName',
  'contactPhone',
  'cityCodes',
  'salesmanId',
  'status',
  'remark',
  'createdAt',
  'updatedAt',
  'version',
])
type Amounts = Pick<
  OrgRow,
  'balanceFen' | 'heldFen' | 'availableFen' | 'alertFen' | 'isLow' | 'isBreakerOpen'
>
type Joined = Pick<OrgRow, 'salesmanName' | 'plans' | 'createdBy' | 'updatedBy' | 'references'>

const columns = allColumns(
  rowColumns,
  sql<Amounts & Joined>`account.balance_fen::float8 as "balanceFen", account.held_fen::float8 as "heldFen",
    (account.balance_fen - account.held_fen)::float8 as "availableFen", t.alert_fen::float8 as "alertFen",
    ${isLow()} as "isLow",
    exists (select from org_breaker b where b.org_id = t.id) as "isBreakerOpen",
    (select count(*)::int from plan p where p.org_id = t.id) as "plans",
    salesman.name as "salesmanName", maker.name as "createdBy", changer.name as "updatedBy", ${referencesTo('org')} as "references"`,
)
type Own = Pick<OrgDetail, 'called' | 'loginUrl' | 'agreements' | 'offeredAgreements'>
const detailColumns = allColumns(
  columns,
  sql<Own>`t.login_url as "loginUrl", t.agreements,
    coalesce((
      select jsonb_agg(jsonb_build_object('stage', s.key, 'url', s.value -> 'url', 'timeoutMs', s.value -> 'timeoutMs')
        order by array_position(${sql.val([...templateStages])}::text[], s.key))
      from org_template x, jsonb_each(x.template -> 'stages') s where x.org_id = t.id), '[]') as "called",
    coalesce((
      select jsonb_agg(jsonb_build_object('name', g.name, 'version', g.version, 'url', g.url,
        'offeredAt', to_char(g.offered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by g.offered_at desc, g.name)
      from org_agreement g where g.org_id = t.id), '[]') as "offeredAgreements"`,
)
const joins = sql`join org_account account on account.org_id = t.id
  left join admin salesman on salesman.id = t.salesman_id left join admin maker on maker.id = t.created_by left join admin changer on changer.id = t.updated_by`

/**
 * Organizations with the amounts of their accounts: a list that is sorted or filtered by an amount reads both tables. A lock of these
 * rows does not reach into a WITH query, so an act on organizations never waits for a charge.
 */
const withAmounts = sql`(with a as (select * from org_account)
  select o.*, a.balance_fen, a.held_fen, a.balance_fen - a.held_fen as available_fen from org o join a on a.org_id = o.id)`

/** The sort keys; the indexes have the same expressions, except for the amounts, which change with every charge. */
const keys: Readonly<Record<string, RawBuilder<unknown>>> = {
  createdAt: sql`t.created_at`,
  updatedAt: sql`t.updated_at`,
  name: sql`t.name`,
  alertFen: sql`t.alert_fen`,
  balanceFen: sql`t.balance_fen`,
  availableFen: sql`t.available_fen`,
}
type Filters = Omit<OrgPage, 'current' | 'size' | 'sort'>

export function rowsOfOrgs(
  { only }: List,
  { sort, ...filters }: Omit<OrgPage, 'current' | 'size'>,
): RowsQuery {
  const amounts = [filters.balanceState, filters.availableFrom, filters.availableTo]
  const needsAmounts = /balanceFen|availableFen/.test(sort) || amounts.some((given) => given !== undefined)
  return {
    table: needsAmounts ? withAmounts : sql`org`,
    joins,
    where: [...only, ...matching(filters)],
    key: keys[sort.replace('-', '')] as RawBuilder<unknown>,
    isDescending: sort.startsWith('-'),
  }
}

export const findPageOfOrgs = (
  db: Db,
  list: List,
  { current, size, ...page }: OrgPage,
): Promise<Page<OrgRow>> => findPage(db, { ...rowsOfOrgs(list, page), columns, current, size })

/** Those of these organizations that are of the list, in any order, with their whole contacts. */
export const findOrgs = (db: Db, { only }: List, ids: readonly string[]): Promise<OrgDetail[]> =>
  findRows(db, {
    table: sql`org`,
    columns: detailColumns,
    joins,
    where: [sql`t.id = any(${ids}::bigint[])`, ...only],
  })

function matching(filters: Filters): RawBuilder<unknown>[] {
  const { id, name, flow, status, cityCode, balanceState, availableFrom, availableTo } = filters
  const { salesmanId, createdFrom, createdTo } = filters
  const where: RawBuilder<unknown>[] = []
  if (id) where.push(sql`t.id = ${id}`)
  if (name) {
    const names = [sql`t.name`, sql`t.short_name`, sql`t.code`]
    where.push(containsInNames(name, { pairs: sql`t.name_pairs`, names }))
  }
  if (flow) where.push(sql`t.flow = ${sql.lit(flow)}`)
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (cityCode) where.push(sql`(t.city_codes = '{}' or ${hasCityOf(sql`t.city_codes`, cityCode)})`)
  if (salesmanId) where.push(sql`t.salesman_id = ${salesmanId}`)
  // The rows of `withAmounts` are organizations and accounts in one.
  if (balanceState === 'low') where.push(isLow('t', 't'))
  if (balanceState === 'enough') where.push(sql`not ${isLow('t', 't')}`)
  if (availableFrom !== undefined) where.push(sql`t.available_fen >= ${availableFrom}`)
  if (availableTo !== undefined) where.push(sql`t.available_fen <= ${availableTo}`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return where
}

/** Whether plans of this organization exist; its lock keeps new ones away. */
export async function hasPlans(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from plan where org_id = ${id} limit 1`.execute(db)
  return rows.length > 0
}

/** Whether an organization may get this salesman: an administrator whose account is enabled. The row is locked against a deletion. */
export async function isEnabledAdmin(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from admin where id = ${id} and status = 'enabled' for key share`.execute(
    db,
  )
  return rows.length > 0
}
