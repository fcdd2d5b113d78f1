import { defineModule } from '#platform/module'
import { type StoredSecret, secretPurposeOf } from './api-keys/sealed.ts'
import * as areas from './areas/index.ts'
import { checkKeyPurpose } from './check-keys.ts'
import { previousPurposeIn } from './previous-secrets/purpose.ts'
import { previousSecretSweep } from './previous-secrets/sweep-job.ts'
import { pushSecretPurpose, secretPurpose } from './templates/secret-purpose.ts'

export default defineModule({
  name: 'partners',
  tables: ['api_key', 'api_secret', 'check_key', 'previous_secret'],
  areas: Object.values(areas),
  jobs: [previousSecretSweep],
  bytes: {
    sealed: [
      { table: 'org', column: 'push_secret_sealed', key: ['id'], purpose: () => pushSecretPurpose },
      { table: 'org_secret', column: 'sealed', key: ['org_id', 'name'], purpose: () => secretPurpose },
      {
        table: 'api_secret',
        column: 'value_sealed',
        key: ['id'],
        reads: ['api_key_id', 'place'],
        purpose: ({ api_key_id: apiKeyId = '', place }) =>
          secretPurposeOf({ apiKeyId, place: place as StoredSecret['place'] }),
      },
      {
        table: 'check_key',
        column: 'value_sealed',
        key: ['id'],
        reads: ['slot'],
        purpose: ({ slot = '' }) => checkKeyPurpose(slot),
      },
      {
        table: 'previous_secret',
        column: 'value_sealed',
        key: ['id'],
        reads: ['org_id', 'collection_id', 'name'],
        purpose: previousPurposeIn,
      },
    ],
  },
})
