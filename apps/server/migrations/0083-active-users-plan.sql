-- A planner setting of a function counts for every statement inside it, also for those of the triggers that it fires, whose plans stay
-- with the connection. So there is none here: a sub-select that is tested for being true is looked up by its hash, however many rows
-- there are when the plan is made.
create or replace function note_active_users() returns trigger language plpgsql as $$
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
    from first f where ((f.day, f.user_id) in (select day, user_id from noted)) is true;
  return null;
end $$;
