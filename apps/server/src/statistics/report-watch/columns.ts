import type { ReportFilterValues } from '@kabao/contract/statistics/report/filter-shape'
import { reportFilterNames } from '@kabao/contract/statistics/report/filter-shape'
import type { alertStates } from '@kabao/contract/statistics/report-alert'
import { type RawBuilder, sql } from 'kysely'

/** The filters among the fields of a request, as they are stored. */
export const filterOf = (fields: ReportFilterValues): string =>
  JSON.stringify(Object.fromEntries(reportFilterNames.map((name) => [name, fields[name]])))

/** The columns that alerts and schedules have in common. @param reader the administrator who reads them */
export const watchColumns = (reader: string, action: Action): RawBuilder<unknown> => sql`
  t.id, t.report, t.name, t.filter, t.recipients, t.is_on as "isOn", ${stateOf(action)} as state, t.owner_id as "ownerId",
  owner.name as "ownerName", t.owner_id = ${reader} as "isMine",
  array(select coalesce(a.name, '#' || r.id) from unnest(t.recipients) with ordinality r (id, place)
    left join admin a on a.id = r.id order by r.place) as "recipientNames",
  ${namesIn('channel')} as "channelName", ${namesIn('org')} as "orgName", ${namesIn('plan')} as "planName",
  ${namesIn('product')} as "productName",
  maker.name as "createdBy", changer.name as "updatedBy", t.created_at as "createdAt", t.updated_at as "updatedAt", t.version`

export const watchJoins: RawBuilder<unknown> = sql`
  join admin owner on owner.id = t.owner_id
  left join admin maker on maker.id = t.created_by left join admin changer on changer.id = t.updated_by`

/** The names of the records that a filter is about, and the ids of those that are gone; null if all are, or it is not set. */
function namesIn(table: 'channel' | 'org' | 'plan' | 'product'): RawBuilder<unknown> {
  const ids = sql`string_to_array(t.filter->>${sql.lit(`${table}Id`)}, ',')::bigint[]`
  return sql`(select case when count(n.id) > 0 then string_agg(coalesce(n.name, '#' || i.id), '、' order by i.place) end
    from unnest(${ids}) with ordinality i (id, place) left join ${sql.table(table)} n on n.id = i.id)`
}

/** What the owner of a row must be allowed to do with the report. */
type Action = 'page' | 'export'

const isHeld = (action: Action) => sql`exists (
  select from admin a join admin_role ar on ar.admin_id = a.id join role r on r.id = ar.role_id
  where a.id = t.owner_id and a.status = 'enabled' and (r.is_super or exists (
    select from role_node n where n.role_id = r.id and n.node = t.report || ${sql.lit(`:${action}`)})))`

const stateOf = (action: Action) =>
  sql`case when not t.is_on then 'off' when ${isHeld(action)} then 'on' else 'silent' end`

/** The conditions of a page of rows. @param owner whose rows are meant; null: all */
export const watchConditions = (
  action: Action,
  {
    report,
    state,
    owner,
  }: {
    report?: string | undefined
    state?: (typeof alertStates)[number] | undefined
    owner: string | null
  },
): RawBuilder<unknown>[] => [
  ...(owner === null ? [] : [sql`t.owner_id = ${owner}`]),
  ...(report === undefined ? [] : [sql`t.report = ${report}`]),
  ...(state === undefined ? [] : [sql`${stateOf(action)} = ${state}`]),
]
