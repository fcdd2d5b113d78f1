import { adjustment } from '@kabao/contract/ledger/adjustment'
import { sql } from 'kysely'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { adminChoices, channelChoices, orgChoices } from '#platform/choices/sources'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import { countByState } from '#platform/machines/counts'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
import { reviewSeveral } from '../../review/several.ts'
import { adjustmentExport } from './export.ts'
import { fileAdjustment } from './file.ts'
import { entity } from './machine.ts'
import { findPageOfAdjustments } from './queries.ts'

export const adjustmentRoutes = (services: Services) => {
  const reader = (caller: Caller) => ({ adminId: caller.adminId, owner: ownerOf(caller) })
  return serve(
    adjustment,
    {
      page: ({ db, body, caller }) => findPageOfAdjustments(db, body, reader(caller)),

      export: exporting(services, adjustmentExport),

      counts: ({ db, caller }) => countByState(db, entity, ownerOf(caller)),

      get: ({ db, params, caller }) => entity.show(db, params.id, { ...services, ...reader(caller) }),

      create: async ({ db, body, caller, audit }) => {
        const id = await fileAdjustment(db, body, {
          ...reader(caller),
          name: caller.name,
        })
        const row = await entity.show(db, id, { ...services, ...reader(caller) })
        const { status, kind, orgId, channelId, amountFen, linkKind, linkId, reason } = row
        const after = { status, kind, orgId, channelId, amountFen, linkKind, linkId, reason }
        audit({ target: { kind: 'adjustment', id }, after })
        return row
      },

      ...machineRoutes(services, entity),

      rejectMany: reviewSeveral(entity, 'reject'),

      orgs: choosing(orgChoices),
      channels: choosing(channelChoices),
      filers: choosing(adminChoices, () => hasFiled),
    },
    {
      adjustment_reversal_key: { field: 'linkId', problem: 'alreadyReversed' },
      adjustment_org_id_fkey: { field: 'orgId', problem: 'noSuchAccount' },
      adjustment_channel_id_fkey: { field: 'channelId', problem: 'noSuchAccount' },
    },
  )
}

const hasFiled = sql`exists (select from adjustment a where a.created_by = t.id)`
