import { defineArea } from '#platform/area'
import { askOrders, notifyOrders } from './batch.ts'
import { orderExport } from './export.ts'
import { orderRoutes } from './routes.ts'

export default defineArea({
  name: 'order',
  routes: (services) => [orderRoutes(services)],
  exports: [orderExport],
  batches: [notifyOrders, askOrders],
})
