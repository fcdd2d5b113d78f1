import { sql } from 'kysely'
import * as z from 'zod'
import { announceChanges } from '#platform/db/changes'
import type { Db } from '#platform/db/client'
import { defineJob } from '#platform/jobs/job'
import { serviceAct } from '#platform/machines/change'
import { businessDay } from '#platform/settings/business-clock'
import { entity } from './machine.ts'

/** Begins leaves on their first day, and ends them after their last one. */
export const leaveJob = defineJob({
  name: 'salesman-leave',
  title: ['开始和结束销售的休假', 'Begin and end leaves of salespeople'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '* * * * *',
  async run({ db, settings, signal, progress }) {
    const done = await followLeaves(db, businessDay(settings), signal)
    progress(done.begun + done.ended)
    if (done.begun + done.ended > 0)
      await announceChanges(db, ['salesman', 'salesTeam', 'leadPool', 'lead', 'crmCenter', 'audit']).catch(
        () => undefined,
      )
    return done
  },
})

/**
 * Ends the leaves whose last day is over, then begins those whose first day has come, each in a transaction of its own. A leave is
 * taken with its salesman locked and looked at again, so two runs at once begin it once. A leave whose days have all passed while no
 * job ran moves no lead.
 * @param day the business day of now
 */
export async function followLeaves(
  db: Db,
  day: string,
  signal?: AbortSignal,
): Promise<{ begun: number; ended: number }> {
  const sums = { begun: 0, ended: 0 }
  for (const id of await salesmenWith(db, isOver(day))) {
    signal?.throwIfAborted()
    if (await db.transaction().execute((write) => endOne(write, id, day))) sums.ended++
  }
  await sql`update salesman_leave l set ended_at = now() where ${isMissed(day)}`.execute(db)
  for (const id of await salesmenWith(db, isDue(day))) {
    signal?.throwIfAborted()
    if (await db.transaction().execute((write) => beginOne(write, id, day))) sums.begun++
  }
  return sums
}

const isOver = (day: string) =>
  sql<boolean>`l.began_at is not null and l.ended_at is null and l.last_on < ${day}::date`
const isMissed = (day: string) =>
  sql<boolean>`l.began_at is null and l.ended_at is null and l.last_on < ${day}::date`
const isDue = (day: string) =>
  sql<boolean>`l.began_at is null and l.ended_at is null and l.first_on <= ${day}::date and l.last_on >= ${day}::date`

async function salesmenWith(db: Db, condition: ReturnType<typeof isDue>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.salesman_id::text as id from salesman_leave l where ${condition} order by l.id`.execute(db)
  return rows.map(({ id }) => id)
}

async function beginOne(write: Db, salesmanId: string, day: string): Promise<boolean> {
  if (!(await lock(write, salesmanId, 'onDuty'))) return false
  const { rows } = await sql`update salesman_leave l set began_at = now()
    where l.salesman_id = ${salesmanId} and ${isDue(day)} returning l.id`.execute(write)
  return rows.length > 0 && (await serviceAct(write, entity, 'beginLeave', [salesmanId])).length > 0
}

async function endOne(write: Db, salesmanId: string, day: string): Promise<boolean> {
  if (!(await lock(write, salesmanId, 'onLeave'))) return false
  const { rows } = await sql`select from salesman_leave l
    where l.salesman_id = ${salesmanId} and ${isOver(day)}`.execute(write)
  return rows.length > 0 && (await serviceAct(write, entity, 'endLeave', [salesmanId])).length > 0
}

/** @returns false if he is in another state by now */
async function lock(write: Db, id: string, status: 'onDuty' | 'onLeave'): Promise<boolean> {
  const { rows } = await sql`select from salesman where id = ${id} and status = ${sql.lit(status)}
    for no key update`.execute(write)
  return rows.length > 0
}
