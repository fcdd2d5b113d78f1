import { sql } from 'kysely'
import * as z from 'zod'
import { refuseWrongClock } from '#platform/db/now'
import { defineJob } from '#platform/jobs/job'
import { clickKeptDays } from './visit-click.ts'

/**
 * Hours of nonces are dropped 20 minutes after their end by the clock of the database, and a nonce is accepted until 5 minutes after its
 * time by the clock of this machine. In milliseconds.
 */
const mostApart = 5 * 60_000

/** How long the counts of a day are kept, in days. */
const dayUseDays = 400

/** Drops the hours of nonces that nobody can use again, and old counts of days. The job of all partitions drops the rest. */
export const intakeRetention = defineJob({
  name: 'open-retention',
  title: ['清理开放接口的过期记录', 'Delete expired records of the open API'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '17 * * * *',
  async run({ db }) {
    // A nonce that is forgotten too early could be used again.
    await refuseWrongClock(db, mostApart)
    // Dropping a partition locks its table for a moment; it must not wait long, because all requests would wait behind it.
    const { rows } = await db.transaction().execute(async (write) => {
      await sql`set local lock_timeout = '2s'`.execute(write)
      return sql`select drop_open_nonces()`.execute(write)
    })
    await sql`delete from visit_click where at < now() - ${clickKeptDays}::int * interval '1 day'`.execute(db)
    await sql`delete from open_day_use where day < current_date - ${dayUseDays}::int`.execute(db)
    return { dropped: rows.length }
  },
})
