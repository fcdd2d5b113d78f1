import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { secondFactorPurpose } from './second-factor.ts'

export default defineModule({
  name: 'access',
  tables: [
    'access_token',
    'account_setup',
    'admin',
    'admin_role',
    'known_place',
    'lockout',
    'login_log',
    'login_repeat',
    'password_history',
    'recovery_code',
    'role',
    'role_node',
    'second_factor',
    'session',
    'sign_in_challenge',
  ],
  areas: Object.values(areas),
  bytes: {
    sealed: [
      {
        table: 'second_factor',
        column: 'secret_sealed',
        key: ['admin_id'],
        purpose: ({ admin_id: adminId = '' }) => secondFactorPurpose(adminId),
      },
    ],
    keptFingerprints: ['login_log.name_hash', 'recovery_code.code_hash'],
    withoutDataKey: [
      // Hashes of random tokens.
      'access_token.token_hash',
      'session.token_hash',
      'sign_in_challenge.token_hash',
    ],
  },
})
