import { sql } from 'kysely'
import * as z from 'zod'
import { removeInBatches } from '#jobs/batches'
import { defineJob } from '#jobs/job'

/** Deletes errors that have not happened for the time in the settings, and expired counters. */
export const errorEventRetention = defineJob({
  name: 'error-event-retention',
  title: ['删除到期的错误上报', 'Delete expired error reports'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '40 3 * * *',
  async run(run) {
    const days = run.settings.get('retention.errorEventDays')
    const removed = await removeInBatches(
      run,
      (most) => sql`delete from error_event where id in (
        select id from error_event where last_at < now() - make_interval(days => ${days})
        order by last_at limit ${most})`,
    )
    await sql`delete from error_throttle where expire < extract(epoch from now()) * 1000`.execute(run.db)
    return { removed }
  },
})
