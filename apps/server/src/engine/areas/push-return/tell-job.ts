import { fill, type Words } from '@kabao/contract'
import { pushReturnWords } from '@kabao/contract/engine/push-return.words'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'
import { defineJob } from '#platform/jobs/job'

/** Tells reviewers about returns that wait; a call of an organization sends no message itself. */
export const tellReviewers = defineJob({
  name: 'return-tell',
  title: ['提醒待审核的退回', 'Report returns to be reviewed'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '* * * * *',
  run: async ({ db }) => ({ told: await tellReturns(db) }),
})

/** One message for each organization to all who may review. @returns how many returns */
export const tellReturns = (db: Db): Promise<number> =>
  db.transaction().execute(async (write) => {
    const { rows } = await sql<{ orgId: string; name: string; count: number }>`
      with told as (
        update push_return set told_at = now() where told_at is null and status = 'asked' returning org_id
      )
      select o.id as "orgId", o.name, count(*)::int as count from told t join org o on o.id = t.org_id
      group by o.id order by o.id`.execute(write.withoutPlugins())
    const { title, text } = pushReturnWords.tree.waiting
    const filled = (words: Words, values: Record<string, string | number>): Words => [
      fill(words[0], values),
      fill(words[1], values),
    ]
    for (const { orgId, name, count } of rows)
      await sendMessage(write, {
        to: { point: 'pushReturn:review' },
        kind: 'todo',
        title: filled(title, { count }),
        content: filled(text, { org: name }),
        link: { name: 'PlanPushList', query: { tab: 'returns', status: 'asked', orgId } },
      })
    return rows.reduce((sum, { count }) => sum + count, 0)
  })
