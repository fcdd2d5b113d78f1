import type {
  ReportAlertCheck,
  ReportAlertPage,
  ReportAlertRow,
} from '@kabao/contract/statistics/report-alert'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPage, type Page } from '#platform/db/page'
import { watchColumns, watchConditions, watchJoins } from '../../report-watch/columns.ts'

/** Who reads alerts. */
export interface Viewer {
  adminId: string
  /** Whether this one sees the alerts of all. */
  seesAll: boolean
}

type Last = NonNullable<ReportAlertRow['last']>
type Found = Omit<ReportAlertRow, 'last'> & {
  filter: Record<string, string>
  until: string | null
} & Omit<Last, 'until'>

const columns = (
  reader: string,
) => sql`${watchColumns(reader, 'page')}, t.figure, t.condition, t.bound::float8 as bound, t.every,
  last.until, last.day, last.value, last.base, last.is_met as "isMet",
  (select max(c.until) from report_alert_check c where c.alert_id = t.id and c.told is not null) as "toldAt"`
const joins = sql`${watchJoins}
  left join lateral (select * from report_alert_check c where c.alert_id = t.id order by c.until desc limit 1) last on true`

function show({ filter, until, day, value, base, isMet, ...row }: Found): ReportAlertRow {
  const last = until === null ? null : { until, day, value, base, isMet }
  const { ownerId: _, ...shown } = row as typeof row & { ownerId: string }
  return { ...shown, ...filter, last } as ReportAlertRow
}

/** @param owner whose alerts are meant; null: all */
export async function findPageOfAlerts(
  db: Db,
  { current, size, sort, report, state }: ReportAlertPage,
  reader: string,
  owner: string | null,
): Promise<Page<ReportAlertRow>> {
  const page = await findPage<Found>(db, {
    table: sql`report_alert`,
    columns: columns(reader),
    joins,
    key: sql`t.created_at`,
    current,
    size,
    where: watchConditions('page', { report, state, owner }),
    isDescending: sort.startsWith('-'),
  })
  return { ...page, records: page.records.map(show) }
}

export async function findAlert(db: Db, id: string, viewer: Viewer): Promise<ReportAlertRow | undefined> {
  const { rows } = await sql<Found>`select ${columns(viewer.adminId)} from report_alert t ${joins}
    where t.id = ${id} and (t.owner_id = ${viewer.adminId} or ${viewer.seesAll})`.execute(db.withoutPlugins())
  return rows[0] && show(rows[0])
}

/** The newest checks of an alert. */
export async function findChecks(db: Db, id: string): Promise<ReportAlertCheck[]> {
  const { rows } = await sql<ReportAlertCheck>`
    select until, day, value, base, is_met as "isMet", told from report_alert_check
    where alert_id = ${id} order by until desc limit 50`.execute(db.withoutPlugins())
  return rows
}
