import * as z from 'zod'
import { defineJob } from '#platform/jobs/job'
import { businessClock } from '#platform/settings/business-clock'
import { bookResults } from './book-results.ts'

/** Books what channels are owed for the results of the last minute. */
export const channelCostJob = defineJob({
  name: 'channel-cost',
  title: ['计入渠道应付款', 'Book what channels are owed'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '* * * * *',
  run: async ({ db, settings, signal }) => ({
    booked: await bookResults(db, () => businessClock(settings), { signal }),
  }),
})
