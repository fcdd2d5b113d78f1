import { defineArea } from '#platform/area'
import { billsNightly } from '../../bills-nightly-job.ts'
import { reconcileCheck } from '../../check-job.ts'
import { billDownload } from '../../download-job.ts'
import { reconcileNightly } from '../../nightly-job.ts'
import { reconcileJob } from '../../run-job.ts'
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
