import { defineArea } from '#platform/area'
import { importRoutes } from '#platform/imports/routes'
import { blacklistExport } from './export.ts'
import { blacklistListImport } from './import/list.ts'
import { blacklistRoutes } from './routes.ts'

export default defineArea({
  name: 'blacklist',
  routes: (services) => [blacklistRoutes(services), importRoutes(services, blacklistListImport)],
  exports: [blacklistExport],
  imports: [blacklistListImport],
})
