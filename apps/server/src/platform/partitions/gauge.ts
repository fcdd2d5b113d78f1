import type { GaugeGroup } from '../metrics/database-gauges.ts'
import { readAhead } from './ahead.ts'

/** How far ahead each partitioned table can be written; a table of hours has few of them ahead. */
export const partitionGauge: GaugeGroup = {
  name: 'partitions',
  gauges: { partitions_ahead_seconds: 'Time until a partitioned table has no partition for a new row' },
  labelNames: ['table', 'unit'],
  read: async (db) => ({
    partitions_ahead_seconds: (await readAhead(db)).map(({ table, unit, seconds }) => ({
      labels: { table, unit },
      value: seconds,
    })),
  }),
}
