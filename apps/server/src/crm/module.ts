import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { crmJobs } from './jobs.ts'

export default defineModule({
  name: 'crm',
  tables: [
    'lead',
    'lead_candidate',
    'lead_credit',
    'lead_event',
    'lead_follow_up',
    'lead_hand_over',
    'lead_merge',
    'lead_pool',
    'lead_pool_use',
    'lead_reveal',
    'lead_reveal_use',
    'lead_wait',
    'sales_team',
    'salesman',
    'salesman_leave',
  ],
  areas: Object.values(areas),
  jobs: [...crmJobs],
})
