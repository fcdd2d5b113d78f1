import { Gauge, type Registry } from 'prom-client'
import type { Db } from '#db/client'
import { lastBackup, lastGoodBackup } from './run-record.ts'

/** When the newest whole backup was taken and how large it is, and whether the newest one failed. */
export function addBackupGauges(registry: Registry, db: Db): void {
  const read = (name: string, help: string, value: () => Promise<number | null>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.reset()
        // The other metrics are answered also while the database is not.
        const found = await value().catch(() => null)
        if (found === null) this.remove()
        else this.set(found)
      },
    })
  read('backup_last_timestamp_seconds', 'When the newest whole backup began', async () => {
    const good = await lastGoodBackup(db)
    return good && Date.parse(good.startedAt) / 1000
  })
  read('backup_last_size_bytes', 'Size of the newest whole backup', async () => {
    return (await lastGoodBackup(db))?.sizeBytes ?? null
  })
  read('backup_last_failed', 'Whether the newest backup failed', async () => {
    const last = await lastBackup(db)
    return last && Number(last.state === 'failed')
  })
}
