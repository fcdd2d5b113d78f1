import { defineArea } from '#platform/area'
import { resolutionExport } from './export.ts'
import { seesVoucher } from './file.ts'
import { entity } from './machine.ts'
import { resolutionRoutes } from './routes.ts'

export default defineArea({
  name: 'resolution',
  routes: (services) => [resolutionRoutes(services)],
  exports: [resolutionExport],
  entities: [entity],
  files: { resolutionVoucher: seesVoucher },
})
