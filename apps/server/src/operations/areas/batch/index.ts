import { defineArea } from '../../area.ts'
import { batchRoutes } from './routes.ts'

export default defineArea({
  name: 'batch',
  routes: () => [batchRoutes()],
})
