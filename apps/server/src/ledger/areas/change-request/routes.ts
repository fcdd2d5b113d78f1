import { type ChangeKind, changeRequest } from '@kabao/contract/ledger/change-request'
import { sql } from 'kysely'
import { notFound } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { adminChoices } from '#platform/choices/sources'
import type { Db } from '#platform/db/client'
import type { AnyGuardedChange } from '#platform/guarded-change'
import { serve } from '#platform/http/serve'
import { countByState } from '#platform/machines/counts'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
import { payloadPurpose } from '../../review/change-request.ts'
import { entity } from './machine.ts'
import { findPageOfChanges } from './queries.ts'

export const changeRequestRoutes = (services: Services, kinds: readonly AnyGuardedChange[]) => {
  const { vault } = services
  const reader = (caller: Caller) => ({ adminId: caller.adminId, owner: ownerOf(caller) })
  const acts = machineRoutes(services, entity)
  const payloadOf = (id: string, sealed: Buffer | null): unknown =>
    sealed === null ? null : JSON.parse(vault.open(sealed, payloadPurpose(id)))
  return serve(changeRequest, {
    page: ({ db, body, caller }) => findPageOfChanges(db, body, reader(caller)),

    get: ({ db, params, caller }) => entity.show(db, params.id, { ...services, ...reader(caller) }),

    counts: ({ db, caller }) => countByState(db, entity, ownerOf(caller)),

    ...acts,

    approve: async (call) => {
      const { db, params, caller, audit } = call
      const filed = await findFiled(db, params.id)
      if (!filed) throw notFound()
      // Refuses who filed it, and whoever comes second; from here on the row is locked.
      const answer = await acts.approve(call)
      const { kind, targetId, sealed, filedBy } = filed
      const made = kinds.find((each) => each.kind === kind) as AnyGuardedChange
      await made.make({
        db,
        services,
        targetId,
        payload: payloadOf(params.id, sealed),
        filedBy,
        caller,
        audit,
      })
      return answer
    },

    filers: choosing(adminChoices, () => hasFiled),
  })
}

interface Filed {
  kind: ChangeKind
  targetId: string
  sealed: Buffer | null
  filedBy: string
}

async function findFiled(db: Db, id: string): Promise<Filed | undefined> {
  const { rows } = await sql<Filed>`
    select kind, target_id as "targetId", payload_sealed as sealed, created_by as "filedBy" from change_request
    where id = ${id} for no key update`.execute(db.withoutPlugins())
  return rows[0]
}

const hasFiled = sql`exists (select from change_request r where r.created_by = t.id)`
