import { sql } from 'kysely'
import * as z from 'zod'
import { removeInBatches } from '#platform/jobs/batches'
import { defineJob } from '#platform/jobs/job'

/** How long the numbers of each hour are kept, in days; the trend by hours shows one. */
const hourDays = 8

/** Deletes errors that have not happened for the time in the settings, old numbers of hours and days, and expired counters. */
export const errorEventRetention = defineJob({
  name: 'error-event-retention',
  title: ['删除到期的错误上报', 'Delete expired error reports'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '40 3 * * *',
  async run(run) {
    const days = run.settings.get('retention.errorEventDays')
    const removed = await removeInBatches(
      run,
      (most) => sql`delete from error_event where id in (
        select id from error_event where last_at < now() - make_interval(days => ${days})
        order by last_at limit ${most})`,
    )
    const hours = await removeInBatches(
      run,
      (most) => sql`delete from error_hour where (event_id, hour) in (
        select event_id, hour from error_hour where hour < now() - make_interval(days => ${hourDays})
        order by hour limit ${most})`,
    )
    await removeInBatches(
      run,
      (most) => sql`delete from error_day where (event_id, day) in (
        select event_id, day from error_day where day < current_date - ${days}::integer order by day limit ${most})`,
    )
    await sql`delete from error_release r where first_at < now() - make_interval(days => ${days})
      and not exists (select from error_event_release e where e.release = r.release)`.execute(run.db)
    await sql`delete from error_throttle where expire < extract(epoch from now()) * 1000`.execute(run.db)
    return { removed, hours }
  },
})
