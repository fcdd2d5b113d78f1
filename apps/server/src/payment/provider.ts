import type {
  BillProblemCode,
  ProviderKind,
  ProviderProblem,
  ProviderUnknownReason,
  ProviderValues,
  WrongNotice,
} from '@kabao/contract/payment/payment-provider'
import type { NotePrevious, PreviousValues } from '#partners'
import type { Outgoing } from '#platform/outgoing/outgoing'

/**
 * A payment provider as the service sees it, whatever it is called and however it signs (decision 060). A provider stores nothing and
 * never throws for what the other side does: what it cannot surely say is `unknown`, and the caller asks again. Amounts are integers in
 * fen. No message, code or reason holds a secret, a key or a signature.
 */
export interface PaymentProvider {
  readonly kind: ProviderKind
  /** What this provider can do. A call of what it cannot do is answered with `unknown`, so ask this first. */
  readonly can: ProviderAbilities
  /** Asks for a payment. The same order number with the same amount again is the same payment. */
  create(order: ProviderOrder): Promise<Created>
  /** What became of an order. */
  query(orderNo: string): Promise<Queried>
  /**
   * Makes sure that an order cannot be paid any more. `closed` also for an order that the provider does not have: a page of Alipay that
   * nobody opened can still be paid until the order expires, so close no earlier.
   */
  close(orderNo: string): Promise<Closed>
  /** Asks for a refund. The same refund number again is the same refund, so an unclear one is asked for again. */
  refund(refund: ProviderRefund): Promise<Refunded>
  /** What became of a refund. */
  queryRefund(refund: Pick<ProviderRefund, 'orderNo' | 'refundNo'>): Promise<RefundQueried>
  /**
   * Reads a notice. `verified` says that the provider signed it and that it is for this application and merchant, nothing else: order,
   * amount and currency are compared with the order by the caller.
   */
  readCallback(callback: ProviderCallback): Promise<CallbackRead>
  /** What the provider is answered: `ok` when the notice is stored and need not come again. */
  answer(ok: boolean): CallbackAnswer
  /** The bill of a day. @param day a day of China, `2026-03-01` */
  downloadBill(day: string): Promise<BillDownload>
  /**
   * The payments and refunds of a bill, in its order, without holding it in memory: CSV in GBK or UTF-8, plain, in ZIP or in gzip.
   * @throws BillProblem with the line, if it cannot be read whole
   */
  parseBill(bytes: AsyncIterable<Uint8Array>): AsyncIterable<BillLine>
  /** Whether settings and keys work, without moving money: asks for an order that does not exist. */
  tryIt(): Promise<Tried>
}

export interface ProviderAbilities {
  query: boolean
  close: boolean
  refund: boolean
  bill: boolean
  /** It tells by a notice when an order was paid. */
  callback: boolean
}

export interface ProviderOrder {
  /** Our number, unique at the provider: 6 to 32 letters, digits, `_` or `-`. */
  orderNo: string
  amountFen: number
  /** What is bought, at most 64 characters; shown to who pays. */
  subject: string
  /** Where the provider sends its notice. */
  notifyUrl: string
  /** Where the person is sent after the payment. */
  returnUrl?: string
  /** The address of who pays; WeChat needs it on a mobile. */
  clientIp?: string
  expiresAt: Date
  device: 'pc' | 'mobile' | 'qr'
  /** The link that was assigned from the pool; only the kind `pool` needs it. */
  link?: string
}

/**
 * How the person pays: `url` is opened, `qr` is the text of a QR code, `form` is sent by the browser as a POST to `address`.
 */
export type PayWay =
  | { kind: 'url'; value: string }
  | { kind: 'qr'; value: string }
  | { kind: 'form'; value: { address: string; fields: Record<string, string> } }

/** The provider says no, and says why; the same again would be refused again. `code` is the provider's, or one of ours. */
export interface ProviderRefused {
  outcome: 'refused'
  code: string
  /** One line, at most 200 characters, personal data masked. */
  message: string
}

/** Nothing is known; ask again later. */
export interface ProviderUnknown {
  outcome: 'unknown'
  why: ProviderUnknownReason
  /** What the provider said, if it said something; in the same form as a refusal's. */
  message?: string
  /** Nothing was sent, so nothing can have happened at the provider. */
  notSent?: true
}

export type Created = { outcome: 'created'; pay: PayWay } | ProviderRefused | ProviderUnknown

export interface Paid {
  outcome: 'paid'
  /** The provider's number of the payment. */
  tradeNo: string
  /** What was asked for, whatever discounts the provider gave the person. */
  amountFen: number
  /** ISO 4217, such as `CNY`. */
  currency: string
  appId: string
  paidAt: Date
}

