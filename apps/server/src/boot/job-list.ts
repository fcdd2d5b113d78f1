import type { AnyJob } from '#jobs/job'
import { defineArea } from './area.ts'
import { areas } from './areas.ts'
import { batchActs } from './batch-list.ts'
import { batchJob } from './batches/job.ts'
import { batchSweep } from './batches/sweep-job.ts'
import { gatherJob } from './channel-cost/gather-job.ts'
import { crmJobs } from './crm/jobs.ts'
import { engineCare } from './engine/care-job.ts'
import { listExports } from './export-list.ts'
import { exportJob } from './exports/job.ts'
import { exportSweep } from './exports/sweep-job.ts'
import { gather } from './gather.ts'
import { listImports } from './import-list.ts'
import { importCheck } from './imports/check-job.ts'
import { importCommit } from './imports/commit-job.ts'
import { importSweep } from './imports/sweep-job.ts'
import { rotationJob } from './keys/job.ts'
import { releaseJob } from './ledger/release-job.ts'
import { rollUpJob } from './ledger/roll-up.ts'
import { verifyJob } from './ledger/verify-job.ts'
import { datesJob } from './machines/dates-job.ts'
import { checkKeyJob } from './open/check-key-job.ts'
import { openRetention } from './open/retention.ts'
import { dedupeSweep } from './partitions/dedupe-sweep.ts'
import { partitionJob } from './partitions/job.ts'
import { visitTextSweep } from './partitions/visit-text-sweep.ts'
import { previousSecretSweep } from './previous-secrets/sweep-job.ts'
import { statisticsCheck } from './statistics/check-job.ts'
import { statisticsSweep } from './statistics/sweep-job.ts'

/** The jobs that belong to no area. */
const shared = defineArea({
  name: 'shared',
  routes: () => [],
  jobs: [
    exportJob(listExports),
    exportSweep,
    importCheck(listImports),
    importCommit(listImports),
    importSweep(listImports),
    batchJob(batchActs),
    batchSweep(batchActs),
    rotationJob(listImports),
    ...crmJobs,
    gatherJob,
    releaseJob,
    verifyJob,
    rollUpJob,
    engineCare,
    dedupeSweep,
    checkKeyJob,
    openRetention,
    datesJob(areas.flatMap(({ entities = [] }) => entities)),
    partitionJob,
    visitTextSweep,
    previousSecretSweep,
    statisticsCheck,
    statisticsSweep,
  ],
})

/** Every job of the service: those of the areas, and those that belong to none. */
export const jobs: readonly AnyJob[] = gather(
  [shared, ...areas],
  ({ jobs }) => jobs,
  ({ name }) => name,
)
