import { defineArea } from '#platform/area'
import type { AnyListImport } from '#platform/imports/list-import'
import { importRoutes } from '#platform/imports/routes'
import { machineBatches } from '#platform/machines/batches'
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
