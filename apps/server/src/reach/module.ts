import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { hookPurpose } from './hook.ts'

export default defineModule({
  name: 'reach',
  tables: ['hook', 'hook_day'],
  areas: Object.values(areas),
  bytes: {
    sealed: [
      { table: 'hook', column: 'secrets_sealed', key: ['id'], purpose: ({ id = '' }) => hookPurpose(id) },
    ],
  },
})
