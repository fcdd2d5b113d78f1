import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { statisticsCheck } from './check-job.ts'
import { statisticsGauge } from './gauge.ts'

export default defineModule({
  name: 'statistics',
  tables: [
    'day_visitor',
    'fact',
    'fact_delta',
    'home_layout',
    'matched_user',
    'report_alert',
    'report_alert_check',
    'report_delivery',
    'report_run',
    'report_schedule',
    'roll_up',
    'roll_up_hour',
    'statistics_state',
    'visitor_delta',
  ],
  areas: Object.values(areas),
  jobs: [statisticsCheck],
  gaugeGroups: [statisticsGauge],
})
