import type { Config } from '../config/config.ts'
import type { ServicePools } from '../config/database.ts'
import { poolSizes } from '../config/pool-sizes.ts'
import type { Declared } from './instance.ts'
import { risksOf } from './risks.ts'

/** What this instance says of itself: its roles, the pools that they use, and its risky settings. */
export function declare(config: Config, pools: ServicePools): Declared {
  const runsJobs = config.serve.has('jobs')
  return {
    roles: [...config.serve],
    pools: {
      calls: pools.pool,
      ...(poolSizes(config).intake > 0 && { intake: pools.createPool }),
      side: pools.sidePool,
      ...(runsJobs && poolsOfJobs(pools)),
      ...(pools.readPool && { reads: pools.readPool }),
    },
    risks: risksOf(config, pools.isKeptFromAudit),
  }
}

/** The pools of an instance that runs jobs and the pipeline, besides those of its calls. */
export const poolsOfJobs = (pools: ServicePools) => ({
  jobs: pools.jobPool,
  heavyJobs: pools.heavyJobPool,
  pipeline: pools.enginePool,
  queue: pools.queuePool,
})
