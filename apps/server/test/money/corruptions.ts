const again = (kind: string) => `
  insert into transfer select (jsonb_populate_record(t, jsonb_build_object('id', m.id + 1))).*
  from transfer t, (select max(id) as id from transfer) m where t.id = (select min(id) from transfer where kind = '${kind}')`
const underWay = `update push_record set status = 'pending' where status = 'accepted'`

/** For each rule, what the owner of the tables does to break it after a storm. */
export const corruptions: Readonly<Record<string, readonly string[]>> = {
  'the balance of an account is not the sum of its transfers': [
    'update account set balance_fen = balance_fen + 1 where balance_fen is not null',
  ],
  'a balance is below what is held, or below 0': [
    'alter table account drop constraint account_balance_fen_check',
    'update account set held_fen = balance_fen + 1 where org_id is not null',
  ],
  'a transfer debits and credits no account of ours': [
    'update transfer set debit_account_id = 999999 where account_id is null',
  ],
  'an event is booked twice': [again('recharge')],
  'debits are not credits': [
    'update account set balance_fen = balance_fen + 1 where balance_fen is not null',
  ],
  'an approved recharge is not what was booked': [
    `update recharge set amount_fen = amount_fen + 1 where status = 'approved' and amount_fen > 0`,
  ],
  'an approved adjustment is not what was booked': [
    `update adjustment set amount_fen = case amount_fen when -1 then 1 else amount_fen + 1 end where status = 'approved'`,
  ],
  'a reversal is not the opposite of one transfer': [
    `update transfer set kind = 'reversal' where kind = 'recharge'`,
  ],
  'somebody reviewed what he filed': [
    'alter table recharge drop constraint recharge_reviewed_by_check',
    `update recharge set reviewed_by = created_by where status = 'approved'`,
  ],
  'an accepted push is not paid, or is charged otherwise': [`delete from transfer where kind = 'charge'`],
  'a charge is of no accepted push': [`update push_record set status = 'rejected' where status = 'accepted'`],
  'a push is charged twice': [again('charge')],
  'what is held is not the price of a push under way, or a settlement': [
    `insert into hold (ref_kind, ref_id, account_id, amount_fen) select 'push', '5', min(id), 1 from account`,
  ],
  'for a push under way, or a settlement, nothing is held': [underWay],
  'a returned push is not what was paid back': [
    `update push_return set refund_fen = refund_fen + 1 where status = 'returned'`,
  ],
  'a push is returned without a return': [`delete from push_return where status = 'returned'`],
  'a person went to two organizations': [
    `update push_record set user_id = (select min(user_id) from push_record) where status = 'accepted'`,
  ],
  'a person was pushed to one organization twice': [
    `update push_record set user_id = 1, org_id = 1 where status = 'accepted'`,
  ],
  'a cap is passed': [
    'update plan set daily_cap = 1',
    `update cap_use set used = 2 where kind = 'plan' and span = 'day'`,
  ],
  'an order that is paid is not booked, or booked otherwise': [`delete from transfer where kind = 'payment'`],
  'a payment is booked for an order that is not paid': [
    `update payment_order set status = 'closed', paid_at = null where paid_at is not null`,
  ],
  'an order is paid twice': [again('payment')],
  'a number of a channel has two orders': [`update payment_order set channel_id = 1, channel_no = 'same'`],
  'the fee of an order is not booked': [`delete from transfer where kind = 'paymentFee'`],
  'a payment of no order is not in suspense, or not booked there': [
    `update payment_ref set role = 'late' where role = 'order'`,
  ],
  'a second or late payment has no refund': [`update payment_ref set role = 'late' where role = 'order'`],
  'suspense is not what waits in it': [
    `insert into payment_suspense (provider, trade_no, collection_id, order_no, kind, amount_fen, paid_at)
     select 'sandbox', 'none', id, 'none', 'order', 1, now() from collection limit 1`,
  ],
  'a refund is not what was booked': [`update transfer set ref_kind = 'orderRefund' where kind = 'payment'`],
  'an order says otherwise what was refunded of it': [
    `update payment_order set refunded_fen = 1 where status = 'paid' and refunded_fen = 0 and paid_fen > 1`,
  ],
  'a daily limit is passed': ['update collection set daily_limit_fen = 1'],
  'a daily limit counts other orders': ['update collection_day set ordered_fen = ordered_fen + 1'],
  'a day of a collection channel counts other payments': [
    'update collection_day set paid_fen = paid_fen + 1',
  ],
  'a link has another state than its order': [`update pool_link set status = 'assigned'`],
  'a link is used by two orders': [
    `update payment_order set pool_link_id = 1 where status in ('paid', 'refunding', 'refunded')`,
  ],
  'an order of the pool has no link': [`update payment_order set provider = 'pool' where status = 'paid'`],
  'a product is sold in another number than its orders, or above its stock': [
    'update product_sale set taken = taken + 1',
  ],
  'a channel is owed something else than its results less what it was paid': [
    'update account set balance_fen = balance_fen + 1 where channel_id is not null',
  ],
  'the results of a channel have a gap': ['delete from channel_result where number = 1'],
  'a result is noted twice': [`update channel_result set kind = 'visitor', ref_id = 'same'`],
  'an accepted push is not owed to its channel': [
    `update push_record set cost_fen = cost_fen + 1 where status = 'accepted'`,
  ],
  'a paid settlement is not what was booked': [`delete from transfer where kind = 'settlement'`],
  'a settlement is not the sum of its results': ['update settlement set amount_fen = amount_fen + 1'],
  'a result is in two settlements': [
    `insert into settlement overriding system value select (jsonb_populate_record(s,
       jsonb_build_object('id', s.id + 100000, 'from_day', s.from_day - 100))).* from settlement s where status = 'paid'`,
  ],
  'somebody is stuck in the pipeline': [
    `insert into due_step (user_id, kind, due_at) select min(id), 'screen', now() from "user"`,
  ],
  'a push has not ended': [underWay],
  'an attempt of a push has no end': ['update push_attempt set outcome = null'],
  'a step of a payment is stuck': [
    `insert into payment_due (kind, ref_id, due_at) values ('refund', 1, now())`,
  ],
  'an order can still be paid': [
    `update payment_order set status = 'created', paid_at = null where paid_at is not null`,
  ],
  'a refund has not ended': [`update payment_refund set status = 'waiting', refunded_at = null`],
  'a notice has not ended': [`update payment_notice set status = 'waiting'`],
  'a link is held by no order': [`update pool_link set status = 'assigned'`],
  'a result waits although the channel could pay for it': [
    `insert into channel_result_new (channel_id, kind, ref_id, business_day, base_fen, cost_fen)
     select min(id), 'visitor', 'new', current_date, 1, 1 from channel`,
  ],
  'a cap counts something else': [`update cap_use set used = used + 1 where kind = 'plan'`],
}
