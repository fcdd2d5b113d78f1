import { defineArea } from '#platform/area'
import { jobRoutes } from './routes.ts'

export default defineArea({
  name: 'job',
  routes: (services, { jobs }) => [jobRoutes(services, jobs)],
})
