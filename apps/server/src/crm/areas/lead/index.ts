import { defineArea } from '#platform/area'
import { importRoutes } from '#platform/imports/routes'
import { leadBatches } from './batch.ts'
import { leadExport } from './export.ts'
import { leadListImport } from './import/list.ts'
import { seesFollowUpImage } from './pictures.ts'
import { leadRoutes } from './routes.ts'

export default defineArea({
  name: 'lead',
  routes: (services) => [leadRoutes(services), importRoutes(services, leadListImport)],
  batches: Object.values(leadBatches),
  exports: [leadExport],
  imports: [leadListImport],
  files: { followUp: seesFollowUpImage },
})
