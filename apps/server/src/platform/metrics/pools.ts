import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'

/** The pools of an instance, by their names in the metrics. */
export type NamedPools = Readonly<Record<string, pg.Pool>>

/** How many connections of each pool are busy and idle, how many callers wait for one, and how many there can be. */
export function addPoolGauges(registry: Registry, pools: NamedPools): void {
  const each = (set: (pool: string, gauges: pg.Pool) => void) => {
    for (const [name, pool] of Object.entries(pools)) set(name, pool)
  }
  new Gauge({
    name: 'database_connections',
    help: 'Connections of a pool that are idle and busy, and callers that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      each((name, pool) => {
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount)
      })
    },
  })
  new Gauge({
    name: 'database_max_connections',
    help: 'The most connections that a pool opens',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      each((name, pool) => this.set({ pool: name }, pool.options.max))
    },
  })
}
