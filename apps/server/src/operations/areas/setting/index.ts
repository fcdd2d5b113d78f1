import { defineArea } from '../../area.ts'
import { settingRoutes } from './routes.ts'

export default defineArea({
  name: 'setting',
  routes: (services) => [settingRoutes(services)],
})
