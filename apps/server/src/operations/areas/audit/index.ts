import { defineArea } from '#platform/area'
import { auditExport } from './export.ts'
import { auditRoutes } from './routes.ts'

export default defineArea({
  name: 'audit',
  routes: (services) => [auditRoutes(services)],
  exports: [auditExport],
})
