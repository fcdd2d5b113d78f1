import {
  createCipheriv,
  createSign,
  createVerify,
  generateKeyPairSync,
  randomBytes,
  X509Certificate,
} from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { certificateFor } from '../certificate.ts'
import { type Fault, isBroken, listen } from './stand-in.ts'

export const wechatIds = { appId: 'wx0123456789abcdef', merchantNo: '1900000001' }
export const apiKey = '0123456789abcdef0123456789ABCDEF'

export interface Signer {
  serial: string
  privateKey: string
}

/** The keys of a merchant and of WeChat Pay: its public key, and a platform certificate. */
export function wechatKeys() {
  const merchant = certificateFor(['merchant'], { rsa: true, serial: 77 })
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKey: Signer = {
    serial: 'PUB_KEY_ID_0119000000012026030100',
    privateKey: own.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
  return {
    merchant,
    publicKey,
    publicPem: own.publicKey.export({ type: 'spki', format: 'pem' }) as string,
    platform: platformCertificate(16),
  }
}

/** A platform certificate. @param serial its number, a byte */
export function platformCertificate(serial: number, until?: Date) {
  const { key, cert } = certificateFor(['wechat'], { rsa: true, serial, ...(until ? { until } : {}) })
  return { serial: new X509Certificate(cert).serialNumber, privateKey: key, cert }
}

export function sealedWith(key: string, plain: string, associated = 'transaction') {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(associated))
  const bytes = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return {
    algorithm: 'AEAD_AES_256_GCM',
    nonce,
    associated_data: associated,
    ciphertext: bytes.toString('base64'),
  }
}

/** The headers by which WeChat Pay signs a body. */
export function signedHeaders({ serial, privateKey }: Signer, body: string, at = new Date()) {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const nonce = randomBytes(16).toString('hex')
  const signature = createSign('RSA-SHA256')
    .update(`${timestamp}\n${nonce}\n${body}\n`)
    .sign(privateKey, 'base64')
  return {
    'wechatpay-serial': serial,
    'wechatpay-signature': signature,
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
  }
}

/** What is encrypted in the notice of a payment. */
export const payment = (orderNo: string, more: object = {}) => ({
  appid: wechatIds.appId,
  mchid: wechatIds.merchantNo,
  out_trade_no: orderNo,
  transaction_id: '4200000001',
  trade_type: 'NATIVE',
  trade_state: 'SUCCESS',
  bank_type: 'OTHERS',
  success_time: '2026-03-01T10:00:05+08:00',
  payer: { openid: 'o1' },
  amount: { total: 1_234, payer_total: 1_000, currency: 'CNY', payer_currency: 'CNY' },
  ...more,
})

export const refund = (orderNo: string, more: object = {}) => ({
  mchid: wechatIds.merchantNo,
  out_trade_no: orderNo,
  transaction_id: '4200000001',
  out_refund_no: 'r1',
  refund_id: '5030',
  refund_status: 'SUCCESS',
  success_time: '2026-03-01T11:00:00+08:00',
  user_received_account: 'x',
  amount: { total: 1_234, refund: 234, payer_total: 1_234, payer_refund: 234 },
  ...more,
})

export function wechatNotice(
  signer: Signer,
  content: object,
  { event = 'TRANSACTION.SUCCESS', key = apiKey, at = new Date() } = {},
) {
  const body = JSON.stringify({
    id: 'EV-1',
    create_time: '2026-03-01T10:00:06+08:00',
    resource_type: 'encrypt-resource',
    event_type: event,
    summary: '支付成功',
    resource: sealedWith(key, JSON.stringify(content)),
  })
  return { rawBody: Buffer.from(body), headers: signedHeaders(signer, body, at), query: '' }
}

interface Order {
  total: number
  state: string
  refunds: Map<string, { status: string; amount: number }>
}

/**
 * WeChat Pay's API v3 as its documents describe it, written with Node's crypto alone: it verifies what it gets by the published rules, and
 * signs its answers.
 */
