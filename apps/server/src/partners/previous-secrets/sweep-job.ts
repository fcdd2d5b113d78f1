import { sql } from 'kysely'
import * as z from 'zod'
import { removeInBatches } from '#platform/jobs/batches'
import { defineJob } from '#platform/jobs/job'

/** Deletes previous secrets after their end. From that moment on nothing is accepted with them, whenever this runs. */
export const previousSecretSweep = defineJob({
  name: 'previous-secret-sweep',
  title: ['清除已失效的旧密钥', 'Delete previous secrets that have ended'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '*/10 * * * *',
  async run({ db, signal, progress }) {
    const removed = await removeInBatches(
      { db, signal, progress },
      (most) => sql`delete from previous_secret where id in (
        select id from previous_secret where ends_at <= now() order by ends_at limit ${most}) and ends_at <= now()`,
    )
    return { removed }
  },
})
