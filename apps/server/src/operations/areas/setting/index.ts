import { defineArea } from '#platform/area'
import { settingRoutes } from './routes.ts'

export default defineArea({
  name: 'setting',
  routes: (services) => [settingRoutes(services)],
})
