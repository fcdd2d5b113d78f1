import { behaviorOf } from './behavior.ts'
import { refundedOf, type SandboxMemory, type SandboxOrder, type SandboxRefund } from './memory.ts'
import { sandboxTradeNo } from './trade-number.ts'

type Asked = Record<string, unknown>
export type SandboxAnswer = { code: string; message?: string; [name: string]: unknown }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What the sandbox answers to the calls of the service. */
export class SandboxCalls {
  readonly #memory: SandboxMemory
  readonly #key: string
  readonly #base: () => string

  constructor(memory: SandboxMemory, key: string, base: () => string) {
    this.#memory = memory
    this.#key = key
    this.#base = base
  }

  /** @returns the answer, or how it goes wrong */
  answer(name: string, asked: Asked): SandboxAnswer | 'drop' | 'error' | 'rubbish' {
    const order = this.#memory.find(text(asked.merchantNo), text(asked.orderNo))
    if (order?.behavior === 'error' || order?.behavior === 'rubbish') return order.behavior
    if (name === 'create') return this.#create(asked, order)
    if (name === 'refund') return this.#refund(asked, order)
    if (name === 'query') return this.#query(asked, order)
    if (name === 'close') return this.#close(asked, order)
    if (name === 'refundQuery') return this.#refundQuery(asked, order)
    return { code: 'unknownCall' }
  }

  /** Marks an order as paid, or as failed, as it behaves. */
  settle(order: SandboxOrder): void {
    if (order.behavior === 'fail') {
      order.state = 'failed'
      return
    }
    order.state = 'paid'
    const times = order.behavior === 'twoPayments' ? 2 : 1
    for (let nth = 1; nth <= times; nth++)
      order.payments.push({
        tradeNo: sandboxTradeNo(this.#key, order.orderNo, order.amountFen, nth),
        paidAt: new Date(),
      })
  }

  #create(asked: Asked, known: SandboxOrder | undefined): SandboxAnswer | 'drop' | 'error' | 'rubbish' {
    const amountFen = Number(asked.amountFen)
    const [merchantNo, orderNo, subject] = [asked.merchantNo, asked.orderNo, asked.subject].map(text) as [
      string,
      string,
      string,
    ]
    if (known && known.amountFen !== amountFen) return { code: 'amountDiffers', message: 'Another amount' }
    const behavior = behaviorOf(amountFen, subject)
    if (behavior === 'refuse') return { code: 'refused', message: 'The sandbox refuses this order' }
    const order =
      known ??
      this.#memory.add({
        merchantNo,
        orderNo,
        amountFen,
        subject,
        behavior,
        notifyUrl: text(asked.notifyUrl),
        returnUrl: text(asked.returnUrl) || null,
        expiresAt: Date.parse(text(asked.expiresAt)),
        createdAt: new Date(),
        state: 'created',
        payments: [],
        refunds: new Map(),
        lost: new Set(),
      })
    if (behavior === 'error' || behavior === 'rubbish') return behavior
    if (behavior === 'lostCreate' && !order.lost.has('create')) {
      order.lost.add('create')
      return 'drop'
    }
    const path = `/pay/${encodeURIComponent(merchantNo)}/${encodeURIComponent(orderNo)}`
    return { code: 'ok', orderNo, payUrl: `${this.#base()}${path}` }
  }

  #query(asked: Asked, order: SandboxOrder | undefined): SandboxAnswer {
    const orderNo = text(asked.orderNo)
    if (!order) return { code: 'ok', orderNo, state: 'notFound' }
    const { state, amountFen, payments, merchantNo } = order
    const [payment] = payments
    return {
      code: 'ok',
      orderNo,
      state,
      amountFen,
      merchantNo,
      currency: 'CNY',
      ...(payment ? { tradeNo: payment.tradeNo, paidAt: payment.paidAt.toISOString() } : {}),
    }
  }

  #close(asked: Asked, order: SandboxOrder | undefined): SandboxAnswer {
    if (order?.state === 'created') order.state = 'closed'
    return { code: 'ok', orderNo: text(asked.orderNo), state: order?.state ?? 'closed' }
  }

  #refund(asked: Asked, known: SandboxOrder | undefined): SandboxAnswer | 'drop' {
    const [orderNo, tradeNo, refundNo] = [asked.orderNo, asked.tradeNo, asked.refundNo].map(text) as [
      string,
      string,
      string,
    ]
    const amountFen = Number(asked.amountFen)
    const order = known ?? this.#remembered(asked)
    if (!order?.payments.some((each) => each.tradeNo === tradeNo)) return { code: 'noPayment' }
    const before = order.refunds.get(refundNo)
    if (before && before.amountFen !== amountFen) return { code: 'amountDiffers' }
    const most = order.amountFen * order.payments.length
    if (!before && refundedOf(order) + amountFen > most) return { code: 'tooMuch' }
    const status =
      order.behavior === 'refuseRefund' ? 'refused' : order.behavior === 'slowRefund' ? 'pending' : 'refunded'
    const refund: SandboxRefund = before ?? {
      refundNo,
      tradeNo,
      amountFen,
      status,
      asked: 0,
      at: new Date(),
    }
    order.refunds.set(refundNo, refund)
    if (order.behavior === 'lostRefund' && !order.lost.has(refundNo)) {
      order.lost.add(refundNo)
      return 'drop'
    }
    return refundAnswer(orderNo, refund)
  }

  #refundQuery(asked: Asked, order: SandboxOrder | undefined): SandboxAnswer {
    const refund = order?.refunds.get(text(asked.refundNo))
    const [orderNo, refundNo] = [text(asked.orderNo), text(asked.refundNo)]
    if (!refund) return { code: 'ok', orderNo, refundNo, status: 'notFound' }
    refund.asked++
    if (refund.status === 'pending' && refund.asked >= 2) refund.status = 'refunded'
    return refundAnswer(orderNo, refund)
  }

  /** A payment that was made before a restart: its number follows from the order. */
  #remembered(asked: Asked): SandboxOrder | undefined {
    const [merchantNo, orderNo, tradeNo] = [asked.merchantNo, asked.orderNo, asked.tradeNo].map(text) as [
      string,
      string,
      string,
    ]
    const amountFen = Number(asked.totalFen)
    if (sandboxTradeNo(this.#key, orderNo, amountFen) !== tradeNo) return undefined
    return this.#memory.add({
      merchantNo,
      orderNo,
      amountFen,
      subject: '',
      notifyUrl: '',
      returnUrl: null,
      expiresAt: 0,
      createdAt: new Date(),
      behavior: 'pay',
      state: 'paid',
      refunds: new Map(),
      lost: new Set(),
      payments: [{ tradeNo, paidAt: new Date() }],
    })
  }
}

const refundAnswer = (orderNo: string, refund: SandboxRefund): SandboxAnswer =>
  refund.status === 'refused'
    ? { code: 'refundRefused', message: 'The sandbox refuses this refund' }
    : {
        code: 'ok',
        orderNo,
        refundNo: refund.refundNo,
        status: refund.status,
        amountFen: refund.amountFen,
        at: refund.at.toISOString(),
      }
