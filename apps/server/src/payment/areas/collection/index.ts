import { defineArea } from '../../area.ts'
import { machineBatches } from '../../machines/batches.ts'
import { collectionExport } from './export.ts'
import { entity } from './machine.ts'
import { collectionRoutes } from './routes.ts'

export default defineArea({
  name: 'collection',
  routes: (services) => [collectionRoutes(services)],
  exports: [collectionExport],
  batches: Object.values(machineBatches(entity)),
  entities: [entity],
})
