import { defineArea } from '#platform/area'
import { rechargeExport } from './export.ts'
import { entity } from './machine.ts'
import { rechargeRoutes } from './routes.ts'
import { seesVoucher } from './voucher.ts'

export default defineArea({
  name: 'recharge',
  routes: (services) => [rechargeRoutes(services)],
  exports: [rechargeExport],
  entities: [entity],
  files: { voucher: seesVoucher },
})
