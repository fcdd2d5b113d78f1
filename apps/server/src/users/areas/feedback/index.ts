import { defineArea } from '#platform/area'
import { feedbackBatches } from './batch.ts'
import { feedbackExport } from './export.ts'
import { seesFeedbackImage } from './files.ts'
import { feedbackRoutes } from './routes.ts'

export default defineArea({
  name: 'feedback',
  routes: (services) => [feedbackRoutes(services)],
  exports: [feedbackExport],
  batches: Object.values(feedbackBatches),
  files: { feedback: seesFeedbackImage },
})
