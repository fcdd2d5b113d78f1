import { codes } from '@kabao/contract'
import { type PushTroubleRow, pushTrouble } from '@kabao/contract/engine/push-trouble'
import { type RawBuilder, sql } from 'kysely'
import { writtenText } from '#platform/audit/audit-values'
import { invalid, notFound, Problem, stale } from '#platform/base/problem'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { adminChoices, orgChoices, planChoices } from '#platform/choices/sources'
import type { Db } from '#platform/db/client'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { pushTroubleExport } from './export.ts'
import * as queries from './queries.ts'

const enabled = () => sql`t.status = 'enabled'`

export const pushTroubleRoutes = (services: Services) =>
  serve(pushTrouble, {
    page: ({ db, body, caller }) => queries.findPageOfTroubles(db, body, ownerOf(caller)),

    export: exporting(services, pushTroubleExport),

    counts: ({ db, caller }) => queries.count(db, ownerOf(caller)),

    take: async ({ db, params: { id }, body: { version }, caller, audit }) => {
      const before = await found(db, id, ownerOf(caller))
      const after = await changed(db, before, version, sql`owner_id = ${caller.adminId}`)
      audit({
        target: { kind: 'pushTrouble', id },
        before: { ownerId: before.ownerId },
        after: { ownerId: after.ownerId },
      })
      return after
    },

    assign: async ({ db, params: { id }, body: { version, ownerId }, caller, audit }) => {
      const before = await found(db, id, ownerOf(caller))
      if (!(await queries.isEnabled(db, ownerId))) throw invalid({ ownerId: 'noSuchOwner' })
      const after = await changed(db, before, version, sql`owner_id = ${ownerId}, told_at = null`)
      audit({
        target: { kind: 'pushTrouble', id },
        before: { ownerId: before.ownerId },
        after: { ownerId: after.ownerId },
      })
      return after
    },

    close: async ({ db, params: { id }, body: { version, note }, caller, audit }) => {
      const before = await found(db, id, ownerOf(caller))
      // An unclear push holds money and its person; only its result ends that.
      if (before.status === 'unknown') throw new Problem(codes.conflict, 'settleFirst')
      const set = sql`closed_at = now(), closed_how = 'closed', closed_by = ${caller.adminId}, note = ${note}`
      const after = await changed(db, before, version, set)
      audit({ target: { kind: 'pushTrouble', id }, after: { closedHow: 'closed', note: writtenText(note) } })
      return after
    },

    orgs: choosing(orgChoices),
    plans: choosing(planChoices),
    owners: choosing(adminChoices, enabled),
  })

async function found(db: Db, id: string, owner: string | null): Promise<PushTroubleRow> {
  const row = await queries.find(db, id, owner)
  if (!row) throw notFound()
  return row
}

/** @throws Problem with the current row if it is over, or another administrator has changed it */
async function changed(
  db: Db,
  { id }: PushTroubleRow,
  version: number,
  set: RawBuilder<unknown>,
): Promise<PushTroubleRow> {
  const isChanged = await queries.change(db, { id, version }, set)
  const row = await found(db, id, null)
  if (!isChanged) throw stale(row)
  return row
}
