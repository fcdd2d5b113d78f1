import { defineArea } from '#platform/area'
import { homeRoutes } from './routes.ts'

export default defineArea({
  name: 'home',
  routes: (services, { jobs }) => [homeRoutes(services, jobs)],
})
