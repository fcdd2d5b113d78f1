import { defineArea } from '#platform/area'
import { entity } from './machine.ts'
import { changeRequestRoutes } from './routes.ts'

export default defineArea({
  name: 'changeRequest',
  tables: ['change_request'],
  routes: (services, { guardedChanges }) => [changeRequestRoutes(services, guardedChanges)],
  entities: [entity],
})
