import * as z from 'zod'
import { type AnyJob, defineJob } from '#jobs/job'
import type { AnyBatchAct } from './act.ts'
import { batchQueue, failBatch } from './job.ts'
import { findForsaken } from './store.ts'

/** Ends batches whose job is not there any more, and says so to who asked for them. */
export const batchSweep = (acts: readonly AnyBatchAct[]): AnyJob =>
  defineJob({
    name: 'batch-sweep',
    title: ['结束中止的批量操作', 'End batches that were stopped'],
    data: z.strictObject({}),
    isSingle: true,
    cron: '*/5 * * * *',
    async run({ db, signal }) {
      let failed = 0
      for (const id of await findForsaken(db, batchQueue.name)) {
        signal.throwIfAborted()
        if (await failBatch(db, acts, id, 'stopped')) failed++
      }
      return { failed }
    },
  })
