import { sql } from 'kysely'
import * as z from 'zod'
import { removeInBatches } from '#platform/jobs/batches'
import { defineJob } from '#platform/jobs/job'

/** Deletes read and unread messages that are older than the settings say. */
export const messageRetention = defineJob({
  name: 'message-retention',
  title: ['删除到期的消息', 'Delete expired messages'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '30 3 * * *',
  async run(run) {
    const days = run.settings.get('retention.messageDays')
    const removed = await removeInBatches(
      run,
      (most) => sql`delete from message where id in (
        select id from message where created_at < now() - make_interval(days => ${days})
        order by created_at limit ${most})`,
    )
    return { removed }
  },
})
