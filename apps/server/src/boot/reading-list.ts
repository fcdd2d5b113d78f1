import { pipelineReading, reachReading } from '#engine/gauge'
import { ledgerReading } from '#ledger/gauge'
import { paymentReading } from '#payment/gauge'
import { backupReading } from '#platform/backup/gauge'
import { jobReading } from '#platform/jobs/gauge'
import type { Reading } from '#platform/metrics/readings'
import { partitionReading } from '#platform/partitions/gauge'
import { reconcileReading } from '#reconcile/gauge'
import { statisticsReading } from '#statistics/gauge'
import { jobs } from './job-list.ts'

/** What the metrics ask the database. */
export const readings: readonly Reading[] = [
  jobReading(jobs),
  ...[pipelineReading, reachReading, paymentReading, statisticsReading, ledgerReading, reconcileReading],
  ...[partitionReading, backupReading],
]
