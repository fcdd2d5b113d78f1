import type { AnyJob } from '#jobs/job'
import { auditRetention } from './areas/audit/retention.ts'
import { blacklistImportCheck } from './areas/blacklist/import/check-job.ts'
import { blacklistImportCommit } from './areas/blacklist/import/commit-job.ts'
import { blacklistImportSweep } from './areas/blacklist/import/sweep-job.ts'
import { errorEventRetention } from './areas/error-event/retention.ts'
import { fileSweep } from './areas/file/sweep-job.ts'
import { loginLogRetention } from './areas/login-log/retention.ts'
import { messageRetention } from './areas/message/retention.ts'
import { sessionRetention } from './areas/session/retention.ts'
import { batchActs } from './batch-list.ts'
import { batchJob } from './batches/job.ts'
import { batchSweep } from './batches/sweep-job.ts'
import { listExports } from './export-list.ts'
import { exportJob } from './exports/job.ts'
import { exportSweep } from './exports/sweep-job.ts'

/** Every job of the service; one line for each. */
export const jobs: readonly AnyJob[] = [
  auditRetention,
  loginLogRetention,
  messageRetention,
  errorEventRetention,
  sessionRetention,
  fileSweep,
  exportJob(listExports),
  exportSweep,
  blacklistImportCheck,
  blacklistImportCommit,
  blacklistImportSweep,
  batchJob(batchActs),
  batchSweep(batchActs),
]
