import { defineArea } from '#platform/area'
import { importRoutes } from '#platform/imports/routes'
import { machineBatches } from '#platform/machines/batches'
import { poolLinkExport } from './export.ts'
import { poolLinkListImport } from './import/list.ts'
import { entity } from './machine.ts'
import { poolLinkRoutes } from './routes.ts'
import { watchPool } from './watch-job.ts'

export default defineArea({
  name: 'poolLink',
  routes: (services) => [poolLinkRoutes(services), importRoutes(services, poolLinkListImport)],
  exports: [poolLinkExport],
  imports: [poolLinkListImport],
  batches: Object.values(machineBatches(entity)),
  entities: [entity],
  jobs: [watchPool],
})
