import type { SalesmanPage, SalesmanRow } from '@kabao/contract/crm/salesman'
import { type BusinessClock, businessDayAt, startOfDay } from '@kabao/contract/kernel/business-clock'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findRows } from '#platform/db/columns'
import { databaseNow } from '#platform/db/now'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { contains } from '#platform/db/pattern'
import { referencesTo } from '#platform/db/references'
import { monthOf } from '../../month.ts'

/** Limits salesmen to the one of this account and the members of the teams that he heads; null: all. */
export type Owner = string | null

/** A salesman whose phone is not masked. */
export type StoredSalesman = SalesmanRow

type Found = Omit<StoredSalesman, 'month'>

const columnsOn = (
  day: string,
) => sql<Found>`t.id::text, t.admin_id::text as "adminId", account.name as "accountName",
  account.status = 'enabled' as "isAccountEnabled", t.name, t.phone, t.team_id::text as "teamId", team.name as "teamName",
  coalesce(team.head_id = t.id, false) as "isHead", t.status, t.deputy_id::text as "deputyId", deputy.name as "deputyName",
  t.leave_from as "leaveFrom", t.daily_quota as "dailyQuota", t.capacity, t.weight, t.city_codes as "cityCodes", t.sources, t.windows,
  ${openLeaves} as leaves, t.held, case when t.taken_on = ${day}::date then t.taken else 0 end as taken, ${lastHandOver} as "handOver", t.remark, t.version,
  t.created_at as "createdAt", t.updated_at as "updatedAt", maker.name as "createdBy", changer.name as "updatedBy",
  ${referencesTo('salesman')} as "references"`

/** The last hand-over of the salesman `t`. */
const lastHandOver = sql`(
  select jsonb_build_object('toName', o.name, 'moved', h.moved, 'toPool', h.to_pool, 'startedAt', ${iso(sql`h.created_at`)},
    'endedAt', ${iso(sql`h.ended_at`)})
  from lead_hand_over h left join salesman o on o.id = h.to_id where h.from_id = t.id order by h.id desc limit 1)`

/** The leaves of the salesman `t` that are under way or to come. */
const openLeaves = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id::text, 'firstOn', l.first_on, 'lastOn', l.last_on,
    'deputyId', l.deputy_id::text, 'deputyName', d.name, 'reason', l.reason, 'hasBegun', l.began_at is not null) order by l.first_on), '[]')
  from salesman_leave l left join salesman d on d.id = l.deputy_id where l.salesman_id = t.id and l.ended_at is null)`

/** An instant as the API writes it. */
function iso(at: RawBuilder<unknown>) {
  return sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

const joins = sql`join admin account on account.id = t.admin_id left join sales_team team on team.id = t.team_id
  left join salesman deputy on deputy.id = t.deputy_id
  left join admin maker on maker.id = t.created_by left join admin changer on changer.id = t.updated_by`

const keys: Readonly<Record<string, RawBuilder<unknown>>> = {
  createdAt: sql`t.created_at`,
  held: sql`t.held`,
  weight: sql`t.weight`,
}

export const ofOwner = (owner: Owner): RawBuilder<unknown>[] =>
  owner === null
    ? []
    : [
        sql`(t.admin_id = ${owner} or t.team_id in (select headed.id from sales_team headed
          join salesman head on head.id = headed.head_id and head.status <> 'left' where head.admin_id = ${owner}))`,
      ]

export const rowsOfSalesmen = (
  { sort, name, status, teamId }: Omit<SalesmanPage, 'current' | 'size'>,
  owner: Owner,
): RowsQuery => {
  const where = ofOwner(owner)
  if (name) where.push(sql`t.name ilike ${contains(name)}`)
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (teamId) where.push(sql`t.team_id = ${teamId}`)
  return {
    table: sql`salesman`,
    joins,
    where,
    key: keys[sort.replace('-', '')] as RawBuilder<unknown>,
    isDescending: sort.startsWith('-'),
  }
}

export async function findPageOfSalesmen(
  db: Db,
  clock: BusinessClock,
  { current, size, ...page }: SalesmanPage,
  owner: Owner,
): Promise<Page<StoredSalesman>> {
  const day = today(clock)
  const found = await findPage<Found>(db, {
    ...rowsOfSalesmen(page, owner),
    columns: columnsOn(day),
    current,
    size,
  })
  return { ...found, records: await withMonths(db, found.records, clock) }
}

/** Those of these salesmen that the owner may see, in any order. */
export async function findSalesmen(
  db: Db,
  clock: BusinessClock,
  ids: readonly string[],
  owner: Owner,
): Promise<StoredSalesman[]> {
  const rows = await findRows(db, {
    table: sql`salesman`,
    columns: columnsOn(today(clock)),
    joins,
    where: [sql`t.id = any(${ids}::bigint[])`, ...ofOwner(owner)],
  })
  return withMonths(db, rows, clock)
}

/** The figures are of the shown rows only, so that a page costs the same however many salesmen there are. */
async function withMonths(db: Db, rows: Found[], clock: BusinessClock): Promise<StoredSalesman[]> {
  const months = await monthOf(
    db,
    rows.map(({ id }) => id),
    startOfMonth(clock),
  )
  return rows.map((row) => ({ ...row, month: months.get(row.id) ?? none }))
}
const none = { claimed: 0, assigned: 0, contacted: 0, firstContactMinutes: null, won: 0, lost: 0, wonFen: 0 }

/** The first instant of the business month of now, ISO 8601. */
export const startOfMonth = (clock: BusinessClock): string =>
  new Date(startOfDay(`${today(clock).slice(0, 8)}01`, clock)).toISOString()

const today = (clock: BusinessClock) => businessDayAt(databaseNow(), clock)
