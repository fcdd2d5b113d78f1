import { defineArea } from '#platform/area'
import { sessionRetention } from './retention.ts'
import { sessionRoutes } from './routes.ts'

export default defineArea({
  name: 'session',
  routes: (services) => [sessionRoutes(services)],
  jobs: [sessionRetention],
})
