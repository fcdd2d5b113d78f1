import * as z from 'zod'
import { removeInBatches } from '../jobs/batches.ts'
import { type AnyJob, defineJob } from '../jobs/job.ts'
import { findOrphans } from '../jobs/orphans.ts'
import type { AnyBatchAct } from './act.ts'
import { batchQueue, failBatch } from './job.ts'
import { removeOld } from './store.ts'

/** How long the outcome of a batch can be looked up; the audit log keeps it longer. */
const keptDays = 30

/** Ends batches whose job is gone, notifies the administrators who requested them, and deletes old batches. */
export const batchSweep = (acts: readonly AnyBatchAct[]): AnyJob =>
  defineJob({
    name: 'batch-sweep',
    title: ['结束中止的批量操作并清理旧记录', 'End interrupted bulk actions, remove old ones'],
    data: z.strictObject({}),
    isSingle: true,
    cron: '*/5 * * * *',
    async run(run) {
      const { db, signal } = run
      let failed = 0
      for (const id of await findOrphans(db, 'batch', batchQueue.name)) {
        signal.throwIfAborted()
        if (await failBatch(db, acts, id, 'stopped')) failed++
      }
      return { failed, removed: await removeInBatches(run, (most) => removeOld(keptDays, most)) }
    },
  })
