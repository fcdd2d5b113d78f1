import { randomUUID } from 'node:crypto'
import { endpoints } from '@kabao/contract/app/areas'
import type { BatchFailure } from '@kabao/contract/kernel/batch-body'
import * as z from 'zod'
import { announceChanges } from '../db/changes.ts'
import type { Db } from '../db/client.ts'
import { type AnyJob, defineJob, type Run } from '../jobs/job.ts'
import type { AnyBatchAct, BatchAct, EachAct } from './act.ts'
import { doEach } from './each.ts'
import { auditEnd, auditPiece, notifyEnd } from './notify.ts'
import { lockRows } from './rows.ts'
import * as store from './store.ts'

/** The job's data in the queue. It holds nothing of the request, which is encrypted with the batch. */
export const batchQueue = { name: 'batch', data: z.strictObject({ id: z.string().regex(/^\d{1,18}$/) }) }

/** How often a failed run is retried; a killed instance counts as a failed run. */
const retries = 4

/** The job that does acts on more rows than one request may change. @param acts every registered act */
export const batchJob = (acts: readonly AnyBatchAct[]): AnyJob =>
  defineJob({
    ...batchQueue,
    title: ['批量操作', 'Bulk actions'],
    lane: 'heavy',
    retries,
    retrySeconds: 1,
    run: (run) => runBatch(run, acts),
    async giveUp({ db, data }) {
      await failBatch(db, acts, data.id, 'stopped')
    },
  })

async function runBatch(job: Run<{ id: string }>, acts: readonly AnyBatchAct[]) {
  const { db, signal } = job
  const run = randomUUID()
  const begun = await store.begin(db, job.data.id, run)
  // Cancelled, or done by a run that was killed before it recorded the end.
  if (!begun) return { skipped: true }
  const act = acts.find(({ name }) => name === begun.act) as AnyBatchAct
  let done = begun.done + begun.refused
  const before = done
  try {
    for (;;) {
      signal.throwIfAborted()
      const next =
        'doOne' in act
          ? await doRow(job, act, run)
          : await db.transaction().execute((write) => doPiece(write, job, act, run))
      if (next === null) return { done, skipped: true }
      done += next.done
      job.progress(done, begun.total)
      if (next.isLast) return { done }
    }
  } catch (error) {
    if (!signal.aborted && job.attempt > retries) await failBatch(db, acts, begun.id, 'unexpected')
    throw error
  } finally {
    // Once a run, for any number of pieces. If the announcement fails, consoles see the changes at their next fetch.
    if (done > before) await announceChanges(db, affectedBy(act)).catch(() => undefined)
  }
}

/** The areas that an act affects, as its endpoint declares. */
const affectedBy = ({ point }: AnyBatchAct): readonly string[] =>
  endpoints.find((endpoint) => endpoint.point === point && endpoint.kind === 'write')?.affects ?? []

/** Does the next piece in one transaction: its rows, its audit log entries and the batch's progress. */
async function doPiece(
  write: Db,
  { data, vault, settings }: Run<{ id: string }>,
  act: BatchAct,
  run: string,
) {
  const batch = await store.lockForRun(write, data.id, run)
  if (!batch) return null
  if (!(await store.isStillAllowed(write, batch, act.point))) {
    await endBatch(write, act, batch.id, 'notAllowed')
    return { done: 0, isLast: true }
  }
  const owner = batch.scopeAdminId
  const filter = act.filter.parse(JSON.parse(vault.open(batch.filterSealed, store.filterPurpose)))
  const piece = await store.takePiece(write, batch.id)
  if (piece === undefined) {
    await endBatch(write, act, batch.id, null)
    return { done: 0, isLast: true }
  }
  const { ids } = await lockRows(
    write,
    act,
    await act.rows({ vault, settings, owner, adminId: batch.createdBy, db: write }, filter),
    { ids: piece },
  )
  const changes =
    ids.length > 0 ? await act.apply(write, ids, { adminId: batch.createdBy, owner, vault }) : []
  await auditPiece(write, act, batch, changes)
  await store.notePiece(write, batch.id, changes.length)
  return { done: changes.length, isLast: false }
}

/** Does the next row of a batch, in a transaction of its own with its audit log entry and the batch's progress. */
async function doRow({ db, data, vault, settings }: Run<{ id: string }>, act: EachAct, run: string) {
  const batch = await store.findNextRow(db, data.id, run)
  if (!batch) return null
  const { id, rowId, scopeAdminId: owner, createdBy: adminId } = batch
  const end = async (failure: BatchFailure | null) => {
    await db.transaction().execute((write) => endBatch(write, act, id, failure))
    return { done: 0, isLast: true }
  }
  if (!(await store.isStillAllowed(db, batch, act.point))) return end('notAllowed')
  const { filter, given } = kept(act).parse(JSON.parse(vault.open(batch.filterSealed, store.filterPurpose)))
  const context = { vault, settings, owner, adminId, db }
  if (rowId === null) {
    await db.transaction().execute(async (write) => {
      if ((await endBatch(write, act, id, null)) && batch.done > 0)
        await act.tell?.({ ...context, db: write }, given, batch.done)
    })
    return { done: 0, isLast: true }
  }
  const outcome = await doEach(context, act, { id: rowId, filter, given }, async (write, outcome) => {
    const isDone = outcome !== 'left' && 'change' in outcome
    if (isDone) await auditPiece(write, act, batch, [outcome.change])
    const refused = outcome !== 'left' && 'refused' in outcome ? outcome.refused : undefined
    return store.noteRow(write, { id, run, rowId }, { isDone, ...(refused && { refused }) })
  })
  return outcome === null ? null : { done: outcome === 'left' ? 0 : 1, isLast: false }
}

/** What the job keeps of a request whose act is done row by row. */
const kept = ({ filter, given }: EachAct) => z.strictObject({ filter, given })

/** Ends a batch, notifies the administrator who requested it, and writes the audit log entry. */
async function endBatch(write: Db, act: AnyBatchAct, id: string, failure: BatchFailure | null) {
  const status = failure ? 'failed' : 'done'
  const ended = await store.end(write, id, status, failure)
  if (!ended) return false
  await notifyEnd(write, ended, failure)
  await auditEnd(write, act, ended, status)
  return true
}

/** Ends a batch that no run will continue. @returns whether it had not ended yet */
export async function failBatch(
  db: Db,
  acts: readonly AnyBatchAct[],
  id: string,
  failure: BatchFailure,
): Promise<boolean> {
  return db.transaction().execute(async (write) => {
    const batch = await write.selectFrom('batch').select('act').where('id', '=', id).executeTakeFirst()
    const act = acts.find(({ name }) => name === batch?.act)
    return act !== undefined && (await endBatch(write, act, id, failure))
  })
}
