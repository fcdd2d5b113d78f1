-- Holds several amounts in one statement, each held or refused by itself, as by `hold_amount`; `nth` counts from 1 what was given.
-- All references come first, in their order, and then the accounts, in theirs: as every hold and charge takes the reference before the
-- account, none of them waits in a circle.
create function hold_amounts(orgs bigint[], amounts bigint[], ref_kinds text[], ref_ids text[])
returns table (nth int, outcome text) language plpgsql as $$
#variable_conflict use_column
declare
  accounts bigint[];
  fresh int[] := '{}';
  added int[];
  refused int[] := '{}';
  wanted record;
  account_now bigint;
  available bigint;
  taken bigint;
begin
  accounts := array(select a.id from unnest(orgs) with ordinality o (org, nth) left join account a on a.org_id = o.org order by o.nth);
  if array_position(accounts, null) is not null then
    raise exception 'there is no account of an organisation that something is to be held of';
  end if;
  loop
    with inserted as (
      insert into hold (ref_kind, ref_id, account_id, amount_fen)
        select distinct on (w.ref_kind, w.ref_id) w.ref_kind, w.ref_id, w.account_id, w.amount
        from unnest(ref_kinds, ref_ids, accounts, amounts) with ordinality w (ref_kind, ref_id, account_id, amount, nth)
        order by w.ref_kind, w.ref_id, w.nth
        on conflict do nothing returning ref_kind, ref_id
    ) select array_agg(first.nth) into added from (
      select min(w.nth)::int as nth from inserted i
        join unnest(ref_kinds, ref_ids) with ordinality w (ref_kind, ref_id, nth) using (ref_kind, ref_id) group by w.ref_kind, w.ref_id
    ) first;
    fresh := fresh || coalesce(added, '{}');
    -- One that is neither new nor there went in this moment.
    exit when not exists (select from unnest(ref_kinds, ref_ids) w (ref_kind, ref_id)
      where not exists (select from hold h where h.ref_kind = w.ref_kind and h.ref_id = w.ref_id));
  end loop;
  for wanted in
    select f.nth, accounts[f.nth] as account_id, amounts[f.nth] as amount,
      exists (select from transfer_ref r where r.kind = 'charge' and r.ref_kind = ref_kinds[f.nth] and r.ref_id = ref_ids[f.nth]) as is_charged
    from unnest(fresh) f (nth) order by 2, 1
  loop
    if wanted.is_charged then
      delete from hold h where h.ref_kind = ref_kinds[wanted.nth] and h.ref_id = ref_ids[wanted.nth];
      continue;
    end if;
    if account_now is distinct from wanted.account_id then
      update account a set held_fen = a.held_fen + taken where a.id = account_now and taken > 0;
      account_now := wanted.account_id;
      taken := 0;
      select a.balance_fen - a.held_fen into available from account a where a.id = account_now for no key update;
    end if;
    if available - taken >= wanted.amount then
      taken := taken + wanted.amount;
    else
      refused := refused || wanted.nth;
    end if;
  end loop;
  update account a set held_fen = a.held_fen + taken where a.id = account_now and taken > 0;
  delete from hold h using unnest(refused) r (nth) where h.ref_kind = ref_kinds[r.nth] and h.ref_id = ref_ids[r.nth];
  return query
    select w.nth::int, case
      when exists (select from unnest(refused) r (nth) where ref_kinds[r.nth] = w.ref_kind and ref_ids[r.nth] = w.ref_id) then 'insufficient'
      when fresh @> array[w.nth::int] or h.ref_id is null then 'held'
      when (h.account_id, h.amount_fen) = (accounts[w.nth], w.amount) then 'held'
      else 'other' end
    from unnest(ref_kinds, ref_ids, amounts) with ordinality w (ref_kind, ref_id, amount, nth) left join hold h using (ref_kind, ref_id)
    order by w.nth;
end $$;

-- Charges several holds, each by itself, as by `post_hold`; an amount of null charges all that is held. The references are locked before
-- the accounts, as above.
create function post_holds(ref_kinds text[], ref_ids text[], amounts bigint[], day date)
returns table (nth int, outcome text) language plpgsql as $$
#variable_conflict use_column
declare
  wanted record;
begin
  perform from hold h where (h.ref_kind, h.ref_id) in (select * from unnest(ref_kinds, ref_ids)) order by h.ref_kind, h.ref_id for update;
  for wanted in
    select w.* from unnest(ref_kinds, ref_ids, amounts) with ordinality w (ref_kind, ref_id, amount, nth) left join hold h using (ref_kind, ref_id)
    order by h.account_id, w.nth
  loop
    nth := wanted.nth;
    outcome := (post_hold(wanted.ref_kind, wanted.ref_id, wanted.amount, day)).outcome;
    return next;
  end loop;
end $$;
