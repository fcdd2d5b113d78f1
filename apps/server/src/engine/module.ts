import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { engineCare } from './care-job.ts'
import { pipelineReading, reachReading } from './gauge.ts'
import { whyNotCounts } from './why-not-job.ts'

export default defineModule({
  name: 'engine',
  areas: Object.values(areas),
  jobs: [engineCare, whyNotCounts],
  readings: [pipelineReading, reachReading],
})
