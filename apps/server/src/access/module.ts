import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { secondFactorPlace } from './second-factor.ts'

export default defineModule({
  name: 'access',
  areas: Object.values(areas),
  bytes: {
    sealed: [
      {
        table: 'second_factor',
        column: 'secret_sealed',
        key: ['admin_id'],
        place: ({ admin_id: adminId = '' }) => secondFactorPlace(adminId),
      },
    ],
    keptFingerprints: ['login_log.name_hash', 'recovery_code.code_hash'],
    withoutDataKey: [
      // Hashes of random tokens.
      'session.token_hash',
      'sign_in_challenge.token_hash',
    ],
  },
})
