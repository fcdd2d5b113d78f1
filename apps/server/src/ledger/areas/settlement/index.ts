import { defineArea } from '#platform/area'
import { resultExport, settlementExport } from './export.ts'
import { entity } from './machine.ts'
import { settlementRoutes } from './routes.ts'
import { seesVoucher } from './voucher.ts'

export default defineArea({
  name: 'settlement',
  routes: (services) => [settlementRoutes(services)],
  exports: [settlementExport, resultExport],
  entities: [entity],
  files: { settlementVoucher: seesVoucher },
})
