import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { crmJobs } from './jobs.ts'

export default defineModule({
  name: 'crm',
  areas: Object.values(areas),
  jobs: [...crmJobs],
})
