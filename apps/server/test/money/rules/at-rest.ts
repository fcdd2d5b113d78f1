/** Each finds what is left to do. Nothing may be found once everything has come to rest. */
export const restRules: Readonly<Record<string, string>> = {
  'somebody is stuck in the pipeline': `select user_id, kind, push_id, due_at from due_step`,
  'a push has not ended': `select id, status from push_record where status in ('pending', 'unknown')`,
  'an attempt of a push has no end': `select id, push_id from push_attempt where outcome is null`,
  'a step of a payment is stuck': `select kind, ref_id, due_at, claims, done from payment_due`,
  'an order can still be paid': `select id, status from payment_order where status = 'created'`,
  'a refund has not ended': `select id, status from payment_refund where status in ('waiting', 'pending')`,
  'a notice has not ended': `select id, status from payment_notice where status = 'waiting'`,
  'a link is held by no order': `select id from pool_link where status = 'assigned'`,
  'a result waits although the channel could pay for it': `
    select q.channel_id, q.id, q.cost_fen from channel_result_new q join account a on a.channel_id = q.channel_id
    where q.cost_fen >= 0 or q.is_booked or a.balance_fen - a.held_fen >= (select sum(-n.cost_fen) from channel_result_new n
      where n.channel_id = q.channel_id and n.cost_fen < 0 and not n.is_booked)`,
  'a cap counts something else': `
    select p.id, u.span, u.used, a.used as accepted from plan p
    join lateral (select count(*) as used from push_record r where r.plan_id = p.id and r.status in ('accepted', 'returned')) a on true
    join lateral (select span, sum(used) as used from cap_use c where c.kind = 'plan' and c.id = p.id group by span) u on true
    where u.used <> a.used`,
}
