import { defineArea } from '#platform/area'
import { importRoutes } from '#platform/imports/routes'
import { clueBatches } from './batch.ts'
import { clueExport } from './export.ts'
import { clueListImport } from './import/list.ts'
import { seesFollowUpImage } from './pictures.ts'
import { clueRoutes } from './routes.ts'

export default defineArea({
  name: 'clue',
  routes: (services) => [clueRoutes(services), importRoutes(services, clueListImport)],
  batches: Object.values(clueBatches),
  exports: [clueExport],
  imports: [clueListImport],
  files: { followUp: seesFollowUpImage },
})
