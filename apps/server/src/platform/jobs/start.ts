import type { Db } from '../db/client.ts'
import type { Listener } from '../db/listen.ts'
import { type Meters, noMeters } from '../metrics/meters.ts'
import { createBoss, leaseSeconds } from './boss.ts'
import type { AnyJob, JobServices } from './job.ts'
import { forgetOldRuns, mostKilledRuns } from './kills.ts'
import { sendDue } from './schedule.ts'
import { jobChannel } from './send.ts'
import { tellFailures } from './tell-failures.ts'
import { type Limits, type Log, startWorker } from './worker.ts'

export interface RunningJobs {
  stop(): Promise<void>
}

interface Options {
  jobs: readonly AnyJob[]
  services: JobServices
  /** The pool for the queue's own statements. Default: the pool of the jobs. */
  queueDb?: Db
  /** The pool of the heavy jobs. Default: the pool of the other jobs. */
  heavy?: Pick<JobServices, 'db' | 'pool'>
  listener: Listener
  log: Log
  meters?: Meters
  limits?: Partial<Limits & { scheduleSeconds: number; maintenanceSeconds: number }>
}

/** How long a run may take by its lane, in minutes, unless its job says otherwise. */
const longestMinutes = { light: 120, heavy: 1_440 }

/**
 * Starts the workers of this instance: they take jobs from their queues as they are announced, send the scheduled jobs that are
 * due, and take over the jobs of dead instances. Any number of instances may run at once.
 */
export async function startJobs({
  jobs,
  services,
  queueDb: db = services.db,
  heavy = services,
  listener,
  log,
  meters = noMeters,
  limits = {},
}: Options): Promise<RunningJobs> {
  const { settings } = services
  const set = {
    leaseSeconds,
    lookSeconds: 5,
    stopSeconds: 10,
    killedRuns: mostKilledRuns,
    longestMinutes,
    scheduleSeconds: 15,
    maintenanceSeconds: 30,
    ...limits,
  }
  const boss = createBoss(db, set.maintenanceSeconds)
  let isStopping = false
  boss.on('error', (error) => {
    if (!isStopping) log.warn({ err: error }, 'the maintenance of the queues failed')
  })
  await boss.start()
  await forgetOldRuns(db)

  const lanes = { light: services, heavy: { ...services, db: heavy.db, pool: heavy.pool } }
  const workers = jobs.flatMap((job) =>
    Array.from({ length: job.atOnce ?? 1 }, () => ({
      name: job.name,
      worker: startWorker({ boss, db, meters }, job, lanes[job.lane ?? 'light'], log, set),
    })),
  )
  const unfollow = await listener.follow(jobChannel, (name) => {
    for (const each of workers) if (name === null || name === each.name) each.worker.wake()
  })

  let scheduling: Promise<unknown> = Promise.resolve()
  const schedule = () => {
    scheduling = sendDue(db, jobs, settings)
      .catch((error: unknown) => {
        if (!isStopping) log.warn({ err: error }, 'the scheduled jobs could not be sent')
      })
      .then(() => tellFailures(db, jobs))
      .catch((error: unknown) => {
        if (!isStopping) log.warn({ err: error }, 'failed jobs could not be told of')
      })
  }
  schedule()
  const timer = setInterval(schedule, set.scheduleSeconds * 1_000)

  return {
    async stop() {
      isStopping = true
      clearInterval(timer)
      unfollow()
      await scheduling
      await Promise.all(workers.map(({ worker }) => worker.stop()))
      await boss.stop({ graceful: false })
    },
  }
}
