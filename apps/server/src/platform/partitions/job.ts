import * as z from 'zod'
import { defineJob } from '../jobs/job.ts'
import { dropExpired, makeAhead } from './keep.ts'

/** Makes the partitions of the hours, days or months to come, and drops those whose rows are no longer kept. */
export const partitionJob = defineJob({
  name: 'partitions',
  title: ['创建和清理数据分区', 'Make and drop partitions'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '7 * * * *',
  async run({ db, settings }) {
    const short = await makeAhead(db)
    const dropped = await dropExpired(db, settings)
    // A failed job is logged and shown, so a person learns of it before a row has no partition.
    if (short.length > 0)
      throw new Error(`partitions ahead are missing: ${short.map(({ table }) => table).join(', ')}`)
    return { dropped: dropped.length }
  },
})
