/** A process that does the jobs of imports once it is told to, for a test to kill. */
import { once } from 'node:events'
import { openDb, openPool } from '#db/client'
import { openListener } from '#db/listen'
import { startJobs } from '#jobs/start'
import { openSettings } from '#settings/settings'
import { blacklistImportCheck } from '../src/areas/blacklist/import/check-job.ts'
import { blacklistImportCommit } from '../src/areas/blacklist/import/commit-job.ts'
import { diskStorage } from '../src/storage/disk.ts'
import { openVault } from '../src/vault.ts'

const { database, files, key } = JSON.parse(process.env.IMPORTS as string)
const pool = openPool({ ...database, max: 8, statement_timeout: 600_000 })
const db = openDb(pool)
const listener = openListener(pool.options, () => undefined)
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const settings = await openSettings(db, listener, quiet as never)
const storage = await diskStorage(files)
await once(process.stdin, 'data')
await startJobs({
  jobs: [blacklistImportCheck, blacklistImportCommit],
  services: {
    db,
    pool,
    settings,
    storage,
    vault: openVault(key),
  },
  listener,
  log: quiet,
  limits: { leaseSeconds: 2, lookSeconds: 0.3, maintenanceSeconds: 1 },
})
