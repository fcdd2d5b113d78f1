/** A process that begins a job and never ends it, for a test to kill. */
import * as z from 'zod'
import { openDb, openPool } from '#db/client'
import { openListener } from '#db/listen'
import { defineJob } from '#jobs/job'
import { startJobs } from '#jobs/start'

const pool = openPool(JSON.parse(process.env.DATABASE as string))
const lasting = defineJob({
  name: 'lasting',
  title: ['', ''],
  data: z.strictObject({}),
  run: () => new Promise(() => undefined),
})
await startJobs({
  jobs: [lasting],
  services: { db: openDb(pool) } as never,
  listener: openListener(pool.options, () => undefined),
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  limits: { leaseSeconds: 2, lookSeconds: 1, maintenanceSeconds: 1 },
})
