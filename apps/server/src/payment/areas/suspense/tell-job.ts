import * as z from 'zod'
import { defineJob } from '#platform/jobs/job'
import { tellPayments } from '../../tell.ts'

/** Tells of payments that a person must look after; taking a payment and calling a provider send no message themselves. */
export const tellOfPayments = defineJob({
  name: 'payment-tell',
  title: ['提醒需要处理的款项', 'Report payments to look after'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '* * * * *',
  run: async ({ db }) => ({ told: await tellPayments(db) }),
})
