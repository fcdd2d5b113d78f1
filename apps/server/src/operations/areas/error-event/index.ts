import { defineArea } from '#platform/area'
import { errorEventBatches } from './batch.ts'
import { errorEventExport } from './export.ts'
import { entity } from './machine.ts'
import { errorEventRetention } from './retention.ts'
import { errorEventRoutes } from './routes.ts'

export default defineArea({
  name: 'errorEvent',
  routes: (services) => [errorEventRoutes(services)],
  exports: [errorEventExport],
  batches: Object.values(errorEventBatches),
  entities: [entity],
  jobs: [errorEventRetention],
})
