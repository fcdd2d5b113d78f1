import { sql } from 'kysely'
import * as z from 'zod'
import { removeInBatches } from '#jobs/batches'
import { defineJob } from '#jobs/job'

/** Deletes entries of the sign-in log that are older than the settings say. */
export const loginLogRetention = defineJob({
  name: 'login-log-retention',
  title: ['删除到期的登录日志', 'Delete expired sign-in log entries'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '20 3 * * *',
  async run(run) {
    const days = run.settings.get('retention.loginLogDays')
    const removed = await removeInBatches(
      run,
      (most) => sql`delete from login_log where id in (
        select id from login_log where at < now() - make_interval(days => ${days}) order by at limit ${most})`,
    )
    return { removed }
  },
})
