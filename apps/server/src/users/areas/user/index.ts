import { defineArea } from '#platform/area'
import { importRoutes } from '#platform/imports/routes'
import { deleteUsers } from './batch.ts'
import { userExport } from './export.ts'
import { userListImport } from './import/list.ts'
import { userRoutes } from './routes.ts'
import { userTimelineRoutes } from './timeline-routes.ts'

export default defineArea({
  name: 'user',
  routes: (services) => [
    userRoutes(services),
    userTimelineRoutes(services),
    importRoutes(services, userListImport),
  ],
  exports: [userExport],
  imports: [userListImport],
  batches: [deleteUsers],
})
