import { isPossible } from '@kabao/contract/kernel/machine'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import type { Db } from '#platform/db/client'
import type { AuditEntry } from '#platform/http/audit'
import { changeRows, lockRows } from '#platform/machines/change'
import type { AnyEntity } from '#platform/machines/entity'

interface Call {
  db: Db
  caller: Caller
  audit(entry: AuditEntry): void
  body: { ids: string[]; note: string }
}

/** Handles the endpoint that `reviewSeveralOf` of the contract declares: an act on several rows for one reason. */
export const reviewSeveral =
  (entity: AnyEntity, act: string) =>
  async ({ db, caller, audit, body: { ids, note } }: Call): Promise<{ done: number; skipped: number }> => {
    const { machine, table } = entity
    const found = await lockRows(db, entity, ids, ownerOf(caller))
    const able = found.filter(({ status }) => isPossible(machine, act, status))
    const changes = await changeRows(db, entity, act, able, { asked: { note }, adminId: caller.adminId })
    for (const { id, before, after } of changes) audit({ target: { kind: table, id }, before, after })
    return { done: able.length, skipped: new Set(ids).size - able.length }
  }
