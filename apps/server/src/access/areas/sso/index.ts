import { defineArea } from '#platform/area'
import { backChannel } from './back-channel.ts'
import { ssoRoutes } from './routes.ts'

export default defineArea({
  name: 'sso',
  routes: (services) => [ssoRoutes(services), backChannel(services)],
})
