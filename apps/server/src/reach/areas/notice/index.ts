import { defineArea } from '#platform/area'
import { certificateWatch } from './certificate-job.ts'
import { noticeRoutes } from './routes.ts'
import { noticeWatch } from './watch-job.ts'

export default defineArea({
  name: 'notice',
  routes: (services) => [noticeRoutes(services)],
  jobs: [noticeWatch, certificateWatch],
})
