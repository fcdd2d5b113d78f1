import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { bodyPurpose } from './callback.ts'
import { secretsPurpose } from './collections.ts'
import { paymentGauge } from './gauge.ts'
import { noticeKind } from './notices.ts'

export default defineModule({
  name: 'payment',
  tables: [
    'collection',
    'collection_breaker',
    'collection_day',
    'payment_attempt',
    'payment_callback',
    'payment_due',
    'payment_notice',
    'payment_number',
    'payment_order',
    'payment_ref',
    'payment_refund',
    'payment_resolution',
    'payment_suspense',
    'pool_assignment',
    'pool_batch',
    'pool_link',
    'pool_link_count',
  ],
  areas: Object.values(areas),
  deliveryKinds: [noticeKind],
  gaugeGroups: [paymentGauge],
  bytes: {
    sealed: [
      {
        table: 'collection',
        column: 'secrets_sealed',
        key: ['id'],
        purpose: ({ id = '' }) => secretsPurpose(id),
      },
      { table: 'payment_callback', column: 'body_sealed', key: ['id'], purpose: () => bodyPurpose },
    ],
    // The hash of content.
    withoutDataKey: ['payment_callback.body_hash'],
  },
})
