import * as z from 'zod'
import { defineJob } from '#platform/jobs/job'

/** A job that runs as long as its process lives. */
export const neverEnding = defineJob({
  name: 'never-ending',
  title: ['', ''],
  data: z.strictObject({}),
  retrySeconds: 1,
  run: () => new Promise(() => undefined),
})
