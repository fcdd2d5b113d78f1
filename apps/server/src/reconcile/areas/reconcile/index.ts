import { defineArea } from '../../area.ts'
import { billsNightly } from '../../reconcile/bills-nightly-job.ts'
import { reconcileCheck } from '../../reconcile/check-job.ts'
import { billDownload } from '../../reconcile/download-job.ts'
import { reconcileNightly } from '../../reconcile/nightly-job.ts'
import { reconcileJob } from '../../reconcile/run-job.ts'
import { correctionRoutes } from './correction-routes.ts'
import { differenceRoutes } from './difference-routes.ts'
import { differenceExport } from './export.ts'
import { entities } from './machine.ts'
import { reconcileRoutes, seesSentList } from './routes.ts'

export default defineArea({
  name: 'reconcile',
  routes: (services) => [reconcileRoutes(), differenceRoutes(services), correctionRoutes(services)],
  exports: [differenceExport],
  entities,
  jobs: [reconcileJob, reconcileNightly, reconcileCheck, billDownload, billsNightly],
  files: { reconcile: seesSentList },
})
