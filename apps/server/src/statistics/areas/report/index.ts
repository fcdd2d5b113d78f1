import { defineArea } from '#platform/area'
import type { ReportCalls } from '../../../../../../packages/contract/src/report/calls.ts'
import { reportAreas, reports } from '../../../../../../packages/contract/src/report/reports.ts'
import { reportExportOf } from '../../reports/export.ts'
import { reportRoutes } from '../../reports/routes.ts'

const all = reports.map((report) => ({ report, calls: reportAreas[report.name] as ReportCalls }))

export default defineArea({
  name: 'report',
  routes: (services) => all.map(({ report, calls }) => reportRoutes(services, report, calls)),
  exports: all.map(({ report, calls }) => reportExportOf(report, calls)),
})
