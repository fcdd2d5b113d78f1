import { codes } from '@kabao/contract'
import {
  type BatchAnswer,
  type BatchCount,
  type BatchSeveralDone,
  doneAtOnce,
} from '@kabao/contract/batch-body'
import type { Caller } from '#access/caller'
import { ownerOf } from '#access/scope'
import type { Db } from '#db/client'
import type { AuditEntry } from '#http/audit'
import { auditValues } from '#http/audit-values'
import { Problem } from '#http/problem'
import { sendJob } from '#jobs/send'
import type { Services } from '../services.ts'
import type { BatchAct } from './act.ts'
import { batchQueue } from './job.ts'
import { countRows, keepRows, lockRows, readMark } from './rows.ts'
import * as store from './store.ts'

type Needed = Pick<Services, 'vault' | 'settings'>

/** Handles the request that counts how many rows an act would change. */
export const counting =
  <F>(needed: Needed, act: BatchAct<F>) =>
  ({ db, caller, body }: { db: Db; caller: Caller; body: { filter: F } }): Promise<BatchCount> =>
    countRows(db, act, act.rows({ ...needed, owner: ownerOf(caller), adminId: caller.adminId }, body.filter))

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
    const asking = { ...needed, owner: ownerOf(caller), adminId: caller.adminId }
    const ids = [...new Set(body.ids)]
    const found = await lockRows(db, act, act.rows(asking, all), { ids })
    const changes = found.ids.length > 0 ? await act.apply(db, found.ids, asking) : []
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
    const owner = ownerOf(caller)
    const { adminId } = caller
    const { upTo, hash } = readMark(mark)
    const rows = act.rows({ ...needed, owner, adminId }, filter)
    const changed = async () => countChanged((await countRows(db, act, rows)).count)
    if (count <= doneAtOnce) {
      const found = await lockRows(db, act, rows, { upTo, most: doneAtOnce + 1 })
      if (found.ids.length !== count || found.hash !== hash) throw await changed()
      const changes = await act.apply(db, found.ids, { adminId, owner, vault: needed.vault })
      for (const { id, before, after } of changes)
        audit({ target: { kind: act.targetKind, id }, before, after })
      return { done: changes.length, batch: null }
    }

    const id = await store.insertBatch(db, {
      act: act.name,
      filterSealed: needed.vault.seal(JSON.stringify(filter), store.filterPlace),
      scopeAdminId: owner,
      total: count,
      createdBy: adminId,
    })
    if (id === undefined) throw new Problem(codes.conflict, 'batchUnderWay')
    const kept = await keepRows(db, id, act, rows, upTo)
    if (kept.count !== count || kept.hash !== hash) throw await changed()
    await store.setJob(db, id, (await sendJob(db, batchQueue, { id })) as string)
    audit({ target: { kind: 'batch', id }, after: { act: act.name, count, filter: shownFilter(filter) } })
    return { done: 0, batch: (await store.findBatch(db, id, adminId)) ?? null }
  }

const countChanged = (count: number) => new Problem(codes.conflict, 'countChanged', { values: { count } })

/** The filter of the request, without values that name a person. */
const shownFilter = (filter: unknown) => {
  const values = filter as Record<string, unknown>
  return auditValues({ ...values, ...('name' in values && { name: '*' }) })
}
