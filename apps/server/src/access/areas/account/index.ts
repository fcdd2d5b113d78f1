import { defineArea } from '#platform/area'
import { accountRoutes } from './routes.ts'

export default defineArea({
  name: 'account',
  routes: (services) => [accountRoutes(services)],
})