export type Queried =
  | Paid
  | { outcome: 'unpaid' }
  /** It was closed, or refunded whole; it cannot be paid any more. */
  | { outcome: 'closed' }
  /** The provider has no such order: nobody has opened it yet, or it was never created. */
  | { outcome: 'notFound' }
  | ProviderUnknown

/** `paid`: too late to close; a query tells the rest. */
export type Closed = { outcome: 'closed' } | { outcome: 'paid' } | ProviderUnknown

export interface ProviderRefund {
  orderNo: string
  tradeNo: string
  /** Our number of the refund, in the same form as an order number. */
  refundNo: string
  amountFen: number
  /** What the whole order was paid with. */
  totalFen: number
  /** At most 64 characters; shown to who gets the money. */
  reason: string
  notifyUrl?: string
}

export type Refunded =
  | { outcome: 'refunded'; refundedAt: Date | null }
  | { outcome: 'pending' }
  | ProviderRefused
  | ProviderUnknown

export type RefundQueried = Refunded | { outcome: 'notFound' }

export interface ProviderCallback {
  /** Exactly as it was received. */
  rawBody: Buffer
  /** By names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  /** The query of the address, without its `?`. */
  query: string
}

export type Notice =
  | {
      kind: 'payment'
      status: 'paid' | 'unpaid' | 'closed' | 'failed'
      orderNo: string
      /** Empty if nothing was paid. */
      tradeNo: string
      amountFen: number
      currency: string
      appId: string
      merchantNo: string
      /** Null unless it was paid. */
      paidAt: Date | null
    }
  | {
      kind: 'refund'
      status: 'refunded' | 'pending' | 'refused'
      orderNo: string
      tradeNo: string
      refundNo: string
      /** Null where the provider does not say the amount of this refund alone; a query does. */
      amountFen: number | null
      currency: string
      appId: string
      merchantNo: string
      refundedAt: Date | null
    }

export type CallbackRead =
  | { outcome: 'verified'; notice: Notice }
  | { outcome: 'wrong'; reason: WrongNotice }
  /** It could not be verified now, because the provider's keys could not be read; answer with `answer(false)` and it comes again. */
  | ProviderUnknown

export interface CallbackAnswer {
  status: number
  contentType: string
  body: string
}

export type BillDownload =
  /** `bytes` as the provider sends them; `parseBill` reads them. */
  | { outcome: 'bill'; name: string; bytes: AsyncIterable<Uint8Array> }
  /** Nothing happened on that day. */
  | { outcome: 'empty' }
  /** It is not made yet; usually in the morning of the next day. */
  | { outcome: 'notReady' }
  | ProviderRefused
  | ProviderUnknown

/** One payment or one refund of a bill. */
export interface BillLine {
  /** Its line in the file, from 1. */
  line: number
  kind: 'payment' | 'refund'
  orderNo: string
  tradeNo: string
  /** Only of a refund; empty if the bill has none. */
  refundNo: string
  /** Not negative, for a refund too. */
  amountFen: number
  /** What the provider takes; below 0 if it gives it back. */
  feeFen: number
  currency: string
  /** The provider's own word. */
  status: string
  at: Date
}

/** A bill that cannot be read whole. */
export class BillProblem extends Error {
  readonly code: BillProblemCode
  /** From 1; 0 if it is about the whole file. */
  readonly line: number
  /** The column's name as the bill writes it, or empty. */
  readonly column: string

  constructor(code: BillProblemCode, line = 0, column = '') {
    super(`Bill: ${code}${line > 0 ? ` in line ${line}` : ''}`)
    this.name = 'BillProblem'
    this.code = code
    this.line = line
    this.column = column
  }
}

export type Tried = { outcome: 'ok' } | ProviderRefused | ProviderUnknown

/** What a provider needs of the service. */
export interface ProviderServices {
  /** Makes every call to the provider. */
  outgoing: Outgoing
  now(): Date
  /** Notes that previous secrets verified or decrypted something. */
  notePrevious?: NotePrevious
  /** Aborts calls that are under way, when the service stops. */
  signal?: AbortSignal
}

/** A collection channel as its provider needs it. */
export interface ProviderAccount {
  /** Distinguishes its limits and its cached keys from those of others, such as `collection:7`. */
  key: string
  kind: ProviderKind
  settings: ProviderValues
  secrets: ProviderValues
  /** Replaced ones that the provider may still use. */
  previous?: readonly PreviousValues[]
}

/** How one kind is made and checked. */
export interface ProviderMaker {
  open(account: ProviderAccount, services: ProviderServices): PaymentProvider
  /** What is wrong with settings and secrets when they are saved: keys and certificates are parsed, pairs must fit. */
  check(account: Pick<ProviderAccount, 'settings' | 'secrets'>, now: Date): ProviderProblem[]
}
