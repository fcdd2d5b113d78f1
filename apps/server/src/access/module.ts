import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { secondFactorPurpose } from './second-factor.ts'
import { clientSecretPurpose } from './sso/settings.ts'

export default defineModule({
  name: 'access',
  tables: [
    'access_token',
    'account_setup',
    'admin',
    'admin_identity',
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
    'sso',
    'sso_flow',
    'sso_logout',
    'sso_role',
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
      { table: 'sso', column: 'client_secret_sealed', key: ['id'], purpose: () => clientSecretPurpose },
    ],
    keptFingerprints: ['login_log.name_hash', 'recovery_code.code_hash'],
    withoutDataKey: [
      // Hashes of random tokens.
      'access_token.token_hash',
      'session.token_hash',
      'sign_in_challenge.token_hash',
      // Hashes of what the provider names a session or a logout token, and of the random secret of a browser.
      'session.provider_session',
      'sign_in_challenge.provider_session',
      'sso_logout.jti_hash',
      'sso_flow.token_hash',
    ],
  },
})
