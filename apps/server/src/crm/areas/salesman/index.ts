import { defineArea } from '#platform/area'
import { machineBatches } from '#platform/machines/batches'
import { handOverJob } from '../../hand-over-job.ts'
import { salesmanExport } from './export.ts'
import { leaveJob } from './leave-job.ts'
import { entity } from './machine.ts'
import { salesmanRoutes } from './routes.ts'

export default defineArea({
  name: 'salesman',
  routes: (services) => [salesmanRoutes(services)],
  exports: [salesmanExport],
  batches: Object.values(machineBatches(entity)),
  entities: [entity],
  jobs: [handOverJob, leaveJob],
})