export async function startWechat(keys: ReturnType<typeof wechatKeys>) {
  const orders = new Map<string, Order>()
  const state = {
    fault: 'none' as Fault,
    /** The time of the signature of answers. */
    at: () => new Date(),
    signer: keys.publicKey as Signer,
    certificates: [keys.platform],
    certificatesAsked: 0,
    refundStatus: 'SUCCESS',
    bill: null as { bytes: Buffer; hash: string } | null,
    /** The code of the refusal, while there is no bill. */
    noBill: 'NO_STATEMENT_EXIST',
  }
  const merchantKey = new X509Certificate(keys.merchant.cert)

  const { host, stop } = await listen(({ method, path, headers, body }, response) => {
    const [scheme, ...rest] = (headers.authorization ?? '').split(' ')
    const parts = Object.fromEntries(
      [...rest.join(' ').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    ) as Record<string, string>
    const text = `${method}\n${path}\n${parts.timestamp}\n${parts.nonce_str}\n${body}\n`
    const isSigned =
      scheme === 'WECHATPAY2-SHA256-RSA2048' &&
      parts.serial_no === merchantKey.serialNumber &&
      parts.mchid === wechatIds.merchantNo &&
      Math.abs(Number(parts.timestamp) - Date.now() / 1_000) < 300 &&
      createVerify('RSA-SHA256')
        .update(text)
        .verify(merchantKey.publicKey, parts.signature ?? '', 'base64')
    if (!isSigned) return void response.writeHead(401).end('{"code":"SIGN_ERROR","message":"签名错误"}')
    if (path.startsWith('/v3/billdownload')) return void response.end(state.bill?.bytes)
    if (path === '/v3/certificates') {
      state.certificatesAsked++
      const data = state.certificates.map((each) => ({
        serial_no: each.serial,
        effective_time: '',
        expire_time: '',
        encrypt_certificate: sealedWith(apiKey, each.cert, 'certificate'),
      }))
      const signer = state.certificates[0] as Signer
      const list = JSON.stringify({ data })
      return void response.writeHead(200, signedHeaders(signer, list)).end(list)
    }
    const [status, content] = act(
      method,
      path,
      body === '' ? {} : (JSON.parse(body) as Record<string, never>),
    )
    say(response, status, content)
  })

  function act(
    method: string,
    path: string,
    asked: Record<string, string> & { amount?: Record<string, number> },
  ): [number, object | null] {
    const [, , , , , orderNo = ''] = path.split(/[/?]/)
    if (path === '/v3/pay/transactions/native' || path === '/v3/pay/transactions/h5') {
      const total = asked.amount?.total ?? 0
      if (total === 1) return [400, { code: 'PARAM_ERROR', message: '参数错误' }]
      if (total === 2) return [500, { code: 'SYSTEM_ERROR', message: '系统错误' }]
      if (total === 3) return [429, { code: 'FREQUENCY_LIMITED', message: '频率过高' }]
      orders.set(asked.out_trade_no ?? '', { total, state: 'NOTPAY', refunds: new Map() })
      return [
        200,
        path.endsWith('h5')
          ? { h5_url: 'https://wx.tenpay.com/h5?prepay_id=1' }
          : { code_url: 'weixin://wxpay/bizpayurl?pr=1' },
      ]
    }
    if (path.startsWith('/v3/bill/tradebill')) {
      if (!state.bill) return [400, { code: state.noBill, message: '账单不存在' }]
      return [
        200,
        {
          hash_type: 'SHA1',
          hash_value: state.bill.hash,
          download_url: `http://${host}/v3/billdownload/file?token=1`,
        },
      ]
    }
    if (path.startsWith('/v3/refund/domestic/refunds')) return refunds(method, path, asked)
    const order = orders.get(orderNo)
    if (!order) return [404, { code: 'ORDER_NOT_EXIST', message: '订单不存在' }]
    if (path.endsWith('/close')) {
      if (order.state === 'SUCCESS') return [400, { code: 'ORDERPAID', message: '订单已支付' }]
      order.state = 'CLOSED'
      return [204, null]
    }
    if (order.state === 'SUCCESS')
      return [200, payment(orderNo, { amount: { total: order.total, currency: 'CNY' } })]
    return [
      200,
      {
        appid: wechatIds.appId,
        mchid: wechatIds.merchantNo,
        out_trade_no: orderNo,
        trade_state: order.state,
      },
    ]
  }

  const refundOrders = new Map<string, string>()
  function refunds(
    method: string,
    path: string,
    asked: Record<string, string> & { amount?: Record<string, number> },
  ): [number, object | null] {
    const refundNo = method === 'POST' ? (asked.out_refund_no ?? '') : (path.split('/').at(-1) ?? '')
    if (method === 'POST') {
      if (asked.amount?.refund === 9_900) return [403, { code: 'NOT_ENOUGH', message: '余额不足' }]
      refundOrders.set(refundNo, [...orders.keys()].at(-1) ?? '')
    }
    if (!refundOrders.has(refundNo)) return [404, { code: 'RESOURCE_NOT_EXISTS', message: '退款单不存在' }]
    return [
      200,
      {
        out_refund_no: refundNo,
        out_trade_no: refundOrders.get(refundNo),
        status: state.refundStatus,
        success_time: '2026-03-01T11:00:00+08:00',
      },
    ]
  }

  function say(response: ServerResponse, status: number, content: object | null) {
    const { fault } = state
    const told =
      fault === 'otherOrder' && content
        ? { ...content, out_trade_no: 'another', out_refund_no: 'another' }
        : content
    const body = told === null ? '' : JSON.stringify(told)
    if (fault === 'truncated' || fault === 'drop' || fault === '500' || fault === 'huge') {
      if (isBroken(fault, response, body.padEnd(40))) return
    }
    const headers = signedHeaders(state.signer, body, state.at())
    if (fault === 'wrongSignature')
      headers['wechatpay-signature'] = headers['wechatpay-signature'].replace(/^.{4}/, 'AAAA')
    response.writeHead(status, fault === 'unsigned' ? {} : headers).end(body)
  }

  return { host, stop, orders, state }
}
