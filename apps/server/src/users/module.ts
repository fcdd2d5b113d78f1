import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { blacklistPurpose } from './blacklist-match.ts'
import { clickPurpose } from './click.ts'
import { idNumberPurpose } from './user-filter.ts'

export default defineModule({
  name: 'users',
  tables: [
    'active_user',
    'blacklist',
    'feedback',
    'feedback_count',
    'feedback_file',
    'user',
    'user_click',
    'user_consent',
    'user_move',
  ],
  areas: Object.values(areas),
  bytes: {
    sealed: [
      {
        table: 'user',
        column: 'id_number_sealed',
        key: ['id'],
        purpose: () => idNumberPurpose,
        fingerprint: { column: 'id_number_hash', purpose: idNumberPurpose },
      },
      {
        table: 'blacklist',
        column: 'value_sealed',
        key: ['id'],
        purpose: () => blacklistPurpose,
        fingerprint: { column: 'value', purpose: blacklistPurpose, before: 'value_before' },
      },
      { table: 'user_click', column: 'click_sealed', key: ['user_id'], purpose: () => clickPurpose },
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
