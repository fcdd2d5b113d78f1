import { defineArea } from '#platform/area'
import { suspenseExport } from './export.ts'
import { suspenseRoutes } from './routes.ts'
import { tellOfPayments } from './tell-job.ts'

export default defineArea({
  name: 'suspense',
  routes: (services) => [suspenseRoutes(services)],
  exports: [suspenseExport],
  jobs: [tellOfPayments],
})
