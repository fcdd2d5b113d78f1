import { createHash } from 'node:crypto'
import { book, type Transfer } from '#ledger'
import type { Db } from '#platform/db/client'

/*
 * The transfers of orders. The receivable of the providers rises with each payment and falls with each refund and fee; what was not
 * paid for an order stays in suspense until it is paid back.
 */

/** A payment of an order, and the provider's fee. */
export async function bookPayment(
  write: Db,
  { orderId, amountFen, feeFen, businessDay }: OrderEntry & { feeFen: number },
): Promise<void> {
  const ref = { kind: 'order', id: orderId }
  await book(write, {
    debit: 'receivable',
    credit: 'productRevenue',
    amountFen,
    kind: 'payment',
    ref,
    businessDay,
  })
  if (feeFen > 0)
    await book(write, {
      debit: 'fee',
      credit: 'receivable',
      amountFen: feeFen,
      kind: 'paymentFee',
      ref,
      businessDay,
    })
}

/** A payment that belongs to no open order. */
export const bookSuspense = (
  write: Db,
  { orderId, provider, tradeNo, amountFen, businessDay }: OrderEntry & { provider: string; tradeNo: string },
): Promise<Transfer> =>
  book(write, {
    debit: 'receivable',
    credit: 'suspense',
    amountFen,
    kind: 'suspense',
    ref: extraRef(orderId, provider, tradeNo),
    businessDay,
  })

/** What a payment in suspense is booked under. */
export const extraRef = (orderId: string, provider: string, tradeNo: string) => ({
  kind: 'orderExtra',
  id: `${orderId}:${shortHash(`${provider} ${tradeNo}`)}`,
})

/** A refund that the provider has made. @param isSuspense whether what goes back was in suspense */
export const bookRefund = (
  write: Db,
  {
    refundId,
    isSuspense,
    amountFen,
    businessDay,
  }: { refundId: string; isSuspense: boolean; amountFen: number; businessDay: string },
): Promise<Transfer> =>
  book(write, {
    debit: isSuspense ? 'suspense' : 'productRevenue',
    credit: 'receivable',
    amountFen,
    kind: isSuspense ? 'suspenseBack' : 'paymentRefund',
    ref: { kind: 'orderRefund', id: refundId },
    businessDay,
  })

/** The fee of a payment in fen, half a fen rounded up. @param feeBp hundredths of a percent */
export const feeOf = (amountFen: number, feeBp: number): number =>
  Number((BigInt(amountFen) * BigInt(feeBp) + 5_000n) / 10_000n)

interface OrderEntry {
  orderId: string
  amountFen: number
  /** `yyyy-mm-dd` */
  businessDay: string
}

/** A trade number may hold signs that a reference may not. */
const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
