import { defineArea } from '../../area.ts'
import { reportAlertJob } from './job.ts'
import { reportAlertRoutes } from './routes.ts'

export default defineArea({
  name: 'reportAlert',
  routes: (services) => [reportAlertRoutes(services)],
  jobs: [reportAlertJob],
})
