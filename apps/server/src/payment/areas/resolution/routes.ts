import { resolution } from '@kabao/contract/resolution'
import { sql } from 'kysely'
import type { Caller } from '#access/caller'
import { ownerOf } from '#access/scope'
import { serve } from '#http/serve'
import { choosing } from '../../choices/answer.ts'
import { adminChoices } from '../../choices/sources.ts'
import { exporting } from '../../exports/request.ts'
import { countByState } from '../../machines/counts.ts'
import { machineRoutes } from '../../machines/routes.ts'
import { reviewSeveral } from '../../review/several.ts'
import type { Services } from '../../services.ts'
import { resolutionExport } from './export.ts'
import { fileResolution } from './file.ts'
import { entity } from './machine.ts'
import { findPageOfResolutions } from './queries.ts'

export const resolutionRoutes = (services: Services) => {
  const finding = (caller: Caller) => ({ ...services, owner: ownerOf(caller), adminId: caller.adminId })
  return serve(
    resolution,
    {
      page: ({ db, body, caller }) => findPageOfResolutions(db, body, finding(caller)),

      export: exporting(services, resolutionExport),

      counts: ({ db, caller }) => countByState(db, entity, ownerOf(caller)),

      get: ({ db, params, caller }) => entity.show(db, params.id, finding(caller)),

      create: async ({ db, body, caller, audit }) => {
        const { adminId, name } = caller
        const id = await fileResolution(db, body, { adminId, name, owner: ownerOf(caller) })
        const row = await entity.show(db, id, finding(caller))
        const { status, kind, suspenseId, refundId, targetOrderId, amountFen, reason, reference } = row
        audit({
          target: { kind: 'paymentResolution', id },
          after: { status, kind, suspenseId, refundId, targetOrderId, amountFen, reason, reference },
        })
        return row
      },

      ...machineRoutes(services, entity),

      rejectMany: reviewSeveral(entity, 'reject'),

      filers: choosing(adminChoices, () => hasFiled),
    },
    {
      payment_resolution_voucher_file_id_fkey: { field: 'voucherFileId', problem: 'noSuchFile' },
      payment_resolution_target_order_id_fkey: { field: 'targetOrderId', problem: 'noSuchOrder' },
    },
  )
}

const hasFiled = sql`exists (select from payment_resolution r where r.created_by = t.id)`
