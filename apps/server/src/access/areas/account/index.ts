import { defineArea } from '../../area.ts'
import { accountRoutes } from './routes.ts'

export default defineArea({
  name: 'account',
  routes: (services) => [accountRoutes(services)],
})
