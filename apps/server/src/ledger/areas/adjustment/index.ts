import { defineArea } from '#platform/area'
import { adjustmentExport } from './export.ts'
import { entity } from './machine.ts'
import { adjustmentRoutes } from './routes.ts'

export default defineArea({
  name: 'adjustment',
  routes: (services) => [adjustmentRoutes(services)],
  exports: [adjustmentExport],
  entities: [entity],
})
