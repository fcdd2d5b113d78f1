import * as z from 'zod'
import { defineJob } from '#platform/jobs/job'

/** A job that ends its process, as one does that runs out of memory. */
export const poisonous = defineJob({
  name: 'poison-process',
  title: ['结束进程', 'Ends its process'],
  data: z.strictObject({}),
  retrySeconds: 1,
  run: async () => process.exit(1),
})
