-- People who wait until a plan can take them again, and organisations that asked for a pause.

alter table due_step
  -- The plan that the person waits for; null: the person does not wait. A claim ends the wait.
  add column waits_for bigint,
  -- Whether the person comes back before the step is due as soon as the plan can take people again.
  add column wakes boolean not null default false,
  add constraint due_step_wakes_check check (not wakes or waits_for is not null);
-- Finds the plans that anybody waits for, and the first of them for each.
create index due_step_waits_idx on due_step (wakes, waits_for, due_at) where waits_for is not null;

-- Until when an organisation asked not to be called. Apart from its breaker, which is about failures.
create table org_pause (
  org_id bigint primary key references org (id) on delete cascade,
  until timestamptz(3) not null
);

-- When people who wait are looked at next; whichever instance moves it on does it.
create table wake_up (
  is_only boolean primary key default true,
  at timestamptz not null default '-infinity',
  constraint wake_up_is_only_check check (is_only)
);
insert into wake_up default values;

-- The plans that people wait for who come back as soon as it can take them: one step over the index for each plan.
create function plans_waited_for() returns setof bigint language sql stable as $$
  with recursive plan (id) as (
    (select waits_for from due_step where wakes and waits_for is not null order by waits_for limit 1)
    union all
    select (select d.waits_for from due_step d where d.wakes and d.waits_for > plan.id order by d.waits_for limit 1)
    from plan where plan.id is not null
  )
  select id from plan where id is not null
$$;
