import { openDb } from '#db/client'
import type { AnyJob } from '#jobs/job'
import { type RunningJobs, startJobs } from '#jobs/start'
import type { TestApp } from './harness.ts'

/** Does jobs as an instance of the service does them, which looks and cleans up sooner than that. */
export async function runJobs(
  app: TestApp,
  jobs: readonly AnyJob[],
  limits: Parameters<typeof startJobs>[0]['limits'] = {},
): Promise<RunningJobs> {
  const { listener, settings } = app.app.services
  return startJobs({
    jobs,
    services: {
      db: openDb(app.servicePool),
      pool: app.servicePool,
      settings,
      storage: app.storage,
      vault: app.vault,
    },
    listener,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    limits: { leaseSeconds: 2, lookSeconds: 1, maintenanceSeconds: 1, stopSeconds: 2, ...limits },
  })
}
