import { defineArea } from '../../area.ts'
import { handOverJob } from '../../crm/hand-over-job.ts'
import { machineBatches } from '../../machines/batches.ts'
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
