import { defineArea } from '../../area.ts'
import { blacklistExport } from './export.ts'
import { blacklistImportCheck } from './import/check-job.ts'
import { blacklistImportCommit } from './import/commit-job.ts'
import { seesImportFile } from './import/files.ts'
import { blacklistImportRoutes } from './import/routes.ts'
import { blacklistImportSweep } from './import/sweep-job.ts'
import { blacklistRoutes } from './routes.ts'

export default defineArea({
  name: 'blacklist',
  routes: (services) => [blacklistRoutes(services), blacklistImportRoutes(services)],
  exports: [blacklistExport],
  jobs: [blacklistImportCheck, blacklistImportCommit, blacklistImportSweep],
  files: { import: seesImportFile },
})
