import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'

export default defineModule({
  name: 'supply',
  tables: [
    'cap_limit',
    'cap_use',
    'channel',
    'channel_flow',
    'org',
    'org_agreement',
    'org_breaker',
    'org_call',
    'org_call_hour',
    'org_low_balance',
    'org_pause',
    'org_secret',
    'org_template',
    'plan',
    'plan_excluded_channel',
    'plan_simulation',
    'plan_window',
    'product',
    'product_sale',
    'product_user',
  ],
  areas: Object.values(areas),
})
