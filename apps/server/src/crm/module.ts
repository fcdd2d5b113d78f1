import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { crmJobs } from './jobs.ts'

export default defineModule({
  name: 'crm',
  tables: [
    'clue',
    'clue_candidate',
    'clue_credit',
    'clue_event',
    'clue_follow_up',
    'clue_hand_over',
    'clue_merge',
    'clue_pool',
    'clue_pool_use',
    'clue_reveal',
    'clue_reveal_use',
    'clue_wait',
    'sales_team',
    'salesman',
    'salesman_leave',
  ],
  areas: Object.values(areas),
  jobs: [...crmJobs],
})
