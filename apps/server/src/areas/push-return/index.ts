import { defineArea } from '../../area.ts'
import { machineBatches } from '../../machines/batches.ts'
import { entity } from './machine.ts'
import { pushReturnRoutes } from './routes.ts'
import { tellReviewers } from './tell-job.ts'

export default defineArea({
  name: 'pushReturn',
  routes: (services) => [pushReturnRoutes(services)],
  batches: Object.values(machineBatches(entity)),
  entities: [entity],
  jobs: [tellReviewers],
})
