import { defineArea } from '../../area.ts'
import { secondFactorRoutes } from './routes.ts'

export default defineArea({
  name: 'secondFactor',
  routes: (services) => [secondFactorRoutes(services)],
})
