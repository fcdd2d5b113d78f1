import * as z from 'zod'
import { fenOf } from '../../amount.ts'
import { plainSubject, unknown } from '../../ask-provider.ts'
import { readWechatBill } from '../../bill/wechat.ts'
import { chinaInstant, readInstant } from '../../china-time.ts'
import type {
  Closed,
  Created,
  PaymentProvider,
  ProviderAccount,
  ProviderMaker,
  ProviderOrder,
  ProviderRefund,
  ProviderServices,
  Queried,
  Refunded,
  RefundQueried,
} from '../../provider.ts'
import { fetchWechatBill } from './bill.ts'
import { checkWechat } from './check.ts'
import { WechatClient } from './client.ts'
import { readWechatNotice } from './notice.ts'

/** WeChat Pay, API v3, as a merchant of its own. */
export const wechat: ProviderMaker = { open, check: checkWechat }

const native = z.object({ code_url: z.string().min(1).max(1024) })
const h5 = z.object({ h5_url: z.url().max(1024) })
const nothing = z.unknown()
const order = z.object({
  appid: z.string().optional(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().max(64).optional(),
  trade_state: z.string(),
  success_time: z.string().optional(),
  amount: z.object({ total: z.unknown().optional(), currency: z.string().optional() }).optional(),
})
const refunded = z.object({
  out_refund_no: z.string(),
  out_trade_no: z.string(),
  status: z.string(),
  success_time: z.string().optional(),
})

const isNotFound = (code: string) => /^(ORDER_?NOT_?EXIST|RESOURCE_NOT_EXISTS?|NOT_FOUND)$/.test(code)

function open(account: ProviderAccount, services: ProviderServices): PaymentProvider {
  const client = new WechatClient(account, services)
  const { appId = '', merchantNo = '' } = account.settings

  async function create(asked: ProviderOrder): Promise<Created> {
    const { orderNo, amountFen, subject, notifyUrl, expiresAt, device, clientIp } = asked
    const content = {
      appid: appId,
      mchid: merchantNo,
      description: plainSubject(subject),
      out_trade_no: orderNo,
      time_expire: chinaInstant(expiresAt),
      notify_url: notifyUrl,
      amount: { total: amountFen, currency: 'CNY' },
    }
    // A page in a mobile browser opens the app; it needs the address of who pays.
    if (device === 'mobile' && clientIp !== undefined) {
      const scene_info = { payer_client_ip: clientIp, h5_info: { type: 'Wap' } }
      const answer = await client.call('POST', '/v3/pay/transactions/h5', { ...content, scene_info }, h5)
      if (answer.outcome !== 'read') return answer
      return { outcome: 'created', pay: { kind: 'url', value: withReturn(answer.value.h5_url, asked) } }
    }
    const answer = await client.call('POST', '/v3/pay/transactions/native', content, native)
    if (answer.outcome !== 'read') return answer
    return { outcome: 'created', pay: { kind: 'qr', value: answer.value.code_url } }
  }

  const path = (orderNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(orderNo)}`

  async function query(orderNo: string): Promise<Queried> {
    const answer = await client.call('GET', `${path(orderNo)}?mchid=${merchantNo}`, null, order)
    if (answer.outcome === 'refused')
      return isNotFound(answer.code) ? { outcome: 'notFound' } : unknown('says', answer.message)
    if (answer.outcome !== 'read') return answer
    const { value } = answer
    if (value.out_trade_no !== orderNo || value.mchid !== merchantNo) return unknown('mismatch')
    if (
      value.trade_state === 'NOTPAY' ||
      value.trade_state === 'USERPAYING' ||
      value.trade_state === 'PAYERROR'
    )
      return { outcome: 'unpaid' }
    if (value.trade_state === 'CLOSED' || value.trade_state === 'REVOKED') return { outcome: 'closed' }
    // `REFUND`: it was paid, and a part or all of it was given back.
    if (value.trade_state !== 'SUCCESS' && value.trade_state !== 'REFUND') return unknown('form')
    if (value.appid !== appId) return unknown('mismatch')
    const amountFen = fenOf(value.amount?.total)
    if (amountFen === null) return unknown('amount')
    const paidAt = readInstant(value.success_time)
    if (!value.transaction_id || paidAt === null) return unknown('form')
    const currency = value.amount?.currency ?? 'CNY'
    return { outcome: 'paid', tradeNo: value.transaction_id, amountFen, currency, appId, paidAt }
  }

  async function close(orderNo: string): Promise<Closed> {
    const answer = await client.call('POST', `${path(orderNo)}/close`, { mchid: merchantNo }, nothing)
    if (answer.outcome === 'unknown') return answer
    if (answer.outcome === 'read' || isNotFound(answer.code)) return { outcome: 'closed' }
    // It is paid or closed already, or cannot be closed for another reason.
    const now = await query(orderNo)
    if (now.outcome === 'paid' || now.outcome === 'closed') return { outcome: now.outcome }
    return now.outcome === 'unknown' ? now : unknown('says', answer.message)
  }

  function read(value: z.output<typeof refunded>, orderNo: string, refundNo: string): Refunded {
    if (value.out_refund_no !== refundNo || value.out_trade_no !== orderNo) return unknown('mismatch')
    if (value.status === 'SUCCESS')
      return { outcome: 'refunded', refundedAt: readInstant(value.success_time) }
    if (value.status === 'CLOSED') return { outcome: 'refused', code: 'CLOSED', message: '' }
    // `ABNORMAL`: the money waits until the merchant says where it goes, so it may still arrive.
    return value.status === 'PROCESSING' || value.status === 'ABNORMAL'
      ? { outcome: 'pending' }
      : unknown('form')
  }

  async function refund(asked: ProviderRefund): Promise<Refunded> {
    const { orderNo, tradeNo, refundNo, amountFen, totalFen, reason, notifyUrl } = asked
    const content = {
      transaction_id: tradeNo,
      out_refund_no: refundNo,
      reason: plainSubject(reason),
      ...(notifyUrl ? { notify_url: notifyUrl } : {}),
      amount: { refund: amountFen, total: totalFen, currency: 'CNY' },
    }
    const answer = await client.call('POST', '/v3/refund/domestic/refunds', content, refunded)
    return answer.outcome === 'read' ? read(answer.value, orderNo, refundNo) : answer
  }

  async function queryRefund({
    orderNo,
    refundNo,
  }: Pick<ProviderRefund, 'orderNo' | 'refundNo'>): Promise<RefundQueried> {
    const path = `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`
    const answer = await client.call('GET', path, null, refunded)
    if (answer.outcome === 'refused')
      return isNotFound(answer.code) ? { outcome: 'notFound' } : unknown('says', answer.message)
    return answer.outcome === 'read' ? read(answer.value, orderNo, refundNo) : answer
  }

  return {
    kind: 'wechat',
    can: { query: true, close: true, refund: true, bill: true, callback: true },
    create,
    query,
    close,
    refund,
    queryRefund,
    readCallback: (callback) => readWechatNotice(client, account, callback),
    answer: (ok) =>
      ok
        ? { status: 200, contentType: 'application/json', body: '{"code":"SUCCESS"}' }
        : { status: 500, contentType: 'application/json', body: '{"code":"FAIL","message":"again"}' },
    downloadBill: (day) => fetchWechatBill(client, account, services, day),
    parseBill: readWechatBill,
    async tryIt() {
      const answer = await client.call('GET', `${path('kabao-try')}?mchid=${merchantNo}`, null, order)
      if (answer.outcome === 'refused' && isNotFound(answer.code)) return { outcome: 'ok' }
      return answer.outcome === 'read' ? { outcome: 'ok' } : answer
    },
  }
}

/** Where the app sends the person back to. */
function withReturn(address: string, { returnUrl }: ProviderOrder): string {
  if (!returnUrl) return address
  const url = new URL(address)
  url.searchParams.set('redirect_url', returnUrl)
  return url.href
}
