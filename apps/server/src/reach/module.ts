import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { hookPurpose } from './hook.ts'
import { noticePurpose } from './notice/target.ts'

export default defineModule({
  name: 'reach',
  tables: ['hook', 'hook_day', 'notice_met', 'notice_target', 'notice_turn'],
  deliveryKinds: ['postback', 'webhook', 'notice'],
  areas: Object.values(areas),
  bytes: {
    sealed: [
      { table: 'hook', column: 'secrets_sealed', key: ['id'], purpose: ({ id = '' }) => hookPurpose(id) },
      {
        table: 'notice_target',
        column: 'secrets_sealed',
        key: ['id'],
        purpose: ({ id = '' }) => noticePurpose(id),
      },
    ],
    // What a scheduled report holds, as it is sent: figures, no person.
    withoutDataKey: ['notice_file.content'],
  },
})
