import type { GaugeGroup } from '../metrics/database-gauges.ts'
import { lastBackup, lastGoodBackup } from './run-record.ts'

/** When the newest whole backup was taken and how large it is, and whether the newest one failed. */
export const backupGauge: GaugeGroup = {
  name: 'backup',
  gauges: {
    backup_last_timestamp_seconds: 'When the newest whole backup began',
    backup_last_size_bytes: 'Size of the newest whole backup',
    backup_last_failed: 'Whether the newest backup failed',
  },
  async read(db) {
    const good = await lastGoodBackup(db)
    const last = await lastBackup(db)
    return {
      backup_last_timestamp_seconds: good ? [{ value: Date.parse(good.startedAt) / 1000 }] : [],
      backup_last_size_bytes: good?.sizeBytes == null ? [] : [{ value: good.sizeBytes }],
      backup_last_failed: last ? [{ value: Number(last.state === 'failed') }] : [],
    }
  },
}
