import type { BookFault } from './books.ts'
import type { MoneyWorld } from './world.ts'

/** Where the partner and the provider say something else than our books, once everything has come to rest. */
export async function faultsOutside(world: MoneyWorld): Promise<BookFault[]> {
  return [...(await faultsOfPartner(world)), ...(await faultsOfProvider(world))]
}

async function faultsOfPartner({ pool, partner }: MoneyWorld): Promise<BookFault[]> {
  const { rows } = await pool.query<{ id: string; status: string; org: string; failures: number }>(
    `select r.id, r.status, o.code as org, (select count(*)::int from push_attempt a
       where a.push_id = r.id and a.outcome = 'failed') as failures
     from push_record r join org o on o.id = r.org_id`,
  )
  const submits = new Map<string, number>()
  for (const { org, stage, requestId } of partner.memory.received)
    if (stage === 'submit') submits.set(`${org} ${requestId}`, (submits.get(`${org} ${requestId}`) ?? 0) + 1)
  const faults: BookFault[] = []
  for (const row of rows) {
    const { id, status, org, failures } = row
    const sent = submits.get(`${org} p${id}`) ?? 0
    submits.delete(`${org} p${id}`)
    const told = partner.memory.find(org, `p${id}`)?.outcome ?? 'failed'
    const kept = status === 'returned' ? 'accepted' : status
    if (told !== kept)
      faults.push({ rule: 'the partner says something else of a push', row: { ...row, told } })
    // Only what surely failed is sent again.
    if (sent > failures + 1) faults.push({ rule: 'a person was sent too often', row: { ...row, sent } })
  }
  for (const request of submits.keys()) faults.push({ rule: 'a request without a push', row: request })
  return faults
}

/** Every payment of the sandbox is known once, and every refund was made once, under its number. */
async function faultsOfProvider({ pool, sandbox, collections }: MoneyWorld): Promise<BookFault[]> {
  // What only a wrong callback of ours has said is in suspense, where a person finds out whether it came.
  const payments = await pool.query<{ trade_no: string; order_id: string; amount_fen: number }>(
    `select trade_no, order_id, amount_fen from payment_ref
     where provider = 'sandbox' and not (role = 'suspense' and starts_with(trade_no, 'W'))`,
  )
  const refunds = await pool.query<{
    refund_no: string
    status: string
    amount_fen: number
    order_id: string
  }>(`select refund_no, status, amount_fen, order_id from payment_refund where provider = 'sandbox'`)
  const known = new Map(payments.rows.map((row) => [row.trade_no, row]))
  const asked = new Map(refunds.rows.map((row) => [row.refund_no, row]))
  const faults: BookFault[] = []
  for (const { merchantNo } of collections.values())
    for (const order of sandbox.memory.of(merchantNo)) {
      // What a query finds is one payment; the second one is known by its notice only.
      for (const [nth, { tradeNo }] of order.payments.entries()) {
        const row = known.get(tradeNo)
        known.delete(tradeNo)
        if (!row && nth === 0)
          faults.push({ rule: 'a payment is not known', row: { tradeNo, orderNo: order.orderNo } })
        if (row && (row.order_id !== order.orderNo || row.amount_fen !== order.amountFen))
          faults.push({ rule: 'a payment is known otherwise', row })
      }
      for (const { refundNo, amountFen, status } of order.refunds.values()) {
        const row = asked.get(refundNo)
        asked.delete(refundNo)
        if (row?.amount_fen !== amountFen || row.status !== status || row.order_id !== order.orderNo)
          faults.push({
            rule: 'the provider says something else of a refund',
            row: { refundNo, amountFen, status, ours: row },
          })
      }
    }
  for (const row of known.values()) faults.push({ rule: 'a payment that the provider has not received', row })
  for (const row of asked.values())
    if (row.status === 'refunded') faults.push({ rule: 'a refund that the provider has not made', row })
  return faults
}
