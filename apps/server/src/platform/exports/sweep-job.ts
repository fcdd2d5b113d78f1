import * as z from 'zod'
import { refuseWrongClock } from '../db/now.ts'
import { condemnFile, removeFiles } from '../files/made.ts'
import { defineJob, type Run } from '../jobs/job.ts'
import { findOrphans } from '../jobs/orphans.ts'
import { exportQueue, failTask } from './job.ts'
import { expireSome } from './tasks.ts'

const batch = 100

/** Deletes expired export files, and ends exports whose job is gone. */
export const exportSweep = defineJob({
  name: 'export-sweep',
  title: ['清理到期的导出文件', 'Remove expired export files'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '*/5 * * * *',
  run: (run) => sweepExports(run),
})

/** Several instances may sweep at once, and a sweep may be killed at any point. */
export async function sweepExports(run: Pick<Run<unknown>, 'db' | 'storage' | 'signal'>) {
  const { db, storage, signal } = run
  let failed = 0
  for (const id of await findOrphans(db, 'export_task', exportQueue.name))
    if (await failTask(run, id, null, 'stopped')) failed++
  await refuseWrongClock(db)
  let expired = 0
  for (;;) {
    signal.throwIfAborted()
    const { count, files } = await db.transaction().execute(async (write) => {
      const due = await expireSome(write, batch)
      const condemned = await Promise.all(due.map(({ fileId }) => fileId && condemnFile(write, fileId)))
      return { count: due.length, files: condemned.filter((file) => !!file) }
    })
    await removeFiles(db, storage, files)
    expired += count
    if (count < batch) break
  }
  return { expired, failed }
}
