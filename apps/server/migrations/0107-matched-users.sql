-- Matched users: who matched at least once. A match that finds a plan, or an offer of the half flow, is a fact of the kind `match` each
-- time; the first one of a user is a fact of the kind `matched` too, with what that one belongs to. So they are added up like everything
-- else, and their sum over any days is a number of people.
create table matched_user (
  user_id bigint primary key
);
comment on table matched_user is 'Who has a fact of the kind matched; the key lets each user have one.';
alter table fact drop constraint fact_kind_check;
alter table fact add constraint fact_kind_check check (kind in ('registration', 'profile', 'match', 'matched', 'push', 'accepted',
  'rejected', 'duplicate', 'failed', 'return', 'login', 'order', 'error', 'paid', 'refund', 'charge', 'chargeBack', 'cost', 'costBack',
  'active'));
alter table roll_up add column matched_users bigint not null default 0;
alter table roll_up_hour add column matched_users bigint not null default 0;

-- A sub-select that is tested for being true is looked up by its hash, so no planner setting is needed, which would count for the
-- statements of the triggers below it too.
create function note_matched_users() returns trigger language plpgsql as $$
begin
  -- The statement below is one of those that this trigger is of.
  if not exists (select from added where kind = 'match' and user_id <> 0) then
    return null;
  end if;
  with first as (
    select distinct on (user_id) * from added where kind = 'match' and user_id <> 0 order by user_id, id
  ), noted as (
    insert into matched_user select user_id from first on conflict do nothing returning user_id
  )
  insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, day, came, city_code, flow, kind)
    select time_id(time_of_id(f.id)), f.user_id, f.user_id, f.channel_id, f.org_id, f.plan_id, f.product_id, f.day, f.came, f.city_code,
      f.flow, 'matched'
    from first f where (f.user_id in (select user_id from noted)) is true;
  return null;
end $$;
-- From here on the service adds no match until this is committed, so none is left out between the trigger and the first users.
create trigger fact_matched_users after insert on fact referencing new table as added
  for each statement execute function note_matched_users();

insert into matched_user select distinct user_id from fact where kind = 'match' and user_id <> 0;
insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, day, came, city_code, flow, kind)
  select time_id(time_of_id(id)), user_id, user_id, channel_id, org_id, plan_id, product_id, day, came, city_code, flow, 'matched'
  from (select distinct on (user_id) * from fact where kind = 'match' and user_id <> 0 order by user_id, id) f;
