import { fill, type Words } from '@kabao/contract'
import { type BusinessClock, businessDayAt } from '@kabao/contract/kernel/business-clock'
import { planWords } from '@kabao/contract/supply/plan.words'
import { sql } from 'kysely'
import * as z from 'zod'
import { announceChanges } from '#platform/db/changes'
import type { Db } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'
import { databaseNow } from '#platform/db/now'
import { defineJob } from '#platform/jobs/job'
import { serviceAct } from '#platform/machines/change'
import { businessClock } from '#platform/settings/business-clock'
import { lists } from './lists.ts'
import { entityOf } from './machine.ts'
import { boundsOf, dayUse } from './today.ts'

/** How many plans one transaction changes at most. */
const most = 200

/** What the service does to a plan by itself. */
type DayAct = 'expire' | 'exhaust' | 'renew'

/**
 * Keeps the states of plans in step with the business day: ends those whose last day has passed, marks those as full that have
 * reached the cap or the budget of today, and lets them go on when the next day begins or somebody raises what was reached.
 */
export const planDays = defineJob({
  name: 'plan-days',
  title: ['按业务日更新计划状态', 'Keep plans in step with the business day'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '* * * * *',
  async run({ db, settings, signal, progress }) {
    const done = await turnPlans(db, { at: databaseNow(), clock: businessClock(settings), signal })
    progress(done.expired + done.exhausted + done.renewed)
    return done
  },
})

/** @param now milliseconds since 1970, and the business clock @returns how many plans were changed, by act */
export async function turnPlans(
  db: Db,
  { at, clock, signal }: { at: number; clock: BusinessClock; signal?: AbortSignal },
) {
  const done = { expire: 0, exhaust: 0, renew: 0 }
  const day = businessDayAt(at, clock)
  for (const list of lists) {
    const entity = entityOf(list)
    const due = await findDue(db, list.only, { day, ...boundsOf(day, clock) })
    let changed = 0
    for (const act of ['expire', 'exhaust', 'renew'] as const) {
      const ids = due.filter((plan) => plan.act === act).map(({ id }) => id)
      for (let from = 0; from < ids.length && !signal?.aborted; from += most) {
        const few = ids.slice(from, from + most)
        const acted = await db.transaction().execute(async (write) => {
          const ids = await serviceAct(write, entity, act, few)
          if (act === 'exhaust') await tell(write, list.name, ids)
          return ids.length
        })
        done[act] += acted
        changed += acted
      }
    }
    if (changed > 0) await announceChanges(db, [list.name, 'audit']).catch(() => undefined)
  }
  return { expired: done.expire, exhausted: done.exhaust, renewed: done.renew }
}

/** The plans whose state does not fit the day, by the counters of the match. */
async function findDue(
  db: Db,
  only: readonly ReturnType<typeof sql>[],
  { day, from }: { day: string; from: string },
): Promise<{ id: string; act: DayAct }[]> {
  const { rows } = await sql<{ id: string; act: DayAct }>`
    with acting as (
      select t.id, t.status, t.ends_on, t.daily_cap, t.daily_budget_fen, t.price_fen from plan t
      where t.status in ('running', 'exhausted', 'paused') and ${sql.join(only, sql` and `)}
    ), judged as (
      select a.id, a.status, coalesce(a.ends_on < ${day}::date, false) as is_over,
        coalesce(coalesce(c.used, 0) >= a.daily_cap, false)
          or coalesce(coalesce(c.fen, 0) + a.price_fen > a.daily_budget_fen, false) as is_full
      from acting a
      left join cap_use c on ${dayUse(sql`a.id`, from)}
    )
    select id, act from (
      select id, case when is_over then 'expire' when is_full and status = 'running' then 'exhaust'
        when not is_full and status = 'exhausted' then 'renew' end as act
      from judged) due
    where act is not null order by id`.execute(db.withoutPlugins())
  return rows
}

const { exhausted } = planWords.tree
const pages = { plan: 'PlanList', planUv: 'PlanUvList' } as const

/** Tells the administrators who added these plans that they are full for today. */
async function tell(db: Db, list: keyof typeof pages, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; adminId: string }>`
    select t.id, t.name, a.id as "adminId" from plan t join admin a on a.id = t.created_by and a.status = 'enabled'
    where t.id = any(${ids}::bigint[]) order by t.id`.execute(db.withoutPlugins())
  for (const { id, name, adminId } of rows) {
    const title: Words = [fill(exhausted.title[0], { name }), fill(exhausted.title[1], { name })]
    await sendMessage(db, {
      to: [adminId],
      kind: 'message',
      title,
      content: exhausted.text,
      link: { name: pages[list], query: { open: id } },
    })
  }
}
