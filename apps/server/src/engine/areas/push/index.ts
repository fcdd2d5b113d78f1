import { defineArea } from '#platform/area'
import { resendPushes } from './batch.ts'
import { pushExport } from './export.ts'
import { pushRoutes } from './routes.ts'

export default defineArea({
  name: 'push',
  routes: (services) => [pushRoutes(services)],
  exports: [pushExport],
  batches: [resendPushes],
})
