import { defineArea } from '../../area.ts'
import { machineBatches } from '../../machines/batches.ts'
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
