import { businessDayAt, daysAfter } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { defineJob } from '#platform/jobs/job'
import { businessClock } from '#platform/settings/business-clock'
import { forgetChecks } from './checks.ts'
import { queueRun } from './runs.ts'

/** How many days back a difference within that is still open is looked at again. */
const lookedAgain = 35

/** Every night: compares our own records of yesterday, and of the days with open differences, with the ledger. */
export const reconcileNightly = defineJob({
  name: 'reconcile-nightly',
  title: ['每日对账', 'Reconcile every night'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '20 5 * * *',
  async run({ db, settings, signal }) {
    const yesterday = daysAfter(businessDayAt(databaseNow(), businessClock(settings)), -1)
    const days = await openDays(db, yesterday)
    for (const day of days) {
      signal.throwIfAborted()
      const scope = { kind: 'within', orgId: null, collectionId: null, day, toDay: day } as const
      await db.transaction().execute((write) => queueRun(write, scope, null, null))
    }
    await forgetChecks(db)
    return { days: days.length }
  },
})

async function openDays(db: Db, yesterday: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct to_char(day, 'YYYY-MM-DD') as day from difference
    where kind = 'within' and status = 'open' and day >= ${daysAfter(yesterday, -lookedAgain)}::date and day < ${yesterday}::date
    order by day`.execute(db.withoutPlugins())
  return [...rows.map(({ day }) => day), yesterday]
}
