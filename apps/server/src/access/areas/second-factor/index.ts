import { defineArea } from '#platform/area'
import { secondFactorRoutes } from './routes.ts'

export default defineArea({
  name: 'secondFactor',
  routes: (services) => [secondFactorRoutes(services)],
})
