import { jobs } from '#boot/registry'
import { createDb } from '#platform/db/client'
import type { AnyJob } from '#platform/jobs/job'
import { type RunningJobs, startJobs } from '#platform/jobs/start'
import type { TestApp } from './harness.ts'

export type JobLimits = NonNullable<Parameters<typeof startJobs>[0]['limits']>

/** An instance of the service polls and cleans up less often than a test can wait for. */
export const quickLimits = { leaseSeconds: 2, lookSeconds: 1, maintenanceSeconds: 1, stopSeconds: 2 }

/**
 * Runs jobs like an instance of the service, but polls and cleans up more often.
 * @param instance one made by `app.another()`; by default the app itself
 */
export async function runJobs(
  app: TestApp,
  jobs: readonly AnyJob[],
  limits: JobLimits = {},
  instance = app.app,
): Promise<RunningJobs> {
  return startJobs({
    jobs,
    services: servicesOf(app, instance),
    listener: instance.services.listener,
    meters: instance.services.meters,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    limits: { ...quickLimits, ...limits },
  })
}

/** Runs a job that needs no data once, in this process. @returns its result */
export const runOnce = (app: TestApp, job: AnyJob, signal = new AbortController().signal) =>
  job.run({ ...servicesOf(app), data: {}, attempt: 1, signal, progress: () => undefined })

/** One try of a job with its data, in this process. @param attempt 1 for the first try */
export const runTry = (app: TestApp, job: AnyJob, data: object, attempt = 1) => {
  const { signal } = new AbortController()
  return job.run({ ...servicesOf(app), data, attempt, signal, progress: () => undefined })
}

/** The same for a job by its name, for a job of another area, which an area's test does not import. */
export function runListed(app: TestApp, name: string) {
  const job = jobs.find((each) => each.name === name)
  if (!job) throw new Error(`There is no job ${name}`)
  return runOnce(app, job)
}

/** The services that jobs use, with the service's role. */
const servicesOf = (app: TestApp, instance = app.app) => ({
  db: createDb(app.servicePool),
  pool: app.servicePool,
  settings: instance.services.settings,
  storage: app.storage,
  vault: app.vault,
  providerOf: instance.services.providerOf,
  faults: instance.services.faults,
  publicUrl: instance.services.publicUrl,
})
