import type { PlanDetail, PlanPage, PlanRow } from '@kabao/contract/supply/plan'
import type { PlanTerms, PlanWindow } from '@kabao/contract/supply/plan-terms'
import { type RawBuilder, sql } from 'kysely'
import { hasCityOf } from '#platform/db/city-filter'
import type { Db } from '#platform/db/client'
import { allColumns, columnsOf, findRows } from '#platform/db/columns'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { containsInNames } from '#platform/db/pattern'
import { referencesTo } from '#platform/db/references'
import type { List } from './lists.ts'

const rowColumns = columnsOf('plan', [
  'id',
  'orgId',
  'name',
  'flow',
  'priceFen',
  'priceMinFen',
  'priceMaxFen',
  'cityCodes',
  'ageFrom',
  'ageTo',
  'gender',
  'house',
  'car',
  'socialInsurance',
  'housingFund',
  'hourlyCap',
  'dailyCap',
  'monthlyCap',
  'totalCap',
  'isPaced',
  'waitsWhenFull',
  'dedupeDays',
  'returnDays',
  'returnReasons',
  'isReturnReviewed',
  'priority',
  'startsOn',
  'endsOn',
  'status',
  'remark',
  'createdAt',
  'updatedAt',
  'version',
])
type Joined = Pick<
  PlanRow,
  | 'orgName'
  | 'orgStatus'
  | 'incomeBands'
  | 'creditBands'
  | 'dailyBudgetFen'
  | 'createdBy'
  | 'updatedBy'
  | 'references'
>
const columns = allColumns(
  rowColumns,
  sql<Joined>`org.name as "orgName", org.status as "orgStatus",
    t.income_bands as "incomeBands", t.credit_bands as "creditBands", t.daily_budget_fen::float8 as "dailyBudgetFen",
    maker.name as "createdBy", changer.name as "updatedBy", ${referencesTo('plan')} as "references"`,
)
/** The windows of the plan `t` as JSON, in the order of the week. */
export const windowsOf = sql<PlanWindow[]>`coalesce((
  select jsonb_agg(jsonb_build_object('weekday', w.weekday, 'from', left(w.from_time::text, 5),
    'to', left(w.to_time::text, 5)) order by w.weekday, w.from_time)
  from plan_window w where w.plan_id = t.id), '[]')`
const detailColumns = allColumns(
  columns,
  sql<Pick<PlanDetail, 'windows' | 'excludedChannels'>>`${windowsOf} as "windows", coalesce((
    select jsonb_agg(jsonb_build_object('id', c.id::text, 'name', c.name) order by c.name, c.id)
    from plan_excluded_channel e join channel c on c.id = e.channel_id where e.plan_id = t.id), '[]')
    as "excludedChannels"`,
)
const joins = sql`join org on org.id = t.org_id
  left join admin maker on maker.id = t.created_by left join admin changer on changer.id = t.updated_by`

/** The sort keys. One that can be null has a value in the place of null; the indexes have the same expressions. */
const keys: Readonly<Record<string, RawBuilder<unknown>>> = {
  createdAt: sql`t.created_at`,
  updatedAt: sql`t.updated_at`,
  priceFen: sql`t.price_fen`,
  priority: sql`t.priority`,
  dailyCap: sql`coalesce(t.daily_cap, 2147483647)`,
  dailyBudgetFen: sql`coalesce(t.daily_budget_fen, 9223372036854775807)`,
  startsOn: sql`t.starts_on`,
  endsOn: sql`coalesce(t.ends_on, 'infinity')`,
}

export const rowsOfPlans = (
  { only }: List,
  { sort, ...filters }: Omit<PlanPage, 'current' | 'size'>,
): RowsQuery => ({
  table: sql`plan`,
  joins,
  where: [...only, ...matching(filters)],
  key: keys[sort.replace('-', '')] as RawBuilder<unknown>,
  isDescending: sort.startsWith('-'),
})

export const findPageOfPlans = (
  db: Db,
  list: List,
  { current, size, ...page }: PlanPage,
): Promise<Page<PlanRow>> => findPage(db, { ...rowsOfPlans(list, page), columns, current, size })

/** Those of these plans that are of the list, in any order. */
export const findPlans = (db: Db, { only }: List, ids: readonly string[]): Promise<PlanDetail[]> =>
  findRows(db, {
    table: sql`plan`,
    columns: detailColumns,
    joins,
    where: [sql`t.id = any(${ids}::bigint[])`, ...only],
  })

