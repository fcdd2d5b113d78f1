import { defineArea } from '../../area.ts'
import type { AnyListImport } from '../../imports/list-import.ts'
import { importRoutes } from '../../imports/routes.ts'
import { machineBatches } from '../../machines/batches.ts'
import { channelExportOf } from './export.ts'
import { channelListImport, channelUvListImport } from './import/list.ts'
import { lists } from './lists.ts'
import { entities } from './machine.ts'
import { channelRoutes } from './routes.ts'

const imports: readonly AnyListImport[] = [channelListImport, channelUvListImport]

export default defineArea({
  name: 'channel',
  routes: (services) => [
    ...lists.map((list) => channelRoutes(services, list)),
    ...imports.map((list) => importRoutes(services, list)),
  ],
  exports: lists.map(channelExportOf),
  batches: entities.flatMap((entity) => Object.values(machineBatches(entity))),
  entities,
  imports,
})
