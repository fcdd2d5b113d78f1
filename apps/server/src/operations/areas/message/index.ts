import { defineArea } from '#platform/area'
import { messageRetention } from './retention.ts'
import { messageRoutes } from './routes.ts'
import { messageStreamRoute } from './stream.ts'

export default defineArea({
  name: 'message',
  routes: (services) => [messageRoutes(), messageStreamRoute(services)],
  jobs: [messageRetention],
})
