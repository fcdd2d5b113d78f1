import type { ReportCalls } from '@kabao/contract/report/calls'
import { reportAreas, reports } from '@kabao/contract/report/reports'
import { defineArea } from '../../area.ts'
import { reportExportOf } from '../../reports/export.ts'
import { reportRoutes } from '../../reports/routes.ts'

const all = reports.map((report) => ({ report, calls: reportAreas[report.name] as ReportCalls }))

export default defineArea({
  name: 'report',
  routes: (services) => all.map(({ report, calls }) => reportRoutes(services, report, calls)),
  exports: all.map(({ report, calls }) => reportExportOf(report, calls)),
})
