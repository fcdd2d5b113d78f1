import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { InstanceFacts, InstancePool } from '@kabao/contract/operations/operation-instance'
import type pg from 'pg'

/** How often the event loop's delay is taken, in milliseconds; each value has this much in it. */
const resolution = 20

export interface Meter {
  /** The delays since the last call, in milliseconds. */
  loop(): InstanceFacts['loop']
  stop(): void
}

/** Measures how late the event loop is. */
export function openMeter(): Meter {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  const late = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e5) / 10 - resolution)
  return {
    loop() {
      const measured = { p99Ms: late(delays.percentile(99)), maxMs: late(delays.max) }
      delays.reset()
      return measured
    },
    stop: () => void delays.disable(),
  }
}

/** What the process uses, and what it may use, in bytes. */
export function memory(): InstanceFacts['memory'] {
  const { rss, heapUsed } = process.memoryUsage()
  const limit = process.constrainedMemory()
  return {
    rssBytes: rss,
    heapBytes: heapUsed,
    heapLimitBytes: getHeapStatistics().heap_size_limit,
    // Without a limit it is 0, or a number that no machine has.
    limitBytes: limit > 0 && limit < Number.MAX_SAFE_INTEGER ? limit : null,
  }
}

export const poolFacts = (pools: Partial<Record<InstancePool, pg.Pool>>): InstanceFacts['pools'] =>
  Object.entries(pools).map(([name, pool]) => ({
    name: name as InstancePool,
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    limit: pool.options.max ?? 10,
  }))
