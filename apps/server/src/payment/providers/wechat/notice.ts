import * as z from 'zod'
import { fenOf } from '../../amount.ts'
import { unknown } from '../../ask-provider.ts'
import { readInstant } from '../../china-time.ts'
import type { CallbackRead, ProviderAccount, ProviderCallback } from '../../provider.ts'
import { jsonOf, sealedSchema, signatureHeaders, type WechatClient } from './client.ts'

const outer = z.object({ event_type: z.string().max(64), resource: sealedSchema })
const number = z.string().regex(/^[\w*|-]{1,64}$/)
const amounts = z.object({
  total: z.unknown().optional(),
  refund: z.unknown().optional(),
  currency: z.string().max(8).optional(),
})
const inner = z.object({
  appid: z.string().optional(),
  mchid: z.string(),
  out_trade_no: number,
  transaction_id: number.optional().default(''),
  trade_state: z.string().optional(),
  success_time: z.string().optional(),
  out_refund_no: number.optional(),
  refund_status: z.string().optional(),
  amount: amounts,
})
type Inner = z.output<typeof inner>

const paymentStatuses: Record<string, 'paid' | 'unpaid' | 'closed' | 'failed'> = {
  SUCCESS: 'paid',
  REFUND: 'paid',
  NOTPAY: 'unpaid',
  USERPAYING: 'unpaid',
  CLOSED: 'closed',
  REVOKED: 'closed',
  PAYERROR: 'failed',
}
/** `ABNORMAL`: the money is not back yet and WeChat Pay waits for what the merchant decides. */
const refundStatuses: Record<string, 'refunded' | 'pending' | 'refused'> = {
  SUCCESS: 'refunded',
  PROCESSING: 'pending',
  ABNORMAL: 'pending',
  CLOSED: 'refused',
}

const wrong = (reason: (CallbackRead & { outcome: 'wrong' })['reason']): CallbackRead => ({
  outcome: 'wrong',
  reason,
})

/** Reads a notice of WeChat Pay: signed over its raw body, with the payment or the refund encrypted in it. */
export async function readWechatNotice(
  client: WechatClient,
  { settings }: Pick<ProviderAccount, 'settings'>,
  { rawBody, headers }: ProviderCallback,
): Promise<CallbackRead> {
  const signed = signatureHeaders(headers)
  if (!signed) return wrong('signature')
  const { verdict, ids } = await client.verify(signed, rawBody)
  if (verdict === 'unreachable') return unknown('key')
  if (verdict !== 'right') return wrong(verdict)
  const envelope = outer.safeParse(jsonOf(rawBody.toString('utf8')))
  if (!envelope.success) return wrong('form')
  const opened = client.unsealed(envelope.data.resource)
  if (opened === null) return wrong('sealed')
  const read = inner.safeParse(jsonOf(opened.plain))
  if (!read.success) return wrong('form')
  if (read.data.mchid !== settings.merchantNo) return wrong('application')
  await client.note([...ids, ...opened.ids])
  const isRefund = envelope.data.event_type.startsWith('REFUND.')
  return isRefund ? refundOf(read.data, settings.appId ?? '') : paymentOf(read.data, settings.appId ?? '')
}

function paymentOf(read: Inner, appId: string): CallbackRead {
  const { out_trade_no: orderNo, transaction_id: tradeNo, mchid: merchantNo, amount } = read
  if (read.appid !== appId) return wrong('application')
  const status = paymentStatuses[read.trade_state ?? '']
  if (!status) return wrong('form')
  const amountFen = fenOf(amount.total)
  if (amountFen === null) return wrong('amount')
  const paidAt = status === 'paid' ? readInstant(read.success_time) : null
  if (status === 'paid' && (paidAt === null || tradeNo === '')) return wrong('form')
  const currency = amount.currency ?? 'CNY'
  return {
    outcome: 'verified',
    notice: {
      kind: 'payment',
      status,
      orderNo,
      tradeNo,
      amountFen,
      currency,
      appId,
      merchantNo,
      paidAt,
    },
  }
}

function refundOf(read: Inner, appId: string): CallbackRead {
  const { out_trade_no: orderNo, transaction_id: tradeNo, mchid: merchantNo, out_refund_no: refundNo } = read
  const status = refundStatuses[read.refund_status ?? '']
  if (!status || refundNo === undefined) return wrong('form')
  const amountFen = fenOf(read.amount.refund)
  if (amountFen === null) return wrong('amount')
  const refundedAt = status === 'refunded' ? readInstant(read.success_time) : null
  const currency = read.amount.currency ?? 'CNY'
  return {
    outcome: 'verified',
    notice: {
      kind: 'refund',
      status,
      orderNo,
      tradeNo,
      refundNo,
      amountFen,
      currency,
      appId,
      merchantNo,
      refundedAt,
    },
  }
}
