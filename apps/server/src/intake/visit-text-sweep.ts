import { sql } from 'kysely'
import * as z from 'zod'
import { removeInBatches } from '#platform/jobs/batches'
import { defineJob } from '#platform/jobs/job'
import { textsKeptDays } from './visits.ts'

/** Deletes texts to which no visit refers any more, because all visits with them were dropped. */
export const visitTextSweep = defineJob({
  name: 'visit-text-sweep',
  title: ['清理不再使用的访问页面和浏览器信息', 'Delete pages and browsers of visits that were dropped'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '50 3 * * *',
  async run({ db, settings, signal, progress }) {
    const days = settings.get('retention.visitDays') + textsKeptDays
    const removed = await removeInBatches(
      { db, signal, progress },
      (most) => sql`delete from visit_text where id in (
        select id from visit_text where seen_on < current_date - ${days}::int order by seen_on limit ${most})
        and seen_on < current_date - ${days}::int`,
    )
    return { removed }
  },
})
