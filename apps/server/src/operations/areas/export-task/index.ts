import { defineArea } from '#platform/area'
import { seesExportFile } from './files.ts'
import { exportTaskRoutes } from './routes.ts'

export default defineArea({
  name: 'exportTask',
  routes: () => [exportTaskRoutes()],
  files: { export: seesExportFile },
})
