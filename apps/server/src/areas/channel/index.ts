import { defineArea } from '../../area.ts'
import { machineBatches } from '../../machines/batches.ts'
import { channelExportOf } from './export.ts'
import { lists } from './lists.ts'
import { entities } from './machine.ts'
import { channelRoutes } from './routes.ts'

export default defineArea({
  name: 'channel',
  routes: (services) => lists.map((list) => channelRoutes(services, list)),
  exports: lists.map(channelExportOf),
  batches: entities.flatMap((entity) => Object.values(machineBatches(entity))),
  entities,
})
