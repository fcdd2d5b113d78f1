import { defineArea } from '#platform/area'
import { fileRoutes } from './routes.ts'
import { fileSweep } from './sweep-job.ts'

export default defineArea({
  name: 'file',
  routes: (services, { fileRules }) => [fileRoutes(services, fileRules)],
  jobs: [fileSweep],
})
