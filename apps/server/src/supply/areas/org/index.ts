import { defineArea } from '#platform/area'
import { machineBatches } from '#platform/machines/batches'
import { orgExportOf } from './export.ts'
import { lists } from './lists.ts'
import { seesLogo } from './logo.ts'
import { lowBalances } from './low-balance.ts'
import { entities } from './machine.ts'
import { orgRoutes } from './routes.ts'
import { guardedTemplate } from './template/guarded.ts'

export default defineArea({
  name: 'org',
  routes: (services) => lists.map((list) => orgRoutes(services, list)),
  exports: lists.map(orgExportOf),
  batches: entities.flatMap((entity) => Object.values(machineBatches(entity))),
  entities,
  guardedChanges: [guardedTemplate],
  jobs: [lowBalances],
  files: { logo: seesLogo },
})
