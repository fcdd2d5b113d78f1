import * as z from 'zod'
import { removeInBatches } from '#platform/jobs/batches'
import { defineJob } from '#platform/jobs/job'
import { removeRepeats } from '../../login-log.ts'

/** Deletes what counted repeated attempts to sign in. The entries themselves go with their partitions. */
export const loginLogRetention = defineJob({
  name: 'login-log-retention',
  title: ['清理登录日志的重复计数', 'Tidy the counts of repeated sign-ins'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '20 3 * * *',
  run: async (run) => ({ removed: await removeInBatches(run, removeRepeats) }),
})
