import type { ReportName } from '@kabao/contract/kernel/report-names'
import type { ReportCalls } from '@kabao/contract/statistics/report/calls'
import { reportAreas, reportOf } from '@kabao/contract/statistics/report/reports'
import type { ReportScheduleCreate } from '@kabao/contract/statistics/report-schedule'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import type { Vault } from '#platform/keys/vault'
import type { Settings } from '#platform/settings/settings'
import { filterOf } from '../../report-watch/columns.ts'
import { reportExportOf } from '../../reports/export.ts'
import { nextTime, type Rhythm } from './times.ts'

export type Fields = Omit<ReportScheduleCreate, 'report'>

/** The columns of a schedule's row, with the next time. */
export function columnsOf(fields: Fields, timeZone: string, now: number = databaseNow()) {
  const { name, preset, grain, way, compare, by, regionLevel, sort, columns, format, language, ...rest } =
    fields
  const { rhythm, weekday, monthDay, hour, recipients, byMail, isOn, ...filters } = rest
  const times: Rhythm = { rhythm, weekday, monthDay, hour }
  return {
    name,
    columns,
    format,
    language,
    byMail,
    isOn,
    ...times,
    asked: JSON.stringify({ preset, grain, way, compare, by, regionLevel, sort }),
    filter: filterOf(filters),
    recipients: [...new Set(recipients)],
    nextAt: new Date(nextTime(times, timeZone, now)).toISOString(),
    timeZone,
  }
}

/** Refuses what the export of the report would refuse. @throws Problem at the field */
export async function refuseUnfit(
  services: { db: Db; vault: Vault; settings: Settings },
  report: ReportName,
  { name: _, language: _language, rhythm: _rhythm, weekday: _weekday, monthDay: _day, ...fields }: Fields,
): Promise<void> {
  const { hour: _hour, recipients: _recipients, byMail: _byMail, isOn: _isOn, ...asked } = fields
  const list = reportExportOf(reportOf(report), reportAreas[report] as ReportCalls)
  await list.rows({ ...services, owner: null }, { ...asked, asText: false })
}
