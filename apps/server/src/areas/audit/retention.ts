import { sql } from 'kysely'
import * as z from 'zod'
import { defineJob } from '#jobs/job'

/** Deletes whole days of the audit log after the configured retention; the database logs each deletion. */
export const auditRetention = defineJob({
  name: 'audit-retention',
  title: ['删除到期的操作日志', 'Delete expired audit log entries'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '10 3 * * *',
  async run({ db, settings, signal, progress }) {
    const keepDays = settings.get('retention.auditLogDays')
    let days = 0
    let lines = 0
    for (;;) {
      signal.throwIfAborted()
      const { rows } = await sql<{
        deleted: string
      }>`select deleted from delete_oldest_audit_day(${keepDays})`.execute(db)
      const day = rows[0]
      if (!day) return { days, lines }
      lines += Number(day.deleted)
      progress(++days)
    }
  },
})
