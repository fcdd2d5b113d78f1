import { defineArea } from '#platform/area'
import { reportRunJob, reportScheduleJob } from './jobs.ts'
import { reportScheduleRoutes } from './routes.ts'

export default defineArea({
  name: 'reportSchedule',
  routes: (services) => [reportScheduleRoutes(services)],
  jobs: [reportScheduleJob, reportRunJob],
})
