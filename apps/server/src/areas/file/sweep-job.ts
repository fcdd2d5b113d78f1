import * as z from 'zod'
import { defineJob } from '#jobs/job'
import { sweepFiles } from './sweep.ts'

/** Removes files that nothing has claimed within a day. */
export const fileSweep = defineJob({
  name: 'file-sweep',
  title: ['清理无人认领的文件', 'Remove files that nothing claims'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '15 * * * *',
  run: async ({ db, storage }) => ({ removed: await sweepFiles(db, storage) }),
})
