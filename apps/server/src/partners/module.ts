import { defineModule } from '#platform/module'
import { type StoredSecret, secretPlaceOf } from './api-keys/sealed.ts'
import * as areas from './areas/index.ts'
import { checkKeyPlace } from './check-keys.ts'
import { previousPlaceIn } from './previous-secrets/place.ts'
import { previousSecretSweep } from './previous-secrets/sweep-job.ts'
import { pushSecretPlace, secretPlace } from './templates/secret-place.ts'

export default defineModule({
  name: 'partners',
  tables: ['api_key', 'api_secret', 'check_key', 'previous_secret'],
  areas: Object.values(areas),
  jobs: [previousSecretSweep],
  bytes: {
    sealed: [
      { table: 'org', column: 'push_secret_sealed', key: ['id'], place: () => pushSecretPlace },
      { table: 'org_secret', column: 'sealed', key: ['org_id', 'name'], place: () => secretPlace },
      {
        table: 'api_secret',
        column: 'value_sealed',
        key: ['id'],
        reads: ['api_key_id', 'place'],
        place: ({ api_key_id: apiKeyId = '', place }) =>
          secretPlaceOf({ apiKeyId, place: place as StoredSecret['place'] }),
      },
      {
        table: 'check_key',
        column: 'value_sealed',
        key: ['id'],
        reads: ['slot'],
        place: ({ slot = '' }) => checkKeyPlace(slot),
      },
      {
        table: 'previous_secret',
        column: 'value_sealed',
        key: ['id'],
        reads: ['org_id', 'collection_id', 'name'],
        place: previousPlaceIn,
      },
    ],
  },
})
