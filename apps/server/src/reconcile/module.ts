import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'
import { reconcileGauge } from './gauge.ts'

export default defineModule({
  name: 'reconcile',
  tables: ['bill_line', 'correction', 'difference', 'reconcile', 'reconcile_check'],
  areas: Object.values(areas),
  gaugeGroups: [reconcileGauge],
  bytes: {
    keptFingerprints: ['difference.ref'],
    withoutDataKey: [
      // The hash of a file.
      'reconcile.sha256',
    ],
  },
})
