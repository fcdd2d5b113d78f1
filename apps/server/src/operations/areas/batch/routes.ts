import { codes } from '@kabao/contract'
import type { BatchRow } from '@kabao/contract/kernel/batch-body'
import { batch } from '@kabao/contract/operations/batch'
import { notFound, Problem } from '#platform/base/problem'
import { batchQueue } from '#platform/batches/job'
import * as store from '#platform/batches/store'
import type { Caller } from '#platform/callers/caller'
import type { Db } from '#platform/db/client'
import { serve } from '#platform/http/serve'
import { dropJob } from '#platform/jobs/orphans'

export const batchRoutes = () => {
  const own = async (db: Db, id: string, { adminId }: Caller): Promise<BatchRow> => {
    const row = await store.findBatch(db, id, adminId)
    if (!row) throw notFound()
    return row
  }

  return serve(batch, {
    mine: ({ db, caller }) => store.findNewest(db, caller.adminId),

    get: ({ db, params, caller }) => own(db, params.id, caller),

    refusals: async ({ db, params, caller, language }) =>
      store.findRefusals(db, (await own(db, params.id, caller)).id, language),

    cancel: async ({ db, params, caller, audit }) => {
      const before = await own(db, params.id, caller)
      // Waits for the piece that is being done; it completes, and the next one does not begin.
      const ended = await store.end(db, before.id, 'cancelled')
      if (!ended) throw new Problem(codes.conflict, 'conflict')
      if (ended.jobId !== null) await dropJob(db, batchQueue.name, ended.jobId)
      audit({
        target: { kind: 'batch', id: before.id },
        before: { status: before.status },
        after: { status: 'cancelled', done: ended.done, total: ended.total },
      })
      return own(db, before.id, caller)
    },
  })
}
