import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { statisticsCheck } from './check-job.ts'
import { statisticsReading } from './gauge.ts'
import { statisticsSweep } from './sweep-job.ts'

export default defineModule({
  name: 'statistics',
  areas: Object.values(areas),
  jobs: [statisticsCheck, statisticsSweep],
  readings: [statisticsReading],
})
