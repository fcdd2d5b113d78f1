import { defineArea } from '#platform/area'
import { pushTroubleExport } from './export.ts'
import { pushTroubleRoutes } from './routes.ts'

export default defineArea({
  name: 'pushTrouble',
  routes: (services) => [pushTroubleRoutes(services)],
  exports: [pushTroubleExport],
})
