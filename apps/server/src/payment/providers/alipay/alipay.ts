import { fenOfYuan, yuanOf } from '../../amount.ts'
import { askForFile, plainSubject, unknown } from '../../ask-provider.ts'
import { readAlipayBill } from '../../bill/alipay.ts'
import { chinaTime, readChinaTime } from '../../china-time.ts'
import type {
  BillDownload,
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
import { isSignedNotice, isVerifiedNotice } from '../../signed-notice.ts'
import { checkAlipay } from './check.ts'
import { AlipayClient, noBill } from './client.ts'
import { readAlipayNotice } from './notice.ts'

/** Alipay, by its gateway (version 1.0 of its calls, signed with RSA2). */
export const alipay: ProviderMaker = { open, check: checkAlipay }

const noTrade = 'ACQ.TRADE_NOT_EXIST'

function open(account: ProviderAccount, services: ProviderServices): PaymentProvider {
  const client = new AlipayClient(account, services)
  const { appId = '', sellerId = '' } = account.settings

  async function create(order: ProviderOrder): Promise<Created> {
    const { orderNo, amountFen, subject, notifyUrl, returnUrl, expiresAt, device } = order
    const content = {
      out_trade_no: orderNo,
      total_amount: yuanOf(amountFen),
      subject: plainSubject(subject),
      seller_id: sellerId,
      time_expire: chinaTime(expiresAt),
    }
    if (device === 'qr') {
      const answer = await client.call('alipay.trade.precreate', content, { notifyUrl })
      if (answer.outcome !== 'read') return answer
      const { out_trade_no, qr_code } = answer.value
      if (out_trade_no !== orderNo) return unknown('mismatch')
      if (typeof qr_code !== 'string' || qr_code === '' || qr_code.length > 1024) return unknown('form')
      return { outcome: 'created', pay: { kind: 'qr', value: qr_code } }
    }
    const sdk = await client.sdk()
    if (!sdk) return { ...unknown('keys'), notSent: true }
    const isMobile = device === 'mobile'
    // Nothing is sent: the person opens the signed address, and Alipay creates the order then.
    const value = sdk.pageExecute(isMobile ? 'alipay.trade.wap.pay' : 'alipay.trade.page.pay', 'GET', {
      ...client.common(),
      notify_url: notifyUrl,
      ...(returnUrl ? { return_url: returnUrl } : {}),
      biz_content: {
        ...content,
        product_code: isMobile ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
      },
    })
    return { outcome: 'created', pay: { kind: 'url', value } }
  }

  async function query(orderNo: string): Promise<Queried> {
    const answer = await client.call('alipay.trade.query', { out_trade_no: orderNo })
    if (answer.outcome === 'refused')
      return answer.code === noTrade ? { outcome: 'notFound' } : unknown('says', answer.message)
    if (answer.outcome !== 'read') return answer
    const { value } = answer
    if (value.out_trade_no !== orderNo) return unknown('mismatch')
    if (value.trade_status === 'WAIT_BUYER_PAY') return { outcome: 'unpaid' }
    if (value.trade_status === 'TRADE_CLOSED') return { outcome: 'closed' }
    if (value.trade_status !== 'TRADE_SUCCESS' && value.trade_status !== 'TRADE_FINISHED')
      return unknown('form')
    const amountFen = fenOfYuan(value.total_amount)
    const paidAt = readChinaTime(value.send_pay_date)
    if (amountFen === null) return unknown('amount')
    if (typeof value.trade_no !== 'string' || value.trade_no === '' || paidAt === null) return unknown('form')
    const currency = typeof value.trans_currency === 'string' ? value.trans_currency : 'CNY'
    return { outcome: 'paid', tradeNo: value.trade_no, amountFen, currency, appId, paidAt }
  }

  async function close(orderNo: string): Promise<Closed> {
    const answer = await client.call('alipay.trade.close', { out_trade_no: orderNo })
    if (answer.outcome === 'unknown') return answer
    if (answer.outcome === 'read' || answer.code === noTrade) return { outcome: 'closed' }
    // It is paid or closed already, or cannot be closed for another reason.
    const now = await query(orderNo)
    if (now.outcome === 'paid' || now.outcome === 'closed') return { outcome: now.outcome }
    return now.outcome === 'unknown' ? now : unknown('says', answer.message)
  }

  async function refund(asked: ProviderRefund): Promise<Refunded> {
    const { orderNo, refundNo, amountFen, reason } = asked
    const answer = await client.call('alipay.trade.refund', {
      out_trade_no: orderNo,
      trade_no: asked.tradeNo,
      out_request_no: refundNo,
      refund_amount: yuanOf(amountFen),
      refund_reason: plainSubject(reason),
    })
    if (answer.outcome !== 'read') return answer
    if (answer.value.out_trade_no !== orderNo) return unknown('mismatch')
    // Without it only the query tells, also when the refund was asked for before.
    if (answer.value.fund_change !== 'Y') return { outcome: 'pending' }
    return { outcome: 'refunded', refundedAt: readChinaTime(answer.value.gmt_refund_pay) }
  }

  async function queryRefund({
    orderNo,
    refundNo,
  }: Pick<ProviderRefund, 'orderNo' | 'refundNo'>): Promise<RefundQueried> {
    const answer = await client.call('alipay.trade.fastpay.refund.query', {
      out_trade_no: orderNo,
      out_request_no: refundNo,
      query_options: ['gmt_refund_pay'],
    })
    if (answer.outcome === 'refused')
      return answer.code === noTrade ? { outcome: 'notFound' } : unknown('says', answer.message)
    if (answer.outcome !== 'read') return answer
    const { value } = answer
    // An empty answer says that there is no such refund.
    if (value.refund_status === undefined && value.refund_amount === undefined) return { outcome: 'notFound' }
    if (value.out_request_no !== refundNo || value.out_trade_no !== orderNo) return unknown('mismatch')
    if (value.refund_status !== 'REFUND_SUCCESS') return { outcome: 'pending' }
    return { outcome: 'refunded', refundedAt: readChinaTime(value.gmt_refund_pay) }
  }

  async function downloadBill(day: string): Promise<BillDownload> {
    const answer = await client.call('alipay.data.dataservice.bill.downloadurl.query', {
      bill_type: 'trade',
      bill_date: day,
    })
    if (answer.outcome === 'refused' && answer.code === noBill) {
      // The bill of a day is there by the next day at noon.
      const noonAfter = Date.parse(`${day}T12:00:00+08:00`) + 24 * 3_600_000
      return { outcome: services.now().getTime() < noonAfter ? 'notReady' : 'empty' }
    }
    if (answer.outcome !== 'read') return answer
    const { bill_download_url: address } = answer.value
    if (typeof address !== 'string') return unknown('form')
    const file = await askForFile(account, services, { address })
    if (file.outcome !== 'file') return file
    return { outcome: 'bill', name: `alipay-${sellerId}-${day}.csv.zip`, bytes: once(file.bytes) }
  }

  return {
    kind: 'alipay',
    can: { query: true, close: true, refund: true, bill: true, callback: true },
    create,
    query,
    close,
    refund,
    queryRefund,
    downloadBill,
    async readCallback(callback) {
      const verifiers = await client.verifiers()
      const reads = verifiers.map((verifier) => ({
        verifier,
        read: readAlipayNotice(verifier.sdk, callback, { appId, sellerId }),
      }))
      const fit = reads.find(({ read }) => isSignedNotice(read)) ?? reads[0]
      if (!fit) return unknown('keys')
      if (isVerifiedNotice(fit.read)) await client.note(fit.verifier)
      return fit.read
    },
    answer: (ok) => ({ status: 200, contentType: 'text/plain', body: ok ? 'success' : 'fail' }),
    parseBill: readAlipayBill,
    async tryIt() {
      const answer = await client.call('alipay.trade.query', { out_trade_no: 'kabao-try' })
      if (answer.outcome === 'refused' && answer.code === noTrade) return { outcome: 'ok' }
      return answer.outcome === 'read' ? { outcome: 'ok' } : answer
    },
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes
}
