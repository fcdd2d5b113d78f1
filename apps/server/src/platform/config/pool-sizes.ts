import type { Config } from './config.ts'

/** The most connections of each pool of an instance. */
export interface PoolSizes {
  /** For migrations and grants at the start; closed when they are idle. */
  owner: number
  calls: number
  /** For the partner API, if it has an address of its own; through it, to a pooler. */
  intake: number
  side: number
  listener: number
  jobs: number
  heavyJobs: number
  pipeline: number
  queue: number
  /** On the replica, not on the primary: for calls, and for the files of exports and reports. */
  reads: number
  longReads: number
}

/** An instance that answers no calls needs a few connections for its settings and for `/readyz`. */
const fewCalls = 3

/** The sizes of the pools by what the instance serves; a pool that its roles do not use has none. */
export function poolSizes(config: Config): PoolSizes {
  const answersCalls = config.serve.has('api') || config.serve.has('open')
  const runsJobs = config.serve.has('jobs')
  return {
    owner: 3,
    calls: answersCalls ? config.poolSize : Math.min(fewCalls, config.poolSize),
    intake: config.openUrl !== null && config.serve.has('open') ? config.poolSize : 0,
    side: 3,
    listener: 1,
    jobs: runsJobs ? config.jobPoolSize : 0,
    heavyJobs: runsJobs ? config.heavyJobPoolSize : 0,
    pipeline: runsJobs ? config.enginePoolSize : 0,
    queue: runsJobs ? 4 : 0,
    reads: config.readUrl !== null && config.serve.has('api') ? config.poolSize : 0,
    longReads: config.readUrl !== null && runsJobs ? config.heavyJobPoolSize : 0,
  }
}

/** How many connections to the primary an instance opens at most. */
export const mostConnections = ({ reads: _, longReads: __, ...primary }: PoolSizes): number =>
  Object.values(primary).reduce((sum, size) => sum + size, 0)
