import type { PushAudience, PushPlanPage, PushPlanRow } from '@kabao/contract/engine/push-plan'
import { mostAudience } from '@kabao/contract/engine/push-plan'
import { regionName } from '@kabao/region'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { allColumns, columnsOf, findRows } from '#platform/db/columns'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { containsInNames } from '#platform/db/pattern'
import { referencesTo } from '#platform/db/references'
import { channelOfOwner } from '#users'
import { ofAudience } from '../../push-plans/audience.ts'
import { type PushPlanTally, progressOf, tallyOf } from '../../push-plans/progress.ts'

const rowColumns = columnsOf('pushPlan', [
  'id',
  'name',
  'planId',
  'channelId',
  'cityCode',
  'registeredFrom',
  'registeredTo',
  'schedule',
  'at',
  'perMinute',
  'cap',
  'status',
  'startedAt',
  'endedAt',
  'remark',
  'createdAt',
  'updatedAt',
  'version',
])
type Joined = Pick<
  PushPlanRow,
  | 'planName'
  | 'orgName'
  | 'userStatuses'
  | 'riskLevels'
  | 'sources'
  | 'flow'
  | 'channelName'
  | 'dailyAt'
  | 'createdBy'
  | 'updatedBy'
  | 'references'
  | 'nextAt'
  | 'holds'
> & { tally: PushPlanTally }
type Stored = Omit<PushPlanRow, 'cityName' | 'progress'> & { tally: PushPlanTally }
const columns = allColumns(
  rowColumns,
  sql<Joined>`plan.name as "planName", org.name as "orgName", plan.flow as "flow", channel.name as "channelName",
    t.user_statuses as "userStatuses", t.risk_levels as "riskLevels", t.sources, left(t.daily_at::text, 5) as "dailyAt", maker.name as "createdBy", changer.name as "updatedBy",
    case when t.status = 'scheduled' and isfinite(t.due_at) then t.due_at end as "nextAt",
    case when t.status = 'running' then t.holds end as "holds", ${tallyOf(sql`t.id`)} as "tally",
    ${referencesTo('push_plan')} as "references"`,
)
const joins = sql`join plan on plan.id = t.plan_id join org on org.id = plan.org_id
  left join channel on channel.id = t.channel_id
  left join admin maker on maker.id = t.created_by left join admin changer on changer.id = t.updated_by`

const keys: Readonly<Record<string, RawBuilder<unknown>>> = {
  createdAt: sql`t.created_at`,
  updatedAt: sql`t.updated_at`,
}

/** SQL conditions that a push plan `t` was added by this owner; none if the owner is null. */
export const ofOwner = (owner: string | null): RawBuilder<unknown>[] =>
  owner === null ? [] : [sql`t.created_by = ${owner}`]

export const rowsOfPushPlans = (
  { sort, ...filters }: Omit<PushPlanPage, 'current' | 'size'>,
  owner: string | null,
): RowsQuery => ({
  table: sql`push_plan`,
  joins,
  where: [...ofOwner(owner), ...matching(filters)],
  key: keys[sort.replace('-', '')] as RawBuilder<unknown>,
  isDescending: sort.startsWith('-'),
})

export async function findPageOfPushPlans(
  db: Db,
  { current, size, ...page }: PushPlanPage,
  owner: string | null,
): Promise<Page<PushPlanRow>> {
  const found = await findPage<Stored>(db, {
    ...rowsOfPushPlans(page, owner),
    columns,
    current,
    size,
  })
  return { ...found, records: found.records.map(named) }
}

/** Those of these push plans that the owner may see, in any order. */
export async function findPushPlans(
  db: Db,
  ids: readonly string[],
  owner: string | null,
): Promise<PushPlanRow[]> {
  const rows = await findRows(db, {
    table: sql`push_plan`,
    columns,
    joins,
    where: [sql`t.id = any(${ids}::bigint[])`, ...ofOwner(owner)],
  })
  return rows.map(named)
}

const named = ({ tally, ...row }: Stored): PushPlanRow => ({
  ...row,
  progress: progressOf(tally),
  cityName: row.cityCode && regionName(row.cityCode),
})

function matching(filters: Omit<PushPlanPage, 'current' | 'size' | 'sort'>): RawBuilder<unknown>[] {
  const { id, name, planId, channelId, schedule, status, createdFrom, createdTo } = filters
  const where: RawBuilder<unknown>[] = []
  if (id) where.push(sql`t.id = ${id}`)
  if (name) where.push(containsInNames(name, { pairs: sql`t.name_pairs`, names: [sql`t.name`] }))
  if (planId) where.push(sql`t.plan_id = ${planId}`)
  if (channelId) where.push(sql`t.channel_id = ${channelId}`)
  if (schedule) where.push(sql`t.schedule = ${sql.lit(schedule)}`)
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return where
}

/** Whether a plan can be chosen: it exists and has not ended. It stays while this transaction lasts. */
export async function isOpenPlan(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from plan where id = ${id} and status <> 'ended' for share`.execute(db)
  return rows.length > 0
}

/** Whether the owner may choose a channel; every channel if the owner is null. */
export async function isOwnChannel(db: Db, id: string, owner: string | null): Promise<boolean> {
  const where = sql.join([sql`t.id = ${id}`, ...channelOfOwner(sql`t.id`, owner)], sql` and `)
  const { rows } = await sql`select from channel t where ${where}`.execute(db)
  return rows.length > 0
}

/** How many users an audience has, counted up to `mostAudience`. @returns undefined if the plan does not exist */
export async function countAudience(
  db: Db,
  { planId, ...audience }: PushAudience,
  owner: string | null,
): Promise<{ count: number; isMore?: true } | undefined> {
  const plan = await sql<{ flow: string }>`select flow from plan where id = ${planId}`.execute(db)
  const flow = plan.rows[0]?.flow
  if (flow === undefined) return undefined
  const where = ofAudience(audience, flow, owner)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from "user" t where ${sql.join(where, sql` and `)} limit ${mostAudience + 1}) counted`.execute(
    db,
  )
  const { count } = rows[0] as { count: number }
  return count > mostAudience ? { count: mostAudience, isMore: true } : { count }
}
