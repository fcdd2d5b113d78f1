import { defineArea } from '../../area.ts'
import { importRoutes } from '../../imports/routes.ts'
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
