import { defineArea } from '#platform/area'
import { ledgerExport } from './export.ts'
import { ledgerRoutes } from './routes.ts'

export default defineArea({
  name: 'ledger',
  routes: (services) => [ledgerRoutes(services)],
  exports: [ledgerExport],
})
