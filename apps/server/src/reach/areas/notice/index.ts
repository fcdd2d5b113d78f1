import { defineArea } from '#platform/area'
import { noticeRoutes } from './routes.ts'

export default defineArea({
  name: 'notice',
  routes: (services) => [noticeRoutes(services)],
})
