import { type PaymentFieldName, paymentFields } from '@kabao/contract/payment/payment-template'
import type { Scope } from '#partners'
import { yuanOf } from '../../amount.ts'

export const paymentFieldNames: ReadonlySet<string> = new Set(Object.keys(paymentFields))

/** The values that a call has; what is missing is empty in the texts. */
export type PaymentScope = Partial<
  Record<Exclude<PaymentFieldName, 'amountYuan' | 'totalYuan' | 'orderAt' | 'refundAt'>, string | number>
>

/** The values of the examples, for a trial of a template. */
export const examplePayment: PaymentScope = Object.fromEntries(
  Object.entries(paymentFields).map(([name, { example }]) => [name, example]),
)

/** The scope of a request: the documented fields and nothing else, in an object without a prototype. */
export function paymentScope(given: PaymentScope, secrets: object): Scope {
  const scope: Record<string, unknown> = Object.create(null)
  const { amountFen, totalFen, orderNo, refundNo } = given
  const values: Record<string, unknown> = {
    ...given,
    amountYuan: typeof amountFen === 'number' ? yuanOf(amountFen) : null,
    totalYuan: typeof totalFen === 'number' ? yuanOf(totalFen) : null,
    orderAt: timeIn(orderNo),
    refundAt: timeIn(refundNo),
  }
  for (const name of paymentFieldNames) scope[name] = values[name] ?? null
  scope.secret = secrets
  return scope
}

/** The time of one of our ids: milliseconds since 1970, above 22 bits of a sequence (decision 047). */
function timeIn(number: unknown): string | null {
  if (typeof number !== 'string' || !/^\d{15,19}$/.test(number)) return null
  return new Date(Number(BigInt(number) >> 22n)).toISOString()
}
