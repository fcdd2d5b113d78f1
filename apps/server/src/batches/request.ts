import { codes } from '@kabao/contract'
import { type BatchAnswer, type BatchCount, doneAtOnce } from '@kabao/contract/batch-body'
import type { Caller } from '#access/caller'
import { ownerOf } from '#access/scope'
import type { Db } from '#db/client'
import type { AuditEntry } from '#http/audit'
import { auditValues } from '#http/audit-values'
import { Problem } from '#http/problem'
import { sendJob } from '#jobs/send'
import type { Services } from '../app.ts'
import type { BatchAct } from './act.ts'
import { batchQueue } from './job.ts'
import { countRows, lockRows } from './rows.ts'
import * as store from './store.ts'

type Needed = Pick<Services, 'vault' | 'settings'>

/** Answers how many rows an act would change. */
export const counting =
  <F>(needed: Needed, act: BatchAct<F>) =>
  ({ db, caller, body }: { db: Db; caller: Caller; body: { filter: F } }): Promise<BatchCount> =>
    countRows(db, act, act.rows({ ...needed, owner: ownerOf(caller) }, body.filter), null)

interface Asked<F> {
  db: Db
  caller: Caller
  body: { filter: F; count: number; upTo: string }
  audit(entry: AuditEntry): void
}

/**
 * Answers an act on all that match a filter. A few are changed here, in the transaction of the call; many are left to the
 * queue. Nothing is done where they are not as many as was agreed to.
 */
export const acting =
  <F>(needed: Needed, act: BatchAct<F>) =>
  async ({ db, caller, body: { filter, count, upTo }, audit }: Asked<F>): Promise<BatchAnswer> => {
    const owner = ownerOf(caller)
    const { adminId } = caller
    const rows = act.rows({ ...needed, owner }, filter)
    if (count <= doneAtOnce) {
      const ids = await lockRows(db, act, rows, { after: '0', upTo, most: doneAtOnce + 1 })
      if (ids.length > doneAtOnce) throw countChanged((await countRows(db, act, rows, upTo)).count)
      if (ids.length !== count) throw countChanged(ids.length)
      const changes = await act.apply(db, ids, { adminId, owner })
      for (const { id, before, after } of changes)
        audit({ target: { kind: act.targetKind, id }, before, after })
      return { done: changes.length, batch: null }
    }

    const now = await countRows(db, act, rows, upTo)
    if (now.count !== count) throw countChanged(now.count)
    const id = await store.insertBatch(db, {
      act: act.name,
      filterSealed: needed.vault.seal(JSON.stringify(filter), store.filterPlace),
      upTo,
      scopeAdminId: owner,
      total: count,
      createdBy: adminId,
    })
    if (id === undefined) throw new Problem(codes.conflict, 'batchUnderWay')
    await store.setJob(db, id, (await sendJob(db, batchQueue, { id })) as string)
    audit({ target: { kind: 'batch', id }, after: { act: act.name, count, filter: shownFilter(filter) } })
    return { done: 0, batch: (await store.findBatch(db, id, adminId)) ?? null }
  }

const countChanged = (count: number) => new Problem(codes.conflict, 'countChanged', { values: { count } })

/** What was asked for, without what names a person. */
const shownFilter = (filter: unknown) => {
  const values = filter as Record<string, unknown>
  return auditValues({ ...values, ...('name' in values && { name: '*' }) })
}
