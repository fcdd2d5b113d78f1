import { defineArea } from '#platform/area'
import { machineBatches } from '#platform/machines/batches'
import { guardedAccount } from './account.ts'
import { collectionExport } from './export.ts'
import { entity } from './machine.ts'
import { collectionRoutes } from './routes.ts'

export default defineArea({
  name: 'collection',
  guardedChanges: [guardedAccount],
  routes: (services) => [collectionRoutes(services)],
  exports: [collectionExport],
  batches: Object.values(machineBatches(entity)),
  entities: [entity],
})
