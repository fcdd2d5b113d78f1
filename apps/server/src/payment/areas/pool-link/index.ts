import { defineArea } from '../../area.ts'
import { importRoutes } from '../../imports/routes.ts'
import { machineBatches } from '../../machines/batches.ts'
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
