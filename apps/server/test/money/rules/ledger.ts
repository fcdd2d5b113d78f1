/** Each finds rows of the ledger that contradict each other, at any instant. By what they show. */
export const ledgerRules: Readonly<Record<string, string>> = {
  'the balance of an account is not the sum of its transfers': `
    select a.id, a.balance_fen, coalesce(m.fen, 0) as moved from account a left join (
      select side.id, sum(side.fen) as fen from transfer t cross join lateral (
        values (t.debit_account_id, -t.amount_fen), (t.credit_account_id, t.amount_fen)) side (id, fen) group by 1) m on m.id = a.id
    where a.balance_fen is not null and a.balance_fen <> coalesce(m.fen, 0)`,
  'a balance is below what is held, or below 0': `
    select id, balance_fen, held_fen from account where balance_fen < held_fen or held_fen < 0 or balance_fen < 0`,
  'a transfer debits and credits no account of ours': `
    select t.id from transfer t where not exists (select from account where id = t.debit_account_id)
      or not exists (select from account where id = t.credit_account_id) or t.debit_account_id = t.credit_account_id`,
  'an event is booked twice': `
    select kind, ref_kind, ref_id from transfer group by 1, 2, 3 having count(*) > 1`,
  'debits are not credits': `
    select b.fen as balances, m.fen as others from (select sum(balance_fen) as fen from account) b,
      (select coalesce(sum(case when d.balance_fen is null then -t.amount_fen else 0 end
        + case when c.balance_fen is null then t.amount_fen else 0 end), 0) as fen
       from transfer t join account d on d.id = t.debit_account_id join account c on c.id = t.credit_account_id) m
    where b.fen + m.fen <> 0`,
  'an approved recharge is not what was booked': `
    select r.id as recharge, r.status, t.id as transfer, r.amount_fen, t.amount_fen as booked_fen from recharge r
    full join (select * from transfer where ref_kind = 'recharge' and ref_id ~ '^[0-9]+$' and kind in ('recharge', 'payout')) t
      on t.ref_id = r.id::text
    where (coalesce(r.status, '') = 'approved') <> (t.id is not null) or t.id <> r.transfer_id
      or t.amount_fen <> abs(r.amount_fen) or (t.kind = 'payout') <> (r.amount_fen < 0)
      or t.account_id <> (select id from account a where a.org_id = r.org_id)`,
  'an approved adjustment is not what was booked': `
    select d.id as adjustment, d.status, t.id as transfer, d.amount_fen, t.amount_fen as booked_fen from adjustment d
    full join (select * from transfer where (kind = 'adjust' and ref_kind = 'adjustment') or kind = 'reversal') t
      on t.id = d.transfer_id
    where (coalesce(d.status, '') = 'approved') <> (t.id is not null)
      or t.ref_id <> case d.kind when 'adjust' then d.id else d.link_id end::text
      or d.amount_fen <> case t.account_id when t.credit_account_id then t.amount_fen else -t.amount_fen end`,
  'a reversal is not the opposite of one transfer': `
    select r.id, r.reverses_id from transfer r left join transfer t on t.id = r.reverses_id
    where r.kind = 'reversal' and (t.id is null or t.kind = 'reversal' or t.amount_fen <> r.amount_fen
      or t.debit_account_id <> r.credit_account_id or t.credit_account_id <> r.debit_account_id
      or exists (select from transfer o where o.kind = 'reversal' and o.reverses_id = r.reverses_id and o.id <> r.id))`,
  'somebody reviewed what he filed': `
    select 'recharge' as kind, id from recharge where reviewed_by = created_by
    union all select 'adjustment', id from adjustment where reviewed_by = created_by
    union all select 'settlement', id from settlement where reviewed_by = created_by
    union all select 'return', id from push_return where reviewed_by = asked_by`,
}
