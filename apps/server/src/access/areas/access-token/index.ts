import { defineArea } from '#platform/area'
import { accessTokenRoutes } from './routes.ts'

export default defineArea({
  name: 'accessToken',
  routes: (services) => [accessTokenRoutes(services)],
})
