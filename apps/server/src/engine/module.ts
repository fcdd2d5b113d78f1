import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { countSweep, engineCare } from './cleanup-job.ts'
import { pipelineGauge, reachGauge } from './gauge.ts'
import { whyNotCounts } from './why-not-job.ts'

export default defineModule({
  name: 'engine',
  tables: [
    'consent',
    'due_step',
    'login_ticket',
    'match_run',
    'offer',
    'person_fill',
    'plan_answer',
    'plan_snapshot',
    'plan_why_not',
    'push_attempt',
    'push_plan',
    'push_record',
    'push_return',
    'push_tally',
    'push_tally_new',
    'push_target',
    'push_trouble',
    'step_taken',
    'wake_up',
    'why_not_position',
  ],
  areas: Object.values(areas),
  jobs: [engineCare, countSweep, whyNotCounts],
  gaugeGroups: [pipelineGauge, reachGauge],
  bytes: {
    withoutDataKey: ['match_run.later', 'match_run.ranked', 'match_run.reasons', 'plan_snapshot.hash'],
  },
})
