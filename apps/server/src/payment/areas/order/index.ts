import { defineArea } from '#platform/area'
import { askOrders, notifyOrders } from './batch.ts'
import { orderExport } from './export.ts'
import { guardedRefund } from './guarded.ts'
import { orderRoutes } from './routes.ts'

export default defineArea({
  name: 'order',
  routes: (services) => [orderRoutes(services)],
  exports: [orderExport],
  guardedChanges: [guardedRefund],
  batches: [notifyOrders, askOrders],
})