function matching(filters: Omit<PlanPage, 'current' | 'size' | 'sort'>): RawBuilder<unknown>[] {
  const { id, name, flow, orgId, status, cityCode, priceFrom, priceTo, priorityFrom, priorityTo } = filters
  const { runsOn, endsFrom, endsTo, createdFrom, createdTo } = filters
  const where: RawBuilder<unknown>[] = []
  if (id) where.push(sql`t.id = ${id}`)
  if (name) where.push(containsInNames(name, { pairs: sql`t.name_pairs`, names: [sql`t.name`] }))
  if (flow) where.push(sql`t.flow = ${sql.lit(flow)}`)
  if (orgId) where.push(sql`t.org_id = ${orgId}`)
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (cityCode) {
    where.push(sql`(${hasCityOf(sql`t.city_codes`, cityCode)} or t.city_codes = '{}' and exists (
      select from org o where o.id = t.org_id
        and (o.city_codes = '{}' or ${hasCityOf(sql`o.city_codes`, cityCode)})))`)
  }
  if (priceFrom !== undefined) where.push(sql`t.price_fen >= ${priceFrom}`)
  if (priceTo !== undefined) where.push(sql`t.price_fen <= ${priceTo}`)
  if (priorityFrom !== undefined) where.push(sql`t.priority >= ${priorityFrom}`)
  if (priorityTo !== undefined) where.push(sql`t.priority <= ${priorityTo}`)
  if (runsOn)
    where.push(sql`t.starts_on <= ${runsOn}::date and coalesce(t.ends_on, 'infinity') >= ${runsOn}::date`)
  if (endsFrom) where.push(sql`coalesce(t.ends_on, 'infinity') >= ${endsFrom}::date`)
  if (endsTo) where.push(sql`coalesce(t.ends_on, 'infinity') <= ${endsTo}::date`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return where
}

/** What a plan needs of its organization. */
export interface PlanOrg {
  flow: string
  status: string
  cityCodes: string[]
}

/** The organization of a plan that is being written; nobody changes it until this transaction ends. */
export async function lockOrg(db: Db, id: string): Promise<PlanOrg | undefined> {
  const { rows } = await sql<PlanOrg>`
    select flow, status, city_codes as "cityCodes" from org where id = ${id} for share`.execute(
    db.withoutPlugins(),
  )
  return rows[0]
}

/** The cities of an organization that can have plans of the list; undefined if there is none. */
export async function findOrgCities(db: Db, { flows }: List, id: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ cityCodes: string[] }>`
    select city_codes as "cityCodes" from org where id = ${id} and flow = any(${flows})`.execute(
    db.withoutPlugins(),
  )
  return rows[0]?.cityCodes
}

/** Replaces the windows and the excluded channels of a plan. @param terms windows with gaps between them */
export async function writeParts(
  db: Db,
  id: string,
  { windows, excludedChannelIds }: Pick<PlanTerms, 'windows' | 'excludedChannelIds'>,
): Promise<void> {
  await sql`delete from plan_window where plan_id = ${id}`.execute(db)
  await sql`
    insert into plan_window (plan_id, weekday, from_time, to_time)
    select ${id}, * from unnest(${windows.map(({ weekday }) => weekday)}::int[],
      ${windows.map(({ from }) => from)}::time[], ${windows.map(({ to }) => to)}::time[])`.execute(db)
  await sql`delete from plan_excluded_channel where plan_id = ${id}`.execute(db)
  await sql`
    insert into plan_excluded_channel (plan_id, channel_id)
    select ${id}, * from unnest(${excludedChannelIds}::bigint[])`.execute(db)
}

/** Another plan of the same organization and flow, with what it wants. */
export type Neighbor = Pick<PlanRow, 'id' | 'name' | 'status' | 'priceFen' | 'priority'> &
  Pick<
    PlanTerms,
    | 'startsOn'
    | 'endsOn'
    | 'cityCodes'
    | 'ageFrom'
    | 'ageTo'
    | 'gender'
    | 'incomeBands'
    | 'creditBands'
    | 'house'
    | 'car'
    | 'socialInsurance'
    | 'housingFund'
    | 'windows'
  >
/** An organization has some dozen plans; the newest of more are compared. */
const mostNeighbors = 500

/** The other plans of an organization and flow that have not ended, the newest first. */
export async function findNeighbors(
  db: Db,
  { orgId, flow, id }: { orgId: string; flow: string; id?: string | undefined },
): Promise<Neighbor[]> {
  const own = columnsOf('plan', [
    'id',
    'name',
    'status',
    'priceFen',
    'priority',
    'startsOn',
    'endsOn',
    'cityCodes',
    'ageFrom',
    'ageTo',
    'gender',
    'incomeBands',
    'creditBands',
    'house',
    'car',
    'socialInsurance',
    'housingFund',
  ])
  const { rows } = await sql<Neighbor>`
    select ${own}, ${windowsOf} as "windows" from plan t
    where t.org_id = ${orgId} and t.flow = ${flow} and t.status <> 'ended' and t.id <> ${id ?? '0'}
    order by t.created_at desc, t.id desc limit ${mostNeighbors}`.execute(db.withoutPlugins())
  return rows
}
