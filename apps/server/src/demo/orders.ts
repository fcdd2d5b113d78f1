import type pg from 'pg'

/** How many orders the demo has, and over how many days before now they are spread. */
const count = 60
const days = 6

/**
 * Collection channels, and orders of the last days: most are paid, some refunded or closed. Each payment and refund is booked, so the
 * books agree with the orders. The accounts of orders keep no balance, so their transfers are plain rows.
 */
export async function addOrderRows(client: pg.PoolClient, until: number): Promise<void> {
  await client.query(`
    insert into collection (name, provider, merchant_no, app_id, settings, fee_bp, weight, daily_limit_fen, status, remark) values
      ('沙箱收款', 'sandbox', 'M1001', '', '{"merchantNo":"M1001"}', 60, 100, 100000000, 'disabled', '内置沙箱，不动用真实资金'),
      ('支付宝主商户', 'alipay', '2088000000000001', '2021000000000001',
        '{"appId":"2021000000000001","sellerId":"2088000000000001"}', 60, 40, 50000000, 'disabled', '填写密钥并测试通过后启用'),
      ('链接池收款', 'pool', '', '', '{}', 0, 20, null, 'disabled', '')`)
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
      select id, name, price_fen, row_number() over (order by id) as nth, count(*) over () as all_products from product
      where status = 'onSale' and price_fen > 0
    ), made as (
      select time_id($1::timestamptz - b.nth * interval '${days} days' / ${count}) as id, b.user_id, b.channel_id, s.id as product_id,
        s.name as subject, s.price_fen as fen, b.nth, c.id as collection_id,
        case when b.nth % 9 = 4 then 'closed' when b.nth % 11 = 7 then 'refunded' else 'paid' end as status
      from buyer b join sold s on s.nth = b.nth % s.all_products + 1 cross join (select id from collection where provider = 'sandbox') c
    ), added as (
      insert into payment_order (id, channel_id, user_id, product_id, collection_id, provider, channel_no, subject, amount_fen, status,
        reason, closes_at, paid_at, ended_at, paid_fen, fee_fen, refunded_fen, trade_no, has_stock)
      select id, channel_id, user_id, product_id, collection_id, 'sandbox', 'D-' || lpad(nth::text, 6, '0'), subject, fen, status,
        case status when 'closed' then 'expired' end, time_of_id(id) + interval '30 minutes',
        case when status <> 'closed' then time_of_id(id) + interval '1 minute' end,
        case status when 'closed' then time_of_id(id) + interval '30 minutes' end,
        case when status <> 'closed' then fen else 0 end, case when status <> 'closed' then (fen * 60 + 5000) / 10000 else 0 end,
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
}
