import { sql } from 'kysely'
import * as z from 'zod'
import { defineJob } from '#jobs/job'

/** How long the counts of a day are kept, in days. */
const dayUseDays = 400

/** Drops the partitions of the open door's tables that nobody needs any more, and makes the next ones. */
export const openRetention = defineJob({
  name: 'open-retention',
  title: ['清理开放接口的过期记录', 'Delete expired records of the open API'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '17 * * * *',
  async run({ db, settings }) {
    const dropped: string[] = []
    const drop = async (query: ReturnType<typeof sql<{ part: string }>>) => {
      // Dropping a partition locks its table for a moment; it must not wait long, because all requests would wait behind it.
      const { rows } = await db.transaction().execute(async (write) => {
        await sql`set local lock_timeout = '2s'`.execute(write)
        return query.execute(write)
      })
      dropped.push(...rows.map(({ part }) => part))
    }
    for (const table of ['open_nonce', 'open_answer', 'open_request'])
      await sql`select make_partitions(${table})`.execute(db)
    await drop(sql<{ part: string }>`select * from drop_open_nonces() part`)
    await drop(sql<{ part: string }>`select * from drop_partitions('open_answer', 1) part`)
    const days = settings.get('retention.openRequestDays')
    await drop(sql<{ part: string }>`select * from drop_partitions('open_request', ${days}) part`)
    await sql`delete from open_day_use where day < current_date - ${dayUseDays}::int`.execute(db)
    return { dropped: dropped.length }
  },
})
