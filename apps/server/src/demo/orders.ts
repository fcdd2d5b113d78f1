import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { extraRef, sandboxTradeNo, sealSecrets } from '#payment'
import type { Vault } from '#platform/keys/vault'

/** How many orders the demo has, and over how many days before now they are spread. */
const count = 60
const days = 6

/**
 * Collection channels, and orders of the last days: most are paid, some refunded or closed. Products with a link pool are paid by its
 * links, the others in the sandbox. Each payment and refund is booked, so the books agree with the orders. The accounts of orders keep
 * no balance, so their transfers are plain rows.
 */
export async function addOrderRows(client: pg.PoolClient, vault: Vault, until: number): Promise<void> {
  const { rows: collections } = await client.query<{ id: string; provider: string }>(
    `insert into collection (name, provider, merchant_no, app_id, settings, fee_bp, weight, daily_limit_fen, status, remark, created_at)
     select c.*, $1::timestamptz - interval '30 days' from (values
      ('沙箱收款', 'sandbox', 'M1001', '', '{"merchantNo":"M1001"}'::jsonb, 60, 100, 100000000, 'disabled', '内置沙箱，不动用真实资金'),
      ('支付宝主商户', 'alipay', '2088000000000001', '2021000000000001',
        '{"appId":"2021000000000001","sellerId":"2088000000000001"}', 60, 40, 50000000, 'disabled', '填写密钥并测试通过后启用'),
      ('链接池收款', 'pool', '', '', '{}', 0, 20, null, 'disabled', '')) c
     returning id, provider`,
    [new Date(until).toISOString()],
  )
  const sandboxId = collections.find(({ provider }) => provider === 'sandbox')?.id as string
  // Of this database alone, so that nobody can sign a payment of another demo.
  const callbackKey = randomBytes(24).toString('base64url')
  await client.query('update collection set secrets_sealed = $2, secret_names = $3 where id = $1', [
    ...[sandboxId, sealSecrets(vault, sandboxId, { callbackKey }), ['callbackKey']],
  ])
  await client.query(
    `select make_partitions('payment_order', $1::timestamptz - interval '${days + 1} days')`,
    [new Date(until).toISOString()],
  )
  await client.query(`select make_partitions('transfer', $1::timestamptz - interval '${days + 1} days')`, [
    new Date(until).toISOString(),
  ])
  await client.query(
    `
    with buyer as (
      select u.id as user_id, u.channel_id, row_number() over (order by u.id) as nth from (
        select id, channel_id from "user" where channel_id is not null and status <> 'deleted' order by id desc limit ${count}) u
    ), sold as (
      select id, name, price_fen, row_number() over (order by id) as nth, count(*) over () as all_products,
        exists (select from pool_link l where l.product_id = product.id) as has_pool from product
      where status = 'onSale' and price_fen > 0
    ), made as (
      select time_id($1::timestamptz - b.nth * interval '${days} days' / ${count}) as id, b.user_id, b.channel_id, s.id as product_id,
        s.name as subject, s.price_fen as fen, b.nth, c.id as collection_id, c.provider, c.fee_bp,
        case when b.nth % 9 = 4 then 'closed' when b.nth % 11 = 7 then 'refunded' else 'paid' end as status
      from buyer b join sold s on s.nth = b.nth % s.all_products + 1
      join collection c on c.provider = case when s.has_pool then 'pool' else 'sandbox' end
    ), added as (
      insert into payment_order (id, channel_id, user_id, product_id, collection_id, provider, channel_no, subject, amount_fen, status,
        reason, closes_at, paid_at, ended_at, paid_fen, fee_fen, refunded_fen, trade_no, has_stock)
      select id, channel_id, user_id, product_id, collection_id, provider, 'D-' || lpad(nth::text, 6, '0'), subject, fen, status,
        case status when 'closed' then 'expired' end, time_of_id(id) + interval '30 minutes',
        case when status <> 'closed' then time_of_id(id) + interval '1 minute' end,
        case status when 'closed' then time_of_id(id) + interval '30 minutes' end,
        case when status <> 'closed' then fen else 0 end, case when status <> 'closed' then (fen * fee_bp + 5000) / 10000 else 0 end,
        case status when 'refunded' then fen else 0 end, case when status <> 'closed' then 'SD' || id end, status <> 'closed'
      from made returning *
    ), numbered as (
      insert into payment_number select channel_id, channel_no, id from added
    ), received as (
      insert into payment_ref (provider, trade_no, order_id, collection_id, amount_fen, role, paid_at)
      select provider, trade_no, id, collection_id, paid_fen, 'order', paid_at from added where paid_fen > 0
    ), refunded as (
      insert into payment_refund (order_id, collection_id, provider, trade_no, kind, amount_fen, reason, status, calls, refunded_at)
      select id, collection_id, provider, trade_no, 'asked', paid_fen, '用户退货', 'refunded', 1, paid_at + interval '1 hour'
      from added where refunded_fen > 0 returning id, order_id, amount_fen
    ), sold_out as (
      insert into product_sale select product_id, count(*) from added where has_stock group by 1
    ), bought as (
      insert into product_user (product_id, user_id, taken) select product_id, user_id, count(*) from added where has_stock group by 1, 2
    ), booked as (
      select time_id(a.paid_at) as id, 'payment' as kind, 'order' as ref_kind, a.id::text as ref_id, a.paid_fen as fen, a.paid_at as at,
        'receivable' as debit, 'productRevenue' as credit from added a where a.paid_fen > 0
      union all
      select time_id(a.paid_at), 'paymentFee', 'order', a.id::text, a.fee_fen, a.paid_at, 'fee', 'receivable' from added a
        where a.fee_fen > 0
      union all
      select time_id(a.paid_at + interval '1 hour'), 'paymentRefund', 'orderRefund', r.id::text, r.amount_fen,
        a.paid_at + interval '1 hour', 'productRevenue', 'receivable' from refunded r join added a on a.id = r.order_id
    ), referred as (
      insert into transfer_ref select kind, ref_kind, ref_id, id from booked
    )
    insert into transfer (id, at, debit_account_id, credit_account_id, amount_fen, kind, ref_kind, ref_id, business_day)
    select b.id, b.at, (select id from account where kind = b.debit), (select id from account where kind = b.credit), b.fen, b.kind,
      b.ref_kind, b.ref_id, (b.at at time zone 'Asia/Shanghai')::date from booked b`,
    [new Date(until).toISOString()],
  )
  await nameAsSandbox(client, sandboxId, callbackKey)
  await useLinks(client)
  await addSecondPayment(client, sandboxId, callbackKey)
}

