import { codes, inLanguage, type Language } from '@kabao/contract'
import {
  type BatchAnswer,
  type BatchCount,
  type BatchEachAnswer,
  type BatchRow,
  type BatchSeveralDone,
  doneAtOnce,
  eachAtOnce,
} from '@kabao/contract/kernel/batch-body'
import { auditValues } from '../audit/audit-values.ts'
import { Problem } from '../base/problem.ts'
import type { Caller } from '../callers/caller.ts'
import { ownerOf } from '../callers/scope.ts'
import type { Db } from '../db/client.ts'
import type { RowsQuery } from '../db/page.ts'
import type { AuditEntry } from '../http/audit.ts'
import { sendJob } from '../jobs/send.ts'
import type { Services } from '../services.ts'
import type { ActContext, AnyBatchAct, BatchAct, EachAct } from './act.ts'
import { doEach } from './each.ts'
import { batchQueue } from './job.ts'
import { countRows, findRows, keepRows, lockRows, readMark } from './rows.ts'
import * as store from './store.ts'

type Needed = Pick<Services, 'vault' | 'settings'>

/** Handles the request that counts how many rows an act would change. */
export const counting =
  <F>(needed: Needed, act: BatchAct<F> | EachAct<F>) =>
  async ({ db, caller, body }: { db: Db; caller: Caller; body: { filter: F } }): Promise<BatchCount> =>
    countRows(db, act, await act.rows(contextOf(needed, db, caller), body.filter))

const contextOf = (needed: Needed, db: Db, caller: Caller) => ({
  vault: needed.vault,
  settings: needed.settings,
  db,
  owner: ownerOf(caller),
  adminId: caller.adminId,
})

/** Handles an act on rows that are named: those that are there and allow it are changed in the transaction of the request. */
export const actingOnSeveral =
  <F>(needed: Needed, act: BatchAct<F>, all: F) =>
  async ({
    db,
    caller,
    body,
    audit,
  }: Pick<BatchCall<F>, 'db' | 'caller' | 'audit'> & {
    body: { ids: string[] }
  }): Promise<BatchSeveralDone> => {
    const context = contextOf(needed, db, caller)
    const ids = [...new Set(body.ids)]
    const found = await lockRows(db, act, await act.rows(context, all), { ids })
    const changes = found.ids.length > 0 ? await act.apply(db, found.ids, context) : []
    for (const { id, before, after } of changes)
      audit({ target: { kind: act.targetKind, id }, before, after })
    return { done: changes.length, others: ids.length - changes.length }
  }

interface BatchCall<F> {
  db: Db
  caller: Caller
  body: { filter: F; count: number; mark: string }
  audit(entry: AuditEntry): void
}

/**
 * Handles an act on all rows that match a filter. A few rows are changed here, in the transaction of the request; many are left
 * to the queue. Nothing is changed if the rows are not the ones that were counted and confirmed.
 */
export const acting =
  <F>(needed: Needed, act: BatchAct<F>) =>
  async ({ db, caller, body: { filter, count, mark }, audit }: BatchCall<F>): Promise<BatchAnswer> => {
    const context = contextOf(needed, db, caller)
    const { upTo, hash } = readMark(mark)
    const rows = await act.rows(context, filter)
    if (count <= doneAtOnce) {
      const found = await lockRows(db, act, rows, { upTo, most: doneAtOnce + 1 })
      if (found.ids.length !== count || found.hash !== hash) throw await countChanged(db, act, rows)
      const changes = await act.apply(db, found.ids, context)
      for (const { id, before, after } of changes)
        audit({ target: { kind: act.targetKind, id }, before, after })
      return { done: changes.length, batch: null }
    }

    const batch = await queueBatch(db, act, { context, rows, filter, kept: filter, count, upTo, hash, audit })
    return { done: 0, batch }
  }

/**
 * Handles an act that is done to each matching row on its own. The rows are compared with those that were counted; each is then done in a
 * transaction of its own, a few of them here, many in the queue.
 */
export const actingOnEach =
  <F, G>(needed: Needed, act: EachAct<F, G>) =>
  async ({
    db,
    caller,
    body: { filter, count, mark, ...rest },
    language,
    audit,
  }: BatchCall<F> & { language: Language }): Promise<(write: Db) => Promise<BatchEachAnswer>> => {
    const context = contextOf(needed, db, caller)
    const given = rest as G // the endpoint's schema is that of the rows and of what the act is given
    const { upTo, hash } = readMark(mark)
    if (count > eachAtOnce)
      return async (write) => {
        const as = { ...context, db: write }
        const rows = await act.rows(as, filter)
        const kept = { filter, given }
        const batch = await queueBatch(write, act, { context, rows, filter, kept, count, upTo, hash, audit })
        await act.check?.(as, given)
        return { done: 0, refused: [], batch }
      }
    const rows = await act.rows(context, filter)
    const found = await findRows(db, act, rows, { upTo, most: eachAtOnce + 1 })
    if (found.ids.length !== count || found.hash !== hash) throw await countChanged(db, act, rows)
    await act.check?.(context, given)
    const refused: BatchEachAnswer['refused'] = []
    let done = 0
    for (const id of found.ids) {
      const outcome = await doEach(context, act, { id, filter, given }, async () => true)
      if (outcome === null || outcome === 'left') continue
      if ('refused' in outcome) refused.push({ id, reason: inLanguage(outcome.refused, language) })
      else {
        const { before, after } = outcome.change
        audit({ target: { kind: act.targetKind, id }, before, after })
        done++
      }
    }
    return async (write) => {
      if (done > 0) await act.tell?.({ ...context, db: write }, given, done)
      return { done, refused, batch: null }
    }
  }

interface Queueing {
  context: ActContext
  rows: RowsQuery
  filter: unknown
  /** What is kept for the job, sealed. */
  kept: unknown
  count: number
  upTo: string
  hash: string
  audit: (entry: AuditEntry) => void
}

/** Leaves the counted rows to the queue, in the transaction of the request. @throws Problem if the rows are others by now */
async function queueBatch<F>(
  db: Db,
  act: BatchAct<F> | EachAct<F>,
  queueing: Queueing,
): Promise<BatchRow | null> {
  const { context, rows, filter, count, upTo, hash, audit } = queueing
  const { owner, adminId, vault } = context
  const id = await store.insertBatch(db, {
    act: act.name,
    filterSealed: vault.seal(JSON.stringify(queueing.kept), store.filterPurpose),
    scopeAdminId: owner,
    total: count,
    createdBy: adminId,
  })
  if (id === undefined) throw new Problem(codes.conflict, 'batchUnderWay')
  const kept = await keepRows(db, id, act, rows, upTo)
  if (kept.count !== count || kept.hash !== hash) throw await countChanged(db, act, rows)
  await store.setJob(db, id, (await sendJob(db, batchQueue, { id })) as string)
  audit({ target: { kind: 'batch', id }, after: { act: act.name, count, filter: shownFilter(filter) } })
  return (await store.findBatch(db, id, adminId)) ?? null
}

const countChanged = async (db: Db, act: AnyBatchAct, rows: RowsQuery) =>
  new Problem(codes.conflict, 'countChanged', { values: { count: (await countRows(db, act, rows)).count } })

/** The filter of the request, without values that name a person. */
const shownFilter = (filter: unknown) => {
  const values = filter as Record<string, unknown>
  return auditValues({ ...values, ...('name' in values && { name: '*' }) })
}
