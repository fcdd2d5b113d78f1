import { defineArea } from '#platform/area'
import { savedViewRoutes } from './routes.ts'

export default defineArea({
  name: 'savedView',
  routes: () => [savedViewRoutes()],
})
