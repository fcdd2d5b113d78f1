import { codes } from '@kabao/contract'
import { settlement } from '@kabao/contract/ledger/settlement'
import { settlementMachine } from '@kabao/contract/ledger/settlement-machine'
import { notFound, Problem } from '#platform/base/problem'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { channelChoices } from '#platform/choices/sources'
import { changeRow } from '#platform/crud/change-row'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import { countByState } from '#platform/machines/counts'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
import { businessClock } from '#platform/settings/business-clock'
import { draftSettlement } from '../../channel-cost/draft.ts'
import { resultExport, settlementExport } from './export.ts'
import { entity } from './machine.ts'
import * as queries from './queries.ts'
import { claimVoucher } from './voucher.ts'

export function settlementRoutes(services: Services) {
  const { settings } = services
  return serve(settlement, {
    page: ({ db, body, caller }) =>
      queries.findPageOfSettlements(db, body, { owner: ownerOf(caller), adminId: caller.adminId }),

    counts: ({ db, caller }) => countByState(db, entity, ownerOf(caller)),

    get: async ({ db, params: { id }, caller }) => {
      const row = await queries.find(db, id, { owner: ownerOf(caller), adminId: caller.adminId })
      if (!row) throw notFound()
      return { ...row, lines: await queries.findLines(db, id) }
    },

    results: async ({ db, body, caller }) => {
      const of = await queries.findCoverage(db, body.settlementId, ownerOf(caller))
      if (!of) throw notFound()
      return queries.findPageOfResults(db, of, body)
    },

    export: exporting(services, settlementExport),
    exportResults: exporting(services, resultExport),

    create: async ({ db, body: { channelId, toDay }, caller, audit }) => {
      const owner = ownerOf(caller)
      const { adminId } = caller
      if (!(await queries.isChannelOf(db, channelId, owner))) throw notFound()
      const id = await draftSettlement(db, businessClock(settings), { channelId, toDay, by: adminId })
      const row = await entity.show(db, id, { ...services, owner, adminId })
      const { status, fromDay, amountFen } = row
      audit({ target: { kind: 'settlement', id }, after: { status, channelId, fromDay, toDay, amountFen } })
      return row
    },

    ...machineRoutes(services, entity),

    voucher: async ({ db, params: { id }, body: { version, voucherFileId }, caller, audit }) => {
      const owner = ownerOf(caller)
      const { adminId } = caller
      const show = () => entity.show(db, id, { ...services, owner, adminId })
      const { before, after } = await changeRow(
        db,
        'settlement',
        { id, version },
        {
          show,
          by: adminId,
          where: queries.ofOwner(owner),
          change: async (_, { status }) => {
            if (status !== 'confirmed')
              throw new Problem(codes.conflict, 'wrongState', {
                texts: {
                  state: settlementMachine.states[status].words,
                  act: settlement.voucher.summary,
                },
              })
            await claimVoucher(db, id, voucherFileId, adminId)
            return { voucherFileId }
          },
        },
      )
      audit({
        target: { kind: 'settlement', id },
        before: { voucherFileId: before.voucherFileId },
        after: { voucherFileId: after.voucherFileId },
      })
      return after
    },

    channels: choosing(channelChoices),
  })
}
