import * as z from 'zod'
import { defineJob } from '#platform/jobs/job'
import { businessClock } from '#platform/settings/business-clock'
import { countWhyNot } from './why-not.ts'

/** Counts why people did not go to plans, for the details of plans. */
export const whyNotCounts = defineJob({
  name: 'why-not',
  title: ['统计未推送原因', 'Count why people were not pushed'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '* * * * *',
  run: ({ db, settings, signal }) => countWhyNot(db, businessClock(settings), signal),
})
