import type { ReportCalls } from '@kabao/contract/statistics/report/calls'
import { reportAreas, reports } from '@kabao/contract/statistics/report/reports'
import { defineArea } from '#platform/area'
import { reportExportOf } from '../../reports/export.ts'
import { reportRoutes } from '../../reports/routes.ts'

const all = reports.map((report) => ({ report, calls: reportAreas[report.name] as ReportCalls }))

export default defineArea({
  name: 'report',
  routes: (services) => all.map(({ report, calls }) => reportRoutes(services, report, calls)),
  exports: all.map(({ report, calls }) => reportExportOf(report, calls)),
})
