import { daysAfter } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import * as z from 'zod'
import { accountOf, chinaTime, readCollection } from '#payment'
import type { Db } from '#platform/db/client'
import { databaseDate } from '#platform/db/now'
import { defineJob, type JobServices } from '#platform/jobs/job'
import { queueRun } from './runs.ts'

/** How many days back a bill is downloaded that is not there, because no instance ran or the provider did not answer. */
const caughtUp = 3

/** The last day of China that is over. */
export const lastBillDay = (now = databaseDate()): string => daysAfter(chinaTime(now).slice(0, 10), -1)

/** Every night: downloads the bill of yesterday of each enabled collection channel whose provider has bills, and what is missing before. */
export const billsNightly = defineJob({
  name: 'bills-nightly',
  title: ['每日下载账单', 'Download bills every night'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '40 5 * * *',
  async run({ db, vault, providerOf, signal }) {
    const yesterday = lastBillDay()
    let queued = 0
    for (const { collectionId, day } of await missing(db, yesterday)) {
      signal.throwIfAborted()
      if (!(await hasBills({ db, vault, providerOf }, collectionId))) continue
      const scope = { kind: 'bill', orgId: null, collectionId, day, toDay: day } as const
      await db.transaction().execute((write) => queueRun(write, scope, null, null))
      queued++
    }
    return { queued }
  },
})

/** Days without a bill, and those whose download failed some time ago. */
async function missing(db: Db, yesterday: string): Promise<{ collectionId: string; day: string }[]> {
  const { rows } = await sql<{ collectionId: string; day: string }>`
    select c.id as "collectionId", to_char(d.day, 'YYYY-MM-DD') as day
    from collection c cross join generate_series(${daysAfter(yesterday, 1 - caughtUp)}::date, ${yesterday}::date, '1 day') d (day)
    left join reconcile r on r.kind = 'bill' and r.collection_id = c.id and r.day = d.day
    where c.status = 'enabled' and (c.created_at at time zone 'Asia/Shanghai')::date <= d.day
      and (r.id is null or (r.status = 'failed' and r.file_id is null and r.ended_at < now() - interval '12 hours'))
    order by d.day, c.id`.execute(db.withoutPlugins())
  return rows
}

/** A collection channel that cannot be opened counts as having bills, so that its download fails and somebody is told. */
async function hasBills(
  { db, vault, providerOf }: Pick<JobServices, 'db' | 'vault' | 'providerOf'>,
  id: string,
): Promise<boolean> {
  try {
    const collection = await readCollection(db, vault, id)
    return collection !== null && providerOf(accountOf(collection)).can.bill
  } catch {
    return true
  }
}
