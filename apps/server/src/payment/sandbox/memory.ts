import type { SandboxBehavior } from './behavior.ts'

export interface SandboxPayment {
  tradeNo: string
  paidAt: Date
}

export interface SandboxOrder {
  orderNo: string
  merchantNo: string
  amountFen: number
  subject: string
  notifyUrl: string
  returnUrl: string | null
  expiresAt: number
  createdAt: Date
  behavior: SandboxBehavior
  state: 'created' | 'paid' | 'closed' | 'failed'
  payments: SandboxPayment[]
  refunds: Map<string, SandboxRefund>
  /** What was answered once by a broken connection. */
  lost: Set<string>
}

export interface SandboxRefund {
  refundNo: string
  tradeNo: string
  amountFen: number
  status: 'refunded' | 'pending' | 'refused'
  asked: number
  at: Date
}

/** What the sandbox knows: orders by merchant and number, in memory. */
export class SandboxMemory {
  readonly #orders = new Map<string, SandboxOrder>()

  find(merchantNo: string, orderNo: string): SandboxOrder | undefined {
    return this.#orders.get(`${merchantNo} ${orderNo}`)
  }

  add(order: SandboxOrder): SandboxOrder {
    this.#orders.set(`${order.merchantNo} ${order.orderNo}`, order)
    return order
  }

  /** The orders of a merchant, in the order of their creation. */
  of(merchantNo: string): SandboxOrder[] {
    return [...this.#orders.values()].filter((each) => each.merchantNo === merchantNo)
  }
}

/** What was given back of an order, or is about to be. */
export const refundedOf = ({ refunds }: SandboxOrder): number =>
  [...refunds.values()]
    .filter(({ status }) => status !== 'refused')
    .reduce((sum, { amountFen }) => sum + amountFen, 0)
