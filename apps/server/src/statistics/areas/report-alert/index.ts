import { defineArea } from '#platform/area'
import { reportAlertJob } from './job.ts'
import { reportAlertRoutes } from './routes.ts'

export default defineArea({
  name: 'reportAlert',
  routes: (services) => [reportAlertRoutes(services)],
  jobs: [reportAlertJob],
})
