import { defineArea } from '#platform/area'
import { importRoutes } from '#platform/imports/routes'
import { machineBatches } from '#platform/machines/batches'
import { pushReturnExport } from './export.ts'
import { pushReturnListImport } from './import/list.ts'
import { entity } from './machine.ts'
import { pushReturnRoutes } from './routes.ts'
import { tellReviewers } from './tell-job.ts'

export default defineArea({
  name: 'pushReturn',
  routes: (services) => [pushReturnRoutes(services), importRoutes(services, pushReturnListImport)],
  exports: [pushReturnExport],
  imports: [pushReturnListImport],
  batches: Object.values(machineBatches(entity)),
  entities: [entity],
  jobs: [tellReviewers],
})
