import { defineArea } from '#platform/area'
import { loginLogRetention } from './retention.ts'
import { loginLogRoutes } from './routes.ts'

export default defineArea({
  name: 'loginLog',
  routes: (services) => [loginLogRoutes(services)],
  jobs: [loginLogRetention],
})
