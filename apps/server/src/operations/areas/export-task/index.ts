import { defineArea } from '../../area.ts'
import { seesExportFile } from './files.ts'
import { exportTaskRoutes } from './routes.ts'

export default defineArea({
  name: 'exportTask',
  routes: () => [exportTaskRoutes()],
  files: { export: seesExportFile },
})
