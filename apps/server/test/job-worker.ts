/** A process that runs jobs like an instance of the service, from the start message on, for a test to kill. */
import { once } from 'node:events'
import { openDb, openPool } from '#db/client'
import { openListener } from '#db/listen'
import { startJobs } from '#jobs/start'
import { openSettings } from '#settings/settings'
import { listImports } from '../src/import-list.ts'
import { importCheck } from '../src/imports/check-job.ts'
import { importCommit } from '../src/imports/commit-job.ts'
import { jobs } from '../src/job-list.ts'
import { openOutgoing } from '../src/outgoing/outgoing.ts'
import { providersBy } from '../src/payment/open.ts'
import { diskStorage } from '../src/storage/disk.ts'
import { openVault } from '../src/vault.ts'
import type { WorkerTask } from './killable.ts'
import { voucherImport } from './made-up-import/list.ts'
import { neverEnding } from './never-ending.ts'
import { poisonous } from './poisonous.ts'

const { database, folder, key, names, limits } = JSON.parse(process.env.WORKER as string) as WorkerTask
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
// Its parent is gone, and no other process will end it.
process.once('disconnect', () => process.exit())
process.send?.('there')
await once(process, 'message')

/** The jobs of imports know the made-up list too. */
const lists = [...listImports, voucherImport]
const known = new Map(
  [...jobs, neverEnding, poisonous, importCheck(lists), importCommit(lists)].map((job) => [job.name, job]),
)

const pool = openPool(database)
const db = openDb(pool)
const listener = openListener(pool.options, () => undefined)
await startJobs({
  jobs: [...known.values()].filter(({ name }) => names.includes(name)),
  services: {
    db,
    pool,
    settings: await openSettings(db, listener, log),
    storage: await diskStorage(folder),
    vault: openVault(key),
    providerOf: providersBy(openOutgoing()),
  },
  listener,
  log,
  limits,
})