/** Gives payments the numbers that the sandbox knows them by, so that they can be refunded. */
async function nameAsSandbox(client: pg.PoolClient, collectionId: string, key: string): Promise<void> {
  const { rows } = await client.query<{ id: string; fen: number }>(
    `select id, amount_fen as fen from payment_order where collection_id = $1 and trade_no is not null`,
    [collectionId],
  )
  const numbers = rows.map(({ id, fen }) => sandboxTradeNo(key, id, fen))
  for (const [table, id] of [
    ['payment_order', 'id'],
    ['payment_ref', 'order_id'],
    ['payment_refund', 'order_id'],
  ])
    await client.query(
      `update ${table} t set trade_no = n.number from unnest($1::bigint[], $2::text[]) n (order_id, number) where t.${id} = n.order_id`,
      [rows.map((row) => row.id), numbers],
    )
}

/** Gives the paid orders of products with a link pool their links, the oldest first. */
const useLinks = (client: pg.PoolClient) =>
  client.query(`
    with ordered as (
      select o.id, o.product_id, o.paid_at, row_number() over (partition by o.product_id order by o.id) as nth from payment_order o
      where o.provider = 'pool' and o.paid_at is not null
    ), free as (
      select id, product_id, row_number() over (partition by product_id order by id) as nth from pool_link where status = 'idle'
    ), given as (
      insert into pool_assignment (order_id, link_id, at)
      select o.id, f.id, o.paid_at - interval '1 minute' from ordered o join free f using (product_id, nth) returning order_id, link_id
    ), named as (
      update payment_order o set pool_link_id = g.link_id from given g where o.id = g.order_id
    )
    update pool_link l set status = 'used', acts_at = null, version = l.version + 1, updated_at = o.paid_at
    from given g join ordered o on o.id = g.order_id where l.id = g.link_id`)

/** One order was paid twice: the second payment is in suspense, and the provider has refused to pay it back, so a person must act. */
async function addSecondPayment(client: pg.PoolClient, collectionId: string, key: string): Promise<void> {
  const { rows } = await client.query<{ id: string; fen: number; at: string }>(
    `select id, amount_fen as fen, paid_at + interval '40 seconds' as at from payment_order
     where collection_id = $1 and status = 'paid' order by id desc offset 2 limit 1`,
    [collectionId],
  )
  for (const { id, fen, at } of rows) {
    const tradeNo = sandboxTradeNo(key, id, fen, 2)
    const ref = extraRef(id, 'sandbox', tradeNo)
    await client.query(
      `insert into payment_ref (provider, trade_no, order_id, collection_id, amount_fen, role, paid_at)
       values ('sandbox', $1, $2, $3, $4, 'extra', $5)`,
      [tradeNo, id, collectionId, fen, at],
    )
    await client.query(
      `insert into payment_refund (order_id, collection_id, provider, trade_no, kind, amount_fen, status, message, calls, created_at)
       values ($1, $2, 'sandbox', $3, 'extra', $4, 'refused', 'refundRefused: The sandbox refuses this refund', 3, $5)`,
      [id, collectionId, tradeNo, fen, at],
    )
    await client.query(
      `with referred as (
         insert into transfer_ref (kind, ref_kind, ref_id, transfer_id) values ('suspense', $4, $5, time_id($1::timestamptz))
         returning transfer_id)
       insert into transfer (id, at, debit_account_id, credit_account_id, amount_fen, kind, ref_kind, ref_id, business_day)
       select transfer_id, $1::timestamptz, (select id from account where kind = 'receivable'),
         (select id from account where kind = 'suspense'), $2, 'suspense', $4, $5, ($1::timestamptz at time zone $3)::date from referred`,
      [at, fen, 'Asia/Shanghai', ref.kind, ref.id],
    )
  }
}
