import { jobReading } from '#jobs/gauge'
import { backupReading } from './backup/gauge.ts'
import { pipelineReading, reachReading } from './engine/gauge.ts'
import { jobs } from './job-list.ts'
import { ledgerReading } from './ledger/gauge.ts'
import type { Reading } from './metrics/readings.ts'
import { partitionReading } from './partitions/gauge.ts'
import { paymentReading } from './payment/gauge.ts'
import { reconcileReading } from './reconcile/gauge.ts'
import { statisticsReading } from './statistics/gauge.ts'

/** What the metrics ask the database. */
export const readings: readonly Reading[] = [
  jobReading(jobs),
  ...[pipelineReading, reachReading, paymentReading, statisticsReading, ledgerReading, reconcileReading],
  ...[partitionReading, backupReading],
]
