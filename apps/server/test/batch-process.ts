/** A process that does batches once it is told to, for a test to kill. */
import { openDb, openPool } from '#db/client'
import { openListener } from '#db/listen'
import { startJobs } from '#jobs/start'
import { openSettings } from '#settings/settings'
import { jobs } from '../src/job-list.ts'
import { diskStorage } from '../src/storage/disk.ts'
import { openVault } from '../src/vault.ts'

const { database, folder, key } = JSON.parse(process.env.BATCHES as string)
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
process.send?.('there')
process.once('message', async () => {
  const pool = openPool(database)
  const db = openDb(pool)
  const listener = openListener(pool.options, () => undefined)
  await startJobs({
    jobs: jobs.filter(({ name }) => name === 'batch'),
    services: {
      db,
      pool,
      settings: await openSettings(db, listener, log),
      storage: await diskStorage(folder),
      vault: openVault(key),
    },
    listener,
    log,
    limits: { leaseSeconds: 2, lookSeconds: 1, maintenanceSeconds: 1 },
  })
})
