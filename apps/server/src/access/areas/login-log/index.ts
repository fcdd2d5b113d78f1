import { defineArea } from '../../area.ts'
import { loginLogRetention } from './retention.ts'
import { loginLogRoutes } from './routes.ts'

export default defineArea({
  name: 'loginLog',
  routes: (services) => [loginLogRoutes(services)],
  jobs: [loginLogRetention],
})
