import { defineArea } from '#platform/area'
import { operationRoutes } from './routes.ts'

export default defineArea({
  name: 'operation',
  routes: (services, { jobs }) => [operationRoutes(services, jobs)],
})
