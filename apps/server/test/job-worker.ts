/** A process that runs jobs like an instance of the service, from the start message on, for a test to kill. */
import { once } from 'node:events'
import { jobs, listImports } from '#boot/registry'
import { providersBy } from '#payment/open'
import { createDb, createPool } from '#platform/db/client'
import { createListener } from '#platform/db/listen'
import { createFaults } from '#platform/faults/faults'
import { importCheck } from '#platform/imports/check-job'
import { importCommit } from '#platform/imports/commit-job'
import { startJobs } from '#platform/jobs/start'
import { createVault } from '#platform/keys/vault'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { createSettings } from '#platform/settings/settings'
import { diskStorage } from '#platform/storage/disk'
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

const pool = createPool(database)
const db = createDb(pool)
const listener = createListener(pool.options, () => undefined)
await startJobs({
  jobs: [...known.values()].filter(({ name }) => names.includes(name)),
  services: {
    db,
    pool,
    settings: await createSettings(db, listener, log),
    storage: await diskStorage(folder),
    vault: createVault(key),
    providerOf: providersBy(createOutgoing()),
    faults: createFaults({ info: () => undefined, error: () => undefined }),
    publicUrl: null,
  },
  listener,
  log,
  limits,
})
