import { defineArea } from '../../area.ts'
import { savedViewRoutes } from './routes.ts'

export default defineArea({
  name: 'savedView',
  routes: () => [savedViewRoutes()],
})
