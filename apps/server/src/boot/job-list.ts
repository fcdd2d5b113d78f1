import { crmJobs } from '#crm/jobs'
import { engineCare } from '#engine/care-job'
import { checkKeyJob } from '#intake/check-key-job'
import { openRetention } from '#intake/retention'
import { visitTextSweep } from '#intake/visit-text-sweep'
import { gatherJob } from '#ledger/channel-cost/gather-job'
import { releaseJob } from '#ledger/release-job'
import { rollUpJob } from '#ledger/roll-up'
import { verifyJob } from '#ledger/verify-job'
import { previousSecretSweep } from '#partners/previous-secrets/sweep-job'
import { defineArea } from '#platform/area'
import { batchJob } from '#platform/batches/job'
import { batchSweep } from '#platform/batches/sweep-job'
import { exportJob } from '#platform/exports/job'
import { exportSweep } from '#platform/exports/sweep-job'
import { importCheck } from '#platform/imports/check-job'
import { importCommit } from '#platform/imports/commit-job'
import { importSweep } from '#platform/imports/sweep-job'
import type { AnyJob } from '#platform/jobs/job'
import { rotationJob } from '#platform/keys/job'
import { datesJob } from '#platform/machines/dates-job'
import { dedupeSweep } from '#platform/partitions/dedupe-sweep'
import { partitionJob } from '#platform/partitions/job'
import { statisticsCheck } from '#statistics/check-job'
import { statisticsSweep } from '#statistics/sweep-job'
import { areas } from './areas.ts'
import { batchActs } from './batch-list.ts'
import { listExports } from './export-list.ts'
import { gather } from './gather.ts'
import { listImports } from './import-list.ts'

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
