import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { blacklistPlace } from './blacklist-match.ts'
import { idNumberPlace } from './user-filter.ts'

export default defineModule({
  name: 'users',
  tables: ['active_user', 'blacklist', 'feedback', 'feedback_count', 'feedback_file', 'user', 'user_move'],
  areas: Object.values(areas),
  bytes: {
    sealed: [
      {
        table: 'user',
        column: 'id_number_sealed',
        key: ['id'],
        place: () => idNumberPlace,
        fingerprint: { column: 'id_number_hash', place: idNumberPlace },
      },
      {
        table: 'blacklist',
        column: 'value_sealed',
        key: ['id'],
        place: () => blacklistPlace,
        fingerprint: { column: 'value', place: blacklistPlace, before: 'value_before' },
      },
    ],
    withoutDataKey: [
      // Under the check keys.
      'blacklist.phone_hash_a',
      'blacklist.phone_hash_b',
      'user.phone_hash_a',
      'user.phone_hash_b',
    ],
  },
})
