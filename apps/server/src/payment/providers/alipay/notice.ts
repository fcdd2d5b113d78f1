import type { AlipaySdk } from 'alipay-sdk'
import { isUnclearPair } from '#partners'
import { fenOfYuan } from '../../amount.ts'
import { readChinaTime } from '../../china-time.ts'
import type { CallbackRead, Notice, ProviderCallback } from '../../provider.ts'

const wrong = (reason: (CallbackRead & { outcome: 'wrong' })['reason']): CallbackRead => ({
  outcome: 'wrong',
  reason,
})

const statuses: Record<string, 'paid' | 'unpaid' | 'closed'> = {
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  WAIT_BUYER_PAY: 'unpaid',
  TRADE_CLOSED: 'closed',
}

/** Reads an asynchronous notice of Alipay: a form whose pairs are signed with RSA and SHA-256. */
export function readAlipayNotice(
  sdk: AlipaySdk,
  { rawBody }: ProviderCallback,
  { appId, sellerId }: { appId: string; sellerId: string },
): CallbackRead {
  const pairs = pairsOf(rawBody)
  if (pairs === null) return wrong('form')
  // Otherwise the sender could choose SHA-1.
  if (!pairs.sign || (pairs.sign_type !== undefined && pairs.sign_type !== 'RSA2')) return wrong('signature')
  if (!isSigned(sdk, pairs)) return wrong('signature')
  if (pairs.app_id !== appId || (pairs.seller_id ?? '') !== sellerId) return wrong('application')
  return noticeOf(pairs, appId, sellerId)
}

/**
 * Null if there is no order, or if what is signed could be read otherwise: a name that is there twice could be signed with one value and
 * read with the other, and a value that holds a joint could be split into other pairs.
 */
function pairsOf(rawBody: Buffer): Record<string, string> | null {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(rawBody)
  } catch {
    return null
  }
  const pairs: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in pairs || isUnclearPair([name, value])) return null
    pairs[name] = value
  }
  return pairs.out_trade_no === undefined ? null : pairs
}

function isSigned(sdk: AlipaySdk, pairs: Record<string, string>): boolean {
  try {
    return sdk.checkNotifySignV2({ ...pairs })
  } catch {
    return false
  }
}

function noticeOf(pairs: Record<string, string>, appId: string, sellerId: string): CallbackRead {
  const status = statuses[pairs.trade_status ?? '']
  const { out_trade_no: orderNo = '', trade_no: tradeNo = '' } = pairs
  const common = { orderNo, tradeNo, appId, merchantNo: sellerId, currency: pairs.trans_currency || 'CNY' }
  if (!status || orderNo === '' || tradeNo === '') return wrong('form')
  // A refund is told under the status of its payment; `refund_fee` is the sum of all refunds so far.
  if (pairs.refund_fee !== undefined && Number(pairs.refund_fee) > 0) {
    const refundedAt = readChinaTime(pairs.gmt_refund)
    const notice: Notice = {
      ...common,
      kind: 'refund',
      status: 'refunded',
      refundNo: pairs.out_biz_no ?? '',
      amountFen: null,
      refundedAt,
    }
    return { outcome: 'verified', notice }
  }
  const amountFen = fenOfYuan(pairs.total_amount)
  if (amountFen === null) return wrong('amount')
  const paidAt = status === 'paid' ? readChinaTime(pairs.gmt_payment) : null
  if (status === 'paid' && paidAt === null) return wrong('form')
  return { outcome: 'verified', notice: { ...common, kind: 'payment', status, amountFen, paidAt } }
}
