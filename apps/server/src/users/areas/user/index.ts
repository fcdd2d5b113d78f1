import { defineArea } from '#platform/area'
import { deleteUsers } from './batch.ts'
import { userExport } from './export.ts'
import { userRoutes } from './routes.ts'
import { userTimelineRoutes } from './timeline-routes.ts'

export default defineArea({
  name: 'user',
  routes: (services) => [userRoutes(services), userTimelineRoutes(services)],
  exports: [userExport],
  batches: [deleteUsers],
})
