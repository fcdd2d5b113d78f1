import type { PaymentTemplate } from '@kabao/contract/payment/payment-template'
import { type Secrets, textAt } from '#partners'
import type { CallbackRead, ProviderCallback } from '../../provider.ts'
import { bodyOf, isSigned, outcomeOf, type ReadValues, valuesOf } from './read.ts'

const wrong = (reason: (CallbackRead & { outcome: 'wrong' })['reason']): CallbackRead => ({
  outcome: 'wrong',
  reason,
})

/** Reads a notice as a template says. */
export function readTemplatedNotice(
  { callback }: PaymentTemplate,
  secrets: Secrets,
  merchantNo: string,
  { rawBody, headers }: ProviderCallback,
): CallbackRead {
  if (callback === null) return wrong('noCallback')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(rawBody)
  } catch {
    return wrong('form')
  }
  const { format, verify, values, outcomes, refund } = callback
  const value = bodyOf(text, format, null, secrets)
  if (value === null) return wrong('form')
  if (!isSigned(verify, text, format, headers, secrets)) return wrong('signature')
  const read = valuesOf(values, value)
  if (read.merchantNo !== merchantNo) return wrong('application')
  const outcome = outcomeOf(outcomes, value)
  const isRefund = refund !== null && (textAt(value, refund) ?? '') !== ''
  if (outcome === null || read.orderNo === null) return wrong('form')
  if (read.amountFen === null) return wrong('amount')
  return isRefund ? refundOf(read, outcome, merchantNo) : paymentOf(read, outcome, merchantNo)
}

const commonOf = ({ orderNo, currency, appId }: ReadValues, merchantNo: string) => ({
  orderNo: orderNo ?? '',
  currency,
  appId: appId ?? '',
  merchantNo,
})

function paymentOf(read: ReadValues, status: string, merchantNo: string): CallbackRead {
  const { tradeNo, amountFen, at } = read
  if (status !== 'paid' && status !== 'unpaid' && status !== 'closed' && status !== 'failed')
    return wrong('form')
  if (amountFen === null || (status === 'paid' && (tradeNo === null || at === null))) return wrong('form')
  const paidAt = status === 'paid' ? at : null
  const notice = { ...commonOf(read, merchantNo), kind: 'payment', status, amountFen, paidAt } as const
  return { outcome: 'verified', notice: { ...notice, tradeNo: tradeNo ?? '' } }
}

function refundOf(read: ReadValues, status: string, merchantNo: string): CallbackRead {
  const { tradeNo, refundNo, amountFen, at } = read
  if (status !== 'refunded' && status !== 'pending' && status !== 'refused') return wrong('form')
  if (refundNo === null) return wrong('form')
  const refundedAt = status === 'refunded' ? at : null
  const notice = {
    ...commonOf(read, merchantNo),
    kind: 'refund',
    status,
    refundNo,
    amountFen,
    refundedAt,
  } as const
  return { outcome: 'verified', notice: { ...notice, tradeNo: tradeNo ?? '' } }
}
