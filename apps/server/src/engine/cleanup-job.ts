import { fill, type Words } from '@kabao/contract'
import { engineWords } from '@kabao/contract/engine/engine.words'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'
import { clocksAgree } from '#platform/db/now'
import { defineJob } from '#platform/jobs/job'
import { businessClock } from '#platform/settings/business-clock'
import { sweepCalls } from '#supply'
import { closeExpiredOffers } from './half/offers.ts'
import { closeExpiredTickets } from './joint-login/end-visit.ts'
import { fillPeople } from './person-fill.ts'
import { forgetSnapshots } from './plans/snapshot.ts'

/** How long what was used of hours and of days is kept. What a push under way would give back is younger. */
const keepHours = '7 days'
const keepDays = '400 days'

/** Removes counts and snapshots of plans that are no longer needed, closes expired offers and tickets, and tells the owners of plans about pushes that a person must look at. */
export const engineCare = defineJob({
  name: 'engine-care',
  title: ['整理推送计数并提醒待处理推送', 'Tidy the counters of pushes and report pushes to look at'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '* * * * *',
  run: async ({ db, settings }) => {
    await sweepCalls(db)
    await sql`select fold_push_tally()`.execute(db)
    await forgetOldCounts(db)
    await forgetSnapshots(db)
    const closed = await closeExpiredOffers(db)
    await fillPeople(db)
    const expired = await closeExpiredTickets(db, { clock: () => businessClock(settings) })
    return { closed, expired, told: await tellTroubles(db) }
  },
})

/** What is used of a cap must not be forgotten because a clock is wrong; the rest of the job goes on meanwhile. */
async function forgetOldCounts(db: Db): Promise<void> {
  if (!(await clocksAgree(db))) return
  await sql`delete from push_tally where kind = 'plan' and slot < now() - ${keepDays}::interval`.execute(db)
  await sql`delete from cap_use where (span = 'hour' and starts < now() - ${keepHours}::interval)
    or (span = 'day' and starts < now() - ${keepDays}::interval)`.execute(db)
}

interface Trouble {
  planId: string
  name: string
  kind: 'unknown' | 'dead'
  count: number
  /** The administrator who owns it, if enabled. */
  ownerId: string | null
}

/** One message for each plan, kind of trouble and owner, else to all who may see pushes. @returns how many pushes */
export async function tellTroubles(db: Db): Promise<number> {
  return db.transaction().execute(async (write) => {
    const { rows } = await sql<Trouble>`
      with told as (
        update push_trouble set told_at = now() where told_at is null and closed_at is null returning plan_id, kind, owner_id
      )
      select t.plan_id as "planId", p.name, t.kind, count(*)::int as count, a.id as "ownerId"
      from told t join plan p on p.id = t.plan_id left join admin a on a.id = t.owner_id and a.status = 'enabled'
      group by t.plan_id, p.name, t.kind, a.id order by t.plan_id, t.kind`.execute(write.withoutPlugins())
    for (const { planId, name, kind, count, ownerId } of rows) {
      const { title, text } = engineWords.tree[kind]
      const filled: Words = [fill(title[0], { count, name }), fill(title[1], { count, name })]
      await sendMessage(write, {
        to: ownerId === null ? { point: 'push:page' } : [ownerId],
        kind: 'todo',
        title: filled,
        content: text,
        link: { name: 'PlanPushList', query: { tab: 'troubles', planId } },
      })
    }
    return rows.reduce((sum, { count }) => sum + count, 0)
  })
}
