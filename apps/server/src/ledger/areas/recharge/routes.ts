import { recharge } from '@kabao/contract/ledger/recharge'
import { sql } from 'kysely'
import { notFound } from '#platform/base/problem'
import { choosing } from '#platform/choices/answer'
import { adminChoices, orgChoices } from '#platform/choices/sources'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import { countByState } from '#platform/machines/counts'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
import { reviewSeveral } from '../../review/several.ts'
import { findBalance, findLow } from './balance.ts'
import { rechargeExport } from './export.ts'
import { fileRecharge } from './file.ts'
import { entity } from './machine.ts'
import { findPageOfRecharges } from './queries.ts'

export const rechargeRoutes = (services: Services) => {
  const finding = ({ adminId }: { adminId: string }) => ({ ...services, owner: null, adminId })
  return serve(
    recharge,
    {
      page: ({ db, body, caller }) => findPageOfRecharges(db, body, caller.adminId),

      export: exporting(services, rechargeExport),

      counts: ({ db }) => countByState(db, entity, null),

      low: ({ db }) => findLow(db),

      balance: async ({ db, params }) => {
        const balance = await findBalance(db, params.id)
        if (!balance) throw notFound()
        return balance
      },

      get: ({ db, params, caller }) => entity.show(db, params.id, finding(caller)),

      create: async ({ db, body, caller, audit }) => {
        const id = await fileRecharge(db, body, caller)
        const row = await entity.show(db, id, finding(caller))
        const { status, orgId, way, amountFen, voucherFileId, reason } = row
        const after = { status, orgId, way, amountFen, voucherFileId, reason }
        audit({ target: { kind: 'recharge', id }, after })
        return row
      },

      ...machineRoutes(services, entity),

      rejectMany: reviewSeveral(entity, 'reject'),

      orgs: choosing(orgChoices),
      filers: choosing(adminChoices, () => hasFiled),
    },
    {
      recharge_org_id_fkey: { field: 'orgId', problem: 'noSuchAccount' },
      recharge_voucher_file_id_fkey: { field: 'voucherFileId', problem: 'noSuchFile' },
    },
  )
}

const hasFiled = sql`exists (select from recharge r where r.created_by = t.id)`
