import { fill, type Words } from '@kabao/contract'
import { engineWords } from '@kabao/contract/engine/engine.words'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'
import { refuseWrongClock } from '#platform/db/now'
import { defineJob } from '#platform/jobs/job'
import { businessClock } from '#platform/settings/business-clock'
import { sweepCalls } from '#supply'
import { closeExpiredOffers } from './half/offers.ts'
import { closeExpiredTickets } from './joint-login/end-visit.ts'
import { fillPeople } from './person-fill.ts'
import { forgetSnapshots } from './plans/snapshot.ts'

/** How long what was used of hours and of days is kept. What a push under way would give back is younger. Tallies are shown of today only. */
const keepHours = '7 days'
const keepDays = '400 days'
/** How long it is kept why people did not go to plans, in days. */
const keepWhyNotDays = 35

/** Removes snapshots of plans that are no longer needed, closes expired offers and tickets, and tells the owners of plans about pushes that a person must look at. */
export const engineCare = defineJob({
  name: 'engine-care',
  title: ['整理推送计数并提醒待处理推送', 'Tidy the counters of pushes and report pushes to look at'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '* * * * *',
  run: async ({ db, settings }) => {
    await sweepCalls(db)
    await sql`select fold_push_tally()`.execute(db)
    await forgetSnapshots(db)
    const closed = await closeExpiredOffers(db)
    await fillPeople(db)
    const expired = await closeExpiredTickets(db, { clock: () => businessClock(settings) })
    return { closed, expired, told: await tellTroubles(db) }
  },
})

/**
 * Deletes what was used of caps in long past hours and days, old counts of why people did not go to plans, and the tallies of days that are
 * over. No index has their time first, because each change would write it too, so this reads all of them, once a day.
 */
export const countSweep = defineJob({
  name: 'push-count-sweep',
  title: ['清理过期的推送计数', 'Delete old counts of pushes'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '45 3 * * *',
  async run({ db }) {
    await refuseWrongClock(db)
    const deleted = async (statement: RawBuilder<unknown>) =>
      Number((await statement.execute(db)).numAffectedRows ?? 0n)
    const tallies = await deleted(
      sql`delete from push_tally where kind = 'plan' and slot < now() - ${keepHours}::interval`,
    )
    const used =
      await deleted(sql`delete from cap_use where (span = 'hour' and starts < now() - ${keepHours}::interval)
      or (span = 'day' and starts < now() - ${keepDays}::interval)`)
    const whyNot = await deleted(
      sql`delete from plan_why_not where day < current_date - ${keepWhyNotDays}::int`,
    )
    return { tallies, used, whyNot }
  },
})

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
