import { createPublicKey, createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { type Fault, isBroken, listen } from './stand-in.ts'

export const alipayIds = { appId: '2021000000000001', sellerId: '2088000000000001' }

const pem = { type: 'pkcs8', format: 'pem' } as const

/** The keys of an application and of Alipay, made anew in each run. */
export function alipayKeys() {
  const app = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const alipay = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    appPrivate: app.privateKey.export(pem) as string,
    alipayPrivate: alipay.privateKey.export(pem) as string,
    alipayPublic: alipay.publicKey.export({ type: 'spki', format: 'pem' }) as string,
  }
}
export type AlipayKeys = ReturnType<typeof alipayKeys>

interface Order {
  amount: string
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED'
  refunds: Map<string, string>
}

/** What a pair of Alipay is signed over: the sorted pairs, joined. */
const signedText = (pairs: Record<string, string>, without: string[]) =>
  Object.keys(pairs)
    .filter((name) => !without.includes(name) && pairs[name] !== '')
    .sort()
    .map((name) => `${name}=${pairs[name]}`)
    .join('&')

/** A notice as Alipay sends it. */
export function alipayNotice(
  keys: AlipayKeys,
  pairs: Record<string, string>,
  { algorithm = 'RSA-SHA256', signType = 'RSA2' } = {},
): Buffer {
  const sign = createSign(algorithm)
    .update(signedText(pairs, ['sign', 'sign_type']))
    .sign(keys.alipayPrivate, 'base64')
  return Buffer.from(new URLSearchParams({ ...pairs, sign, sign_type: signType }).toString())
}

/** The pairs of a notice that an order was paid. */
export const paidPairs = (orderNo: string, more: Record<string, string> = {}) => ({
  app_id: alipayIds.appId,
  seller_id: alipayIds.sellerId,
  charset: 'utf-8',
  version: '1.0',
  notify_type: 'trade_status_sync',
  notify_id: 'n1',
  notify_time: '2026-03-01 10:00:10',
  out_trade_no: orderNo,
  trade_no: '2026030122001400001',
  trade_status: 'TRADE_SUCCESS',
  total_amount: '12.34',
  subject: '卡包 100% + = &',
  gmt_payment: '2026-03-01 10:00:05',
  ...more,
})

/**
 * Alipay's gateway as its documents describe it, written with Node's crypto alone: it verifies what it gets by the published rules, and
 * signs its answers.
 */
