import { defineArea } from '#platform/area'
import { overviewExport, statementExport } from './export.ts'
import { statementRoutes } from './routes.ts'

export default defineArea({
  name: 'statement',
  routes: (services) => [statementRoutes(services)],
  exports: [statementExport, overviewExport],
})
