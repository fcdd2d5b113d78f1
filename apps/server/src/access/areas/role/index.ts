import { defineArea } from '#platform/area'
import { roleRoutes } from './routes.ts'

export default defineArea({
  name: 'role',
  routes: () => [roleRoutes()],
})
