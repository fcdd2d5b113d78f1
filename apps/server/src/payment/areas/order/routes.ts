import { codes } from '@kabao/contract'
import { maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { type OrderDetail, order } from '@kabao/contract/payment/payment-order'
import { notFound, Problem } from '#platform/base/problem'
import { acting, actingOnSeveral, counting } from '#platform/batches/request'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { channelChoices } from '#platform/choices/sources'
import type { Db } from '#platform/db/client'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { findCallbacks } from '../../kept-callbacks.ts'
import { resendNotice } from '../../notices.ts'
import { lockOrder } from '../../orders.ts'
import { readRefund } from '../../refund-end.ts'
import { askAgain, askNow, askRefund, NothingLeft } from '../../refunds.ts'
import { askOrders, notifyOrders } from './batch.ts'
import { orderExport } from './export.ts'
import { fileRefund, isRefundWaiting } from './guarded.ts'
import { findAttempts, findNotices, findRefunds, orderOf } from './parts.ts'
import * as queries from './queries.ts'

export function orderRoutes(services: Services) {
  const { vault, settings } = services
  const show = async (db: Db, id: string | null, owner: queries.Owner): Promise<OrderDetail> => {
    const row = id === null ? undefined : await queries.find(db, id, owner)
    if (!row) throw notFound()
    return {
      ...showRow(row),
      isWaiting: await isRefundWaiting(db, row.id),
      attempts: await findAttempts(db, row.id),
      callbacks: await findCallbacks(db, vault, { orderId: row.id }),
      refunds: await findRefunds(db, row.id),
      notices: await findNotices(db, row.id),
    }
  }
  const askMany = actingOnSeveral(services, askOrders, {})
  return serve(order, {
    page: async ({ db, body, caller }) => {
      const page = await queries.findPageOfOrders(db, body, ownerOf(caller))
      return { ...page, records: page.records.map(showRow) }
    },

    export: exporting(services, orderExport),

    get: ({ db, params, caller }) => show(db, params.id, ownerOf(caller)),

    refund: async ({ db, params: { id }, body: { amountFen, reason }, caller, audit }) => {
      const owner = ownerOf(caller)
      const seen = await queries.find(db, id, owner)
      // The lock makes refunds at once be added up.
      const locked = seen && (await lockOrder(db, id))
      if (!seen || !locked) throw notFound()
      const { paidFen, refundedFen, refundingFen, paidAt } = locked
      if (
        paidAt !== null &&
        refundedFen + refundingFen + amountFen > settings.get('payment.refundAloneFen')
      ) {
        const restFen = paidFen - refundedFen - refundingFen
        if (amountFen > restFen) throw aboveRest(restFen)
        await fileRefund({ db, services, caller, audit }, seen, { amountFen, reason })
        return show(db, id, owner)
      }
      const asked = await askRefund(db, { orderId: id, amountFen, reason, by: caller.adminId })
      if ('refusal' in asked) {
        if (asked.refusal === 'notPaid') throw new Problem(codes.conflict, 'conflict')
        throw aboveRest(asked.restFen)
      }
      audit({ target: { kind: 'order', id }, after: { refundId: asked.id, amountFen } })
      return show(db, id, owner)
    },

    refundAgain: async ({ db, params, caller, audit }) => {
      const owner = ownerOf(caller)
      const id = await orderOf(db, 'payment_refund', params.id)
      if (id === null || !(await queries.find(db, id, owner))) throw notFound()
      const { status } = (await readRefund(db, params.id)) ?? {}
      if (status === 'waiting' || status === 'pending') {
        if (!(await askNow(db, params.id))) throw new Problem(codes.conflict, 'refundBeingAsked')
        audit({ target: { kind: 'order', id }, after: { refundId: params.id } })
        return show(db, id, owner)
      }
      const isAsked = await askAgain(db, params.id, caller.adminId).catch((error: unknown) => {
        if (error instanceof NothingLeft) return false
        throw error
      })
      if (!isAsked) throw new Problem(codes.conflict, 'conflict')
      audit({ target: { kind: 'order', id }, after: { refundId: params.id } })
      return show(db, id, owner)
    },

    notify: async ({ db, params, caller, audit }) => {
      const owner = ownerOf(caller)
      const id = await orderOf(db, 'payment_notice', params.id)
      if (id === null || !(await queries.find(db, id, owner))) throw notFound()
      await resendNotice(db, params.id)
      audit({ target: { kind: 'order', id }, after: { noticeId: params.id } })
      return show(db, id, owner)
    },

    notifyMany: actingOnSeveral(services, notifyOrders, {}),
    notifyCount: counting(services, notifyOrders),
    notifyMatching: acting(services, notifyOrders),

    ask: async ({ db, params: { id }, caller, audit }) => {
      const owner = ownerOf(caller)
      if (!(await queries.find(db, id, owner))) throw notFound()
      const { done } = await askMany({ db, caller, audit, body: { ids: [id] } })
      if (done === 0) throw new Problem(codes.conflict, 'notAskable')
      return show(db, id, owner)
    },

    askMany,
    askCount: counting(services, askOrders),
    askMatching: acting(services, askOrders),

    channels: choosing(channelChoices),
  })
}

const aboveRest = (restFen: number) =>
  new Problem(codes.invalid, 'invalid', {
    fields: { amountFen: 'aboveRest' },
    values: { rest: (restFen / 100).toFixed(2) },
  })

/** An order as lists show it, personal data masked. */
const showRow = ({ phone, name, ...row }: queries.StoredRow): queries.StoredRow => ({
  ...row,
  phone: phone && maskPhone(phone),
  name: name && maskName(name),
})
