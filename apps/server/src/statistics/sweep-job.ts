import { sql } from 'kysely'
import * as z from 'zod'
import { removeInBatches } from '#platform/jobs/batches'
import { defineJob } from '#platform/jobs/job'
import { visitsFrom } from './days.ts'

/** Deletes the visitors of days whose visits were dropped, and figures by the hour that are no longer kept. */
export const statisticsSweep = defineJob({
  name: 'statistics-sweep',
  title: ['清理过期的访客记录和小时统计', 'Delete visitors and hourly figures that are no longer kept'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '55 3 * * *',
  async run({ db, signal, progress }) {
    const from = await visitsFrom(db)
    const visitors = await removeInBatches(
      { db, signal, progress },
      (most) => sql`delete from day_visitor where ctid = any(array(
        select ctid from day_visitor where day < ${from} order by day limit ${most}))`,
    )
    const hours = await removeInBatches(
      { db, signal, progress },
      (most) => sql`delete from roll_up_hour where ctid = any(array(
        select ctid from roll_up_hour where hour < hours_from() limit ${most}))`,
    )
    return { visitors, hours }
  },
})
