-- A payment in suspense that names no order of ours can be paid back by its provider too. Such a refund has no order; its number at
-- the provider is that of the payment in suspense, and so are its calls.
alter table payment_refund alter column order_id drop not null;
alter table payment_refund add constraint payment_refund_order_check check (order_id is not null or kind = 'suspense');
alter table payment_attempt alter column order_id drop not null;
alter table payment_attempt add constraint payment_attempt_order_check check (order_id is not null or refund_id is not null);

-- Active users: who registered, completed the profile, came by a joint login, ordered or paid on a business day. The first of these
-- facts of a user on a day is a fact of the kind `active` too, with what that one belongs to, so active users are added up like
-- everything else. A move to another channel is a registration there, and nothing that the person did.
create table active_user (
  day date not null,
  user_id bigint not null,
  primary key (day, user_id)
);
alter table fact drop constraint fact_kind_check;
alter table fact add constraint fact_kind_check check (kind in ('registration', 'profile', 'match', 'push', 'accepted', 'rejected',
  'duplicate', 'failed', 'return', 'login', 'order', 'error', 'paid', 'refund', 'charge', 'chargeBack', 'cost', 'costBack', 'active'));
alter table roll_up add column active_users bigint not null default 0;
alter table roll_up_hour add column active_users bigint not null default 0;

create function shows_activity(kind text, day date, came date) returns boolean language sql immutable parallel safe
  return kind in ('profile', 'login', 'order', 'paid') or (kind = 'registration' and day = came);
insert into active_user select distinct day, user_id from fact where user_id <> 0 and shows_activity(kind, day, came);
insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, day, came, city_code, flow, kind)
  select time_id(time_of_id(id)), user_id, user_id, channel_id, org_id, plan_id, product_id, day, came, city_code, flow, 'active'
  from (select distinct on (day, user_id) * from fact where user_id <> 0 and shows_activity(kind, day, came)
    order by day, user_id, id) f;

-- The plan is kept from the first call, which may have one row: without nested loops it is good for many rows too.
create function note_active_users() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  -- The statement below is one of those that this trigger is of.
  if not exists (select from added where user_id <> 0 and shows_activity(kind, day, came)) then
    return null;
  end if;
  with first as (
    select distinct on (day, user_id) * from added where user_id <> 0 and shows_activity(kind, day, came) order by day, user_id, id
  ), noted as (
    insert into active_user select day, user_id from first on conflict do nothing returning day, user_id
  )
  insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, day, came, city_code, flow, kind)
    select time_id(time_of_id(f.id)), f.user_id, f.user_id, f.channel_id, f.org_id, f.plan_id, f.product_id, f.day, f.came, f.city_code,
      f.flow, 'active'
    from first f join noted using (day, user_id);
  return null;
end $$;
create trigger fact_active_users after insert on fact referencing new table as added
  for each statement execute function note_active_users();
