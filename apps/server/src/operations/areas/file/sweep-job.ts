import { fileSweepQueue } from '#platform/files/files'
import { defineJob } from '#platform/jobs/job'
import { sweepFiles } from './sweep.ts'

/** Deletes files that no record has claimed within a day. */
export const fileSweep = defineJob({
  ...fileSweepQueue,
  title: ['清理未被使用的文件', 'Remove orphaned files'],
  isSingle: true,
  cron: '15 * * * *',
  run: async ({ db, storage }) => ({ removed: await sweepFiles(db, storage) }),
})
