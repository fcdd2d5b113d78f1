import { sql } from 'kysely'
import * as z from 'zod'
import { defineJob } from '../jobs/job.ts'

/** How many pairs are looked at in one transaction. */
const step = 5_000

/**
 * Deletes pairs of person and organization whose window has passed; a push may take such a pair at any time, so it says nothing.
 * It goes through the table by its key, because an index on the end of the window would cost every push a second entry.
 */
export const dedupeSweep = defineJob({
  name: 'push-dedupe-sweep',
  title: ['清理到期的推送去重记录', 'Delete expired deduplication records of pushes'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '40 3 * * *',
  async run({ db, signal, progress }) {
    let [userId, orgId] = ['0', '0']
    let removed = 0
    for (;;) {
      signal.throwIfAborted()
      const { rows } = await sql<{ userId: string; orgId: string; seen: number; removed: number }>`
        with seen as materialized (
          select user_id, org_id from push_dedupe where (user_id, org_id) > (${userId}::bigint, ${orgId}::bigint)
          order by user_id, org_id limit ${step}),
        -- Read again when a push has just taken the pair, so that its new window stays.
        gone as (delete from push_dedupe d using seen s where d.user_id = s.user_id and d.org_id = s.org_id and d.until < now()
          returning 1)
        select user_id as "userId", org_id as "orgId", (select count(*)::int from seen) as seen,
          (select count(*)::int from gone) as removed
        from seen order by seen.user_id desc, seen.org_id desc limit 1`.execute(db.withoutPlugins())
      const last = rows[0]
      if (!last) return { removed }
      removed += last.removed
      if (last.seen < step) return { removed }
      userId = last.userId
      orgId = last.orgId
      progress(removed)
    }
  },
})
