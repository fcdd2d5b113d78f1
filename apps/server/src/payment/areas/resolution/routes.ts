import { resolution } from '@kabao/contract/payment/resolution'
import { sql } from 'kysely'
import { reviewSeveral } from '#ledger'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { adminChoices } from '#platform/choices/sources'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import { countByState } from '#platform/machines/counts'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
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
