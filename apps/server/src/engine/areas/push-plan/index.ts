import { defineArea } from '#platform/area'
import { machineBatches } from '#platform/machines/batches'
import { pushPlanExport } from './export.ts'
import { entity } from './machine.ts'
import { pushPlanRoutes } from './routes.ts'

export default defineArea({
  name: 'pushPlan',
  routes: (services) => [pushPlanRoutes(services)],
  exports: [pushPlanExport],
  batches: Object.values(machineBatches(entity)),
  entities: [entity],
})
