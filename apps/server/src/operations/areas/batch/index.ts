import { defineArea } from '#platform/area'
import { batchRoutes } from './routes.ts'

export default defineArea({
  name: 'batch',
  routes: () => [batchRoutes()],
})
