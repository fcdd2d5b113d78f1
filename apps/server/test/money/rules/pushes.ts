/** Each finds pushes that contradict the ledger or each other, at any instant. By what they show. */
export const pushRules: Readonly<Record<string, string>> = {
  'an accepted push is not paid, or is charged otherwise': `
    select p.id, p.status, p.price_fen, t.amount_fen from push_record p
    left join transfer t on t.kind = 'charge' and t.ref_kind = 'push' and t.ref_id = p.id::text
    where p.status in ('accepted', 'returned') and p.price_fen > 0 and (t.amount_fen is distinct from p.price_fen
      or t.account_id <> (select id from account a where a.org_id = p.org_id))`,
  'a charge is of no accepted push': `
    select t.id, t.ref_id, p.status from transfer t left join push_record p on p.id::text = t.ref_id
    where t.kind = 'charge' and (t.ref_kind <> 'push' or p.id is null or p.status not in ('accepted', 'returned'))`,
  'a push is charged twice': `
    select ref_id from transfer where kind = 'charge' and ref_kind = 'push' group by 1 having count(*) > 1`,
  'what is held is not the price of a push under way, or a settlement': `
    select h.ref_kind, h.ref_id, h.amount_fen, p.status, p.price_fen from hold h
    left join push_record p on h.ref_kind = 'push' and p.id::text = h.ref_id
    left join settlement s on h.ref_kind = 'settlement' and s.id::text = h.ref_id
    where case h.ref_kind
      when 'push' then p.status is null or p.status not in ('pending', 'unknown')
        or coalesce(p.price_max_fen, p.price_fen) <> h.amount_fen or h.account_id <> (select id from account where org_id = p.org_id)
      when 'settlement' then s.status is null or s.status not in ('draft', 'confirmed') or s.amount_fen <> h.amount_fen
        or h.account_id <> (select id from account where channel_id = s.channel_id)
      else true end`,
  'for a push under way, or a settlement, nothing is held': `
    select 'push' as kind, p.id from push_record p where p.status in ('pending', 'unknown')
      and coalesce(p.price_max_fen, p.price_fen) > 0
      and not exists (select from hold h where h.ref_kind = 'push' and h.ref_id = p.id::text)
    union all
    select 'settlement', s.id from settlement s where s.status in ('draft', 'confirmed')
      and not exists (select from hold h where h.ref_kind = 'settlement' and h.ref_id = s.id::text)`,
  'a returned push is not what was paid back': `
    select b.id, b.push_id, b.push, b.refund_fen, t.amount_fen from (
      select r.id, r.push_id, r.refund_fen, p.status as push, p.price_fen from push_return r join push_record p on p.id = r.push_id
      where r.status = 'returned') b
    full join (select * from transfer where kind = 'refund' and ref_kind = 'push') t on t.ref_id = b.push_id::text
    where b.id is null or b.push <> 'returned' or b.refund_fen <> coalesce(t.amount_fen, 0) or b.price_fen <> b.refund_fen`,
  'a push is returned without a return': `
    select p.id from push_record p where p.status = 'returned'
      and not exists (select from push_return b where b.push_id = p.id and b.status = 'returned')`,
  'a person went to two organizations': `
    select user_id from push_record where status in ('accepted', 'returned') group by 1 having count(*) > 1`,
  'a person was pushed to one organization twice': `
    select user_id, org_id from push_record group by 1, 2 having count(*) filter (where status <> 'failed') > 1`,
  'a cap is passed': `
    select p.id, c.used, p.daily_cap from plan p join cap_use c on c.kind = 'plan' and c.id = p.id and c.span = 'day'
    where c.used > p.daily_cap`,
}
