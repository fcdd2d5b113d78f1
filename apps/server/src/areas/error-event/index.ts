import { defineArea } from '../../area.ts'
import { errorEventRetention } from './retention.ts'
import { errorEventRoutes } from './routes.ts'

export default defineArea({
  name: 'errorEvent',
  routes: (services) => [errorEventRoutes(services)],
  jobs: [errorEventRetention],
})
