import { Gauge, type Registry } from 'prom-client'
import type { Db } from '#db/client'
import { readAhead } from './ahead.ts'

/** How far ahead each partitioned table can be written; below a day, somebody must act. */
export function addPartitionGauge(registry: Registry, db: Db): void {
  new Gauge({
    name: 'partitions_ahead_seconds',
    help: 'Time until a partitioned table has no partition for a new row',
    labelNames: ['table'],
    registers: [registry],
    async collect() {
      this.reset()
      // The other metrics are answered also while the database is not.
      for (const { table, seconds } of await readAhead(db).catch(() => [])) this.set({ table }, seconds)
    },
  })
}
