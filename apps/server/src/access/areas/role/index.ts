import { defineArea } from '../../area.ts'
import { roleRoutes } from './routes.ts'

export default defineArea({
  name: 'role',
  routes: () => [roleRoutes()],
})
