import { sql } from 'kysely'
import { readCollection, type Sandbox, startSandbox } from '#payment'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'

/** How long a made-up user needs to pay, in milliseconds. */
const paysAfterMs = 4_000
/** Payments of so many days are in the bills that the sandbox gives. */
const billedDays = 5

export interface DemoSandbox {
  sandbox: Sandbox
  /** Such as `127.0.0.1:9011`. */
  target: string
}

/**
 * Starts the built-in payment provider of the embedded demo, on the port of the last start if it is free, and enables its collection
 * channel. One that a person has changed stays as it is. The sandbox is told of the payments of the last days, so its bills have them.
 * @returns null if the demo's collection channel is gone, or has no key
 */
export async function startDemoSandbox(db: Db, vault: Vault): Promise<DemoSandbox | null> {
  const { rows } = await sql<{ id: string; port: number | null; isTouched: boolean }>`
    select id, substring(settings ->> 'gateway' from '^http://127[.]0[.]0[.]1:([0-9]+)$')::int as port,
      updated_by is not null as "isTouched"
    from collection where provider = 'sandbox' and created_by is null order by id limit 1`.execute(
    db.withoutPlugins(),
  )
  const [found] = rows
  const collection = found && (await readCollection(db, vault, found.id))
  const key = collection?.secrets.callbackKey
  if (!found || !collection || !key) return null
  const port = found.port ?? 0
  const sandbox = await startSandbox({ port, key, paysAfterMs }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return startSandbox({ key, paysAfterMs })
  })
  const target = `127.0.0.1:${sandbox.port}`
  const gateway = JSON.stringify({ gateway: `http://${target}` })
  if (!found.isTouched)
    await sql`update collection set settings = settings || ${gateway}::jsonb, status = 'enabled', updated_at = now()
      where id = ${found.id} and updated_by is null`.execute(db)
  await remember(db, sandbox, { id: found.id, merchantNo: collection.settings.merchantNo ?? '' })
  return { sandbox, target }
}

interface Known {
  orderNo: string
  amountFen: number
  payments: { tradeNo: string; paidAt: string }[]
  refunds: { refundNo: string; tradeNo: string; amountFen: number; at: string }[] | null
}

async function remember(
  db: Db,
  { memory }: Sandbox,
  { id, merchantNo }: { id: string; merchantNo: string },
): Promise<void> {
  const { rows } = await sql<Known>`
    select o.id as "orderNo", o.amount_fen as "amountFen",
      jsonb_agg(jsonb_build_object('tradeNo', r.trade_no, 'paidAt', r.paid_at) order by r.paid_at) as payments,
      (select jsonb_agg(jsonb_build_object('refundNo', f.refund_no, 'tradeNo', f.trade_no, 'amountFen', f.amount_fen,
        'at', f.refunded_at)) from payment_refund f where f.order_id = o.id and f.status = 'refunded') as refunds
    from payment_ref r join payment_order o on o.id = r.order_id
    where r.collection_id = ${id} and r.paid_at > now() - make_interval(days => ${billedDays}) group by o.id`.execute(
    db.withoutPlugins(),
  )
  for (const { orderNo, amountFen, payments, refunds } of rows)
    memory.add({
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
      lost: new Set(),
      payments: payments.map(({ tradeNo, paidAt }) => ({ tradeNo, paidAt: new Date(paidAt) })),
      refunds: new Map(
        (refunds ?? []).map(({ at, ...refund }) => [
          refund.refundNo,
          { ...refund, status: 'refunded', asked: 0, at: new Date(at) },
        ]),
      ),
    })
}
