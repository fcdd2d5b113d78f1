import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { bodyPlace } from './callback.ts'
import { secretsPlace } from './collections.ts'
import { paymentReading } from './gauge.ts'

export default defineModule({
  name: 'payment',
  areas: Object.values(areas),
  readings: [paymentReading],
  bytes: {
    sealed: [
      {
        table: 'collection',
        column: 'secrets_sealed',
        key: ['id'],
        place: ({ id = '' }) => secretsPlace(id),
      },
      { table: 'payment_callback', column: 'body_sealed', key: ['id'], place: () => bodyPlace },
    ],
  },
})
