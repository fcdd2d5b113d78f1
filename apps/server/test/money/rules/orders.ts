/** Each finds orders, payments, refunds or links that contradict the ledger or each other, at any instant. By what they show. */
export const orderRules: Readonly<Record<string, string>> = {
  'an order that is paid is not booked, or booked otherwise': `
    select o.id, o.status, o.paid_fen, o.amount_fen, r.amount_fen as received, t.amount_fen as booked from payment_order o
    left join payment_ref r on r.order_id = o.id and r.role = 'order'
    left join transfer t on t.kind = 'payment' and t.ref_kind = 'order' and t.ref_id = o.id::text
    where o.status in ('paid', 'refunding', 'refunded') and o.amount_fen > 0
      and ((r.amount_fen, t.amount_fen, o.paid_fen) is distinct from (o.amount_fen, o.amount_fen::bigint, o.amount_fen)
        or r.trade_no <> o.trade_no)`,
  'a payment is booked for an order that is not paid': `
    select t.ref_id, o.status from transfer t left join payment_order o on o.id::text = t.ref_id
    where t.kind = 'payment' and (o.id is null or o.status not in ('paid', 'refunding', 'refunded'))
    union all
    select r.order_id::text, o.status from payment_ref r left join payment_order o on o.id = r.order_id
    where r.role = 'order' and (o.id is null or o.status not in ('paid', 'refunding', 'refunded'))`,
  'an order is paid twice': `
    select 'reference' as kind, order_id::text from payment_ref where role = 'order' group by 2 having count(*) > 1
    union all
    select 'transfer', ref_id from transfer where kind = 'payment' group by 2 having count(*) > 1`,
  'a number of a channel has two orders': `
    select channel_id, channel_no from payment_order group by 1, 2 having count(*) > 1`,
  'the fee of an order is not booked': `
    select o.id, o.fee_fen, t.amount_fen from payment_order o
    left join transfer t on t.kind = 'paymentFee' and t.ref_kind = 'order' and t.ref_id = o.id::text
    where o.fee_fen <> coalesce(t.amount_fen, 0) and o.status in ('paid', 'refunding', 'refunded')`,
  'a payment of no order is not in suspense, or not booked there': `
    select r.order_id, r.trade_no from payment_ref r left join payment_suspense s using (provider, trade_no)
    where r.role <> 'order' and ((s.amount_fen, s.collection_id) is distinct from (r.amount_fen, r.collection_id)
      or not exists (select from transfer t where t.kind = 'suspense' and t.amount_fen = r.amount_fen
        and (t.ref_kind, t.ref_id) in (('suspense', s.id::text),
          ('orderExtra', r.order_id || ':' || left(encode(sha256(convert_to(r.provider || ' ' || r.trade_no, 'UTF8')), 'hex'), 32)))))`,
  'a second or late payment has no refund': `
    select r.order_id, r.trade_no from payment_ref r where r.role in ('extra', 'late')
      and (select count(*) from payment_refund f where f.provider = r.provider and f.trade_no = r.trade_no and f.kind = r.role
        and f.amount_fen = r.amount_fen) <> 1`,
  'suspense is not what waits in it': `
    select s.fen, w.fen as waiting from
      (select coalesce(sum(case a.id when t.credit_account_id then t.amount_fen else -t.amount_fen end), 0) as fen
        from account a join transfer t on a.id in (t.credit_account_id, t.debit_account_id) where a.kind = 'suspense') s,
      (select coalesce(sum(amount_fen), 0) as fen from payment_suspense where status in ('open', 'backing')) w
    where s.fen <> w.fen`,
  'a refund is not what was booked': `
    select f.id, f.kind, f.status, f.amount_fen, t.kind as booked, t.amount_fen as booked_fen from payment_refund f
    full join (select * from transfer where ref_kind = 'orderRefund') t on t.ref_id = f.id::text
    where (coalesce(f.status, '') = 'refunded') <> (t.id is not null) or t.amount_fen <> f.amount_fen
      or t.kind <> case f.kind when 'asked' then 'paymentRefund' else 'suspenseBack' end`,
  'an order says otherwise what was refunded of it': `
    select o.id, o.status, o.paid_fen, o.refunded_fen, o.refunding_fen, f.refunded, f.waiting from payment_order o
    cross join lateral (select coalesce(sum(amount_fen) filter (where status = 'refunded'), 0) as refunded,
        coalesce(sum(amount_fen) filter (where status in ('waiting', 'pending')), 0) as waiting
      from payment_refund r where r.order_id = o.id and r.kind = 'asked') f
    where (o.refunded_fen, o.refunding_fen) <> (f.refunded, f.waiting) or f.refunded + f.waiting > o.paid_fen
      or (o.status = 'refunding') <> (o.refunding_fen > 0)
      or (o.status = 'refunded') <> (o.paid_fen > 0 and o.refunded_fen = o.paid_fen)`,
  'a daily limit is passed': `
    select d.collection_id, d.day, d.ordered_fen, c.daily_limit_fen from collection_day d join collection c on c.id = d.collection_id
    where d.ordered_fen > c.daily_limit_fen`,
  'a daily limit counts other orders': `
    select d.collection_id, d.day, d.ordered_fen, d.orders, o.fen, o.n from (select collection_id, limit_day as day,
        sum(amount_fen) as fen, count(*) as n from payment_order where limit_day is not null group by 1, 2) o
    full join collection_day d using (collection_id, day)
    where (coalesce(d.ordered_fen, 0), coalesce(d.orders, 0)) <> (coalesce(o.fen, 0), coalesce(o.n, 0))`,
  'a day of a collection channel counts other payments': `
    select d.collection_id, d.day, d.paid, d.paid_fen, o.n, o.fen from collection_day d
    full join (select o.collection_id, t.business_day as day, count(*) as n, sum(o.paid_fen) as fen from payment_order o
      join transfer t on t.kind = 'payment' and t.ref_id = o.id::text group by 1, 2) o using (collection_id, day)
    where (coalesce(d.paid, 0), coalesce(d.paid_fen, 0)) <> (coalesce(o.n, 0), coalesce(o.fen, 0))`,
  'a link has another state than its order': `
    select l.id, l.status, o.id as order_id, o.status as order_status from pool_link l
    left join pool_assignment a on a.link_id = l.id and a.ended_at is null left join payment_order o on o.id = a.order_id
    where case l.status
      when 'assigned' then coalesce(o.status, '') <> 'created' or o.pool_link_id is distinct from l.id
      when 'used' then coalesce(o.status, '') not in ('paid', 'refunding', 'refunded')
      else a.order_id is not null end`,
  'a link is used by two orders': `
    select pool_link_id from payment_order where pool_link_id is not null and status <> 'closed' group by 1 having count(*) > 1
    union all
    select link_id from pool_assignment where ended_at is null group by 1 having count(*) > 1`,
  'an order of the pool has no link': `
    select o.id, o.status, o.pool_link_id from payment_order o left join pool_assignment a on a.order_id = o.id and a.ended_at is null
    where o.provider = 'pool' and o.status in ('created', 'paid', 'refunding', 'refunded')
      and (a.link_id is null or o.pool_link_id is distinct from a.link_id)`,
  'a product is sold in another number than its orders, or above its stock': `
    select p.id, s.taken, o.n, p.stock from product p left join product_sale s on s.product_id = p.id
    cross join lateral (select count(*) as n from payment_order o where o.product_id = p.id and o.has_stock) o
    where coalesce(s.taken, 0) <> o.n or s.taken > p.stock`,
}
