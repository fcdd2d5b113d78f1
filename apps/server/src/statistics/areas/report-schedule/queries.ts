import type {
  ReportRun,
  ReportSchedulePage,
  ReportScheduleRow,
} from '@kabao/contract/statistics/report-schedule'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPage, type Page } from '#platform/db/page'
import { watchColumns, watchConditions, watchJoins } from '../../report-watch/columns.ts'

/** Who reads schedules. */
export interface Viewer {
  adminId: string
  /** Whether this one sees the schedules of all. */
  seesAll: boolean
}

type Found = Omit<ReportScheduleRow, 'last'> & {
  ownerId: string
  asked: object
  filter: object
  lastRun: string | null
}

const columns = (
  reader: string,
) => sql`${watchColumns(reader, 'export')}, t.asked, t.columns, t.format, t.language, t.rhythm,
  t.weekday, t.month_day as "monthDay", t.hour, t.by_mail as "byMail", t.next_at as "nextAt",
  (select r.id from report_run r where r.schedule_id = t.id order by r.id desc limit 1) as "lastRun"`

/** The schedules of found rows, with their last runs. */
async function show(db: Db, rows: readonly Found[]): Promise<ReportScheduleRow[]> {
  const runs = await findRunsOf(
    db,
    sql`t.id = any(${rows.flatMap(({ lastRun }) => lastRun ?? [])}::bigint[])`,
  )
  return rows.map(({ asked, filter, ownerId: _, lastRun, ...row }) => ({
    ...row,
    ...(asked as Pick<
      ReportScheduleRow,
      'preset' | 'grain' | 'way' | 'compare' | 'by' | 'regionLevel' | 'sort'
    >),
    ...filter,
    last: runs.find(({ id }) => id === lastRun) ?? null,
  }))
}

/** @param owner whose schedules are meant; null: all */
export async function findPageOfSchedules(
  db: Db,
  { current, size, sort, report, state }: ReportSchedulePage,
  reader: string,
  owner: string | null,
): Promise<Page<ReportScheduleRow>> {
  const page = await findPage<Found>(db, {
    table: sql`report_schedule`,
    columns: columns(reader),
    joins: watchJoins,
    key: sql`t.created_at`,
    current,
    size,
    where: watchConditions('export', { report, state, owner }),
    isDescending: sort.startsWith('-'),
  })
  return { ...page, records: await show(db, page.records) }
}

export async function findSchedule(
  db: Db,
  id: string,
  viewer: Viewer,
): Promise<ReportScheduleRow | undefined> {
  const { rows } = await sql<Found>`select ${columns(viewer.adminId)} from report_schedule t ${watchJoins}
    where t.id = ${id} and (t.owner_id = ${viewer.adminId} or ${viewer.seesAll})`.execute(db.withoutPlugins())
  return (await show(db, rows))[0]
}

const findRunsOf = async (db: Db, where: ReturnType<typeof sql>): Promise<ReportRun[]> =>
  (
    await sql<ReportRun>`
      select t.id, t.due_at as "dueAt", a.name as "askedBy", t.status, t.failure, t.created_at as "createdAt",
        t.finished_at as "finishedAt", (select count(*)::int from report_delivery d where d.run_id = t.id) as sent
      from report_run t left join admin a on a.id = t.asked_by where ${where} order by t.id desc limit 200`.execute(
      db.withoutPlugins(),
    )
  ).rows

/** The newest runs of a schedule. */
export const findRuns = async (db: Db, id: string): Promise<ReportRun[]> =>
  (await findRunsOf(db, sql`t.schedule_id = ${id}`)).slice(0, 50)

export const findRun = async (db: Db, id: string): Promise<ReportRun> =>
  (await findRunsOf(db, sql`t.id = ${id}`))[0] as ReportRun