export async function startAlipay(keys: AlipayKeys) {
  const orders = new Map<string, Order>()
  const state = { fault: 'none' as Fault, calls: [] as string[], bill: null as Buffer | null, added: '' }
  const appPublic = createPublicKey(keys.appPrivate)

  const { host, stop } = await listen(({ path, body }, response) => {
    if (path.startsWith('/bill')) return void response.end(state.bill)
    const pairs = Object.fromEntries([
      ...new URLSearchParams(path.split('?')[1] ?? ''),
      ...new URLSearchParams(body),
    ]) as Record<string, string>
    const method = pairs.method ?? ''
    state.calls.push(method)
    const isSigned = createVerify('RSA-SHA256')
      .update(signedText(pairs, ['sign']))
      .verify(appPublic, pairs.sign ?? '', 'base64')
    const skew = Math.abs(Date.parse(`${pairs.timestamp?.replace(' ', 'T')}+08:00`) - Date.now())
    const isRight = isSigned && pairs.sign_type === 'RSA2' && pairs.charset === 'utf-8' && skew < 60_000
    if (!isRight || pairs.app_id !== alipayIds.appId)
      return void response.end(
        JSON.stringify({
          error_response: {
            code: '40002',
            msg: 'Invalid Arguments',
            sub_code: 'isv.invalid-signature',
            sub_msg: `验签出错 ${pairs.sign}`,
          },
        }),
      )
    say(response, method, act(method, JSON.parse(pairs.biz_content ?? '{}') as Record<string, string>))
  })

  function act(method: string, asked: Record<string, string>): object {
    const orderNo = asked.out_trade_no ?? ''
    const order = orders.get(orderNo)
    const base = { code: '10000', msg: 'Success', out_trade_no: orderNo, trade_no: '2026030122001400001' }
    const none = {
      code: '40004',
      msg: 'Business Failed',
      sub_code: 'ACQ.TRADE_NOT_EXIST',
      sub_msg: '交易不存在',
    }
    if (method === 'alipay.trade.precreate') {
      if (asked.total_amount === '0.01')
        return {
          code: '40004',
          msg: 'Business Failed',
          sub_code: 'ACQ.TOTAL_FEE_EXCEED',
          sub_msg: '金额超限',
        }
      if (asked.total_amount === '0.02')
        return { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.SYSTEM_ERROR', sub_msg: '系统错误' }
      orders.set(orderNo, { amount: asked.total_amount ?? '', status: 'WAIT_BUYER_PAY', refunds: new Map() })
      return { ...base, qr_code: 'https://qr.alipay.com/bavh4wjlxf12tper3a' }
    }
    if (method === 'alipay.data.dataservice.bill.downloadurl.query')
      return state.bill
        ? { code: '10000', msg: 'Success', bill_download_url: `http://${host}/bill?day=${asked.bill_date}` }
        : { code: '40004', msg: 'Business Failed', sub_code: 'isp.bill_not_exist', sub_msg: '入参账单不存在' }
    if (!order) return none
    if (method === 'alipay.trade.query')
      return {
        ...base,
        trade_status: order.status,
        total_amount: order.amount,
        buyer_user_id: '2088',
        ...(order.status === 'TRADE_SUCCESS' ? { send_pay_date: '2026-03-01 10:00:05' } : {}),
      }
    if (method === 'alipay.trade.close') {
      if (order.status === 'TRADE_SUCCESS')
        return {
          code: '40004',
          msg: 'Business Failed',
          sub_code: 'ACQ.TRADE_STATUS_ERROR',
          sub_msg: '状态不合法',
        }
      order.status = 'TRADE_CLOSED'
      return base
    }
    const refundNo = asked.out_request_no ?? ''
    if (method === 'alipay.trade.refund') {
      const isNew = !order.refunds.has(refundNo)
      if (asked.refund_amount === '99.00')
        return {
          code: '40004',
          msg: 'Business Failed',
          sub_code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH',
          sub_msg: '余额不足',
        }
      order.refunds.set(refundNo, asked.refund_amount ?? '')
      return { ...base, fund_change: isNew ? 'Y' : 'N', refund_fee: asked.refund_amount }
    }
    const refunded = order.refunds.get(refundNo)
    if (refunded === undefined) return { code: '10000', msg: 'Success' }
    return {
      ...base,
      out_request_no: refundNo,
      refund_amount: refunded,
      refund_status: 'REFUND_SUCCESS',
      gmt_refund_pay: '2026-03-01 11:00:00',
    }
  }

  function say(response: Parameters<typeof isBroken>[1], method: string, result: object) {
    const { fault } = state
    const told =
      fault === 'otherOrder' ? { ...result, out_trade_no: 'another', out_request_no: 'another' } : result
    const text = JSON.stringify(told).replaceAll('/', '\\/')
    const sign = createSign('RSA-SHA256').update(text).sign(keys.alipayPrivate, 'base64')
    const name = `${method.replaceAll('.', '_')}_response`
    const signed = fault === 'wrongSignature' ? sign.replace(/^.{4}/, 'AAAA') : sign
    const body = `{"${name}":${text}${fault === 'unsigned' ? '' : `,"sign":"${signed}"`}${state.added}}`
    if (!isBroken(fault, response, body))
      response.writeHead(200, { 'content-type': 'text/html;charset=utf-8' }).end(body)
  }

  return { host, stop, orders, state }
}
