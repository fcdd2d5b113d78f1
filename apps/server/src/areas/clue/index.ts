import { defineArea } from '../../area.ts'
import { clueExport } from './export.ts'
import { seesFollowUpImage } from './pictures.ts'
import { clueRoutes } from './routes.ts'

export default defineArea({
  name: 'clue',
  routes: (services) => [clueRoutes(services)],
  exports: [clueExport],
  files: { followUp: seesFollowUpImage },
})
