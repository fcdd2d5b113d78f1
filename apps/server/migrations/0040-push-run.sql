-- Push plans that send, the figures of plans and push plans by status, what a full plan does with a person, and which rules of a
-- plan people did not fit.

-- Pushes by status, as changes that are only added, so that no push waits for another one. A job adds them up into `push_tally`;
-- a reader adds both, which is exact at any time.
-- `plan`: the pushes of a plan by status; `pushPlan`: those of a push plan; `target`: the people of a push plan by state or reason.
create table push_tally (
  kind text collate "C" not null,
  -- A plan or a push plan.
  id bigint not null,
  -- The quarter of an hour of the requests; the epoch for a push plan.
  slot timestamptz not null,
  what text collate "C" not null,
  n integer not null,
  primary key (kind, id, slot, what),
  constraint push_tally_kind_check check (kind in ('plan', 'pushPlan', 'target'))
) with (fillfactor = 70);
create table push_tally_new (
  kind text collate "C" not null,
  id bigint not null,
  slot timestamptz not null,
  what text collate "C" not null,
  n integer not null,
  constraint push_tally_new_kind_check check (kind in ('plan', 'pushPlan', 'target'))
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
create index push_tally_new_id_idx on push_tally_new (kind, id, slot);

insert into push_tally (kind, id, slot, what, n)
  select 'plan', plan_id, date_bin('15 minutes', request_at, timestamptz 'epoch'), status, count(*)
  from push_record where stage not in ('check', 'consent') group by 1, 2, 3, 4;
insert into push_tally (kind, id, slot, what, n)
  select 'pushPlan', push_plan_id, timestamptz 'epoch', status, count(*)
  from push_record where push_plan_id is not null group by 2, 4;

-- Whoever stores a push or changes its status, the tallies agree with the pushes. In the half flow an organisation is asked first:
-- a push counts for its plan once the person has consented.
create function tally_added_pushes() returns trigger language plpgsql as $$
begin
  insert into push_tally_new (kind, id, slot, what, n)
    select 'plan', plan_id, date_bin('15 minutes', time_of_id(id), timestamptz 'epoch'), status, count(*)
    from added where stage not in ('check', 'consent') group by 2, 3, 4
    union all
    select 'pushPlan', push_plan_id, timestamptz 'epoch', status, count(*)
    from added where push_plan_id is not null group by 2, 4;
  return null;
end $$;
create trigger push_record_tally_insert after insert on push_record
  referencing new table as added for each statement execute function tally_added_pushes();

create function tally_changed_push() returns trigger language plpgsql as $$
begin
  insert into push_tally_new (kind, id, slot, what, n)
    select 'plan', new.plan_id, date_bin('15 minutes', time_of_id(new.id), timestamptz 'epoch'), s.what, s.n
    from (values (old.status, old.stage, -1), (new.status, new.stage, 1)) s (what, stage, n)
    where s.stage not in ('check', 'consent');
  if new.push_plan_id is not null and old.status <> new.status then
    insert into push_tally_new (kind, id, slot, what, n)
      values ('pushPlan', new.push_plan_id, timestamptz 'epoch', old.status, -1),
        ('pushPlan', new.push_plan_id, timestamptz 'epoch', new.status, 1);
  end if;
  return null;
end $$;
create trigger push_record_tally_update after update of status, stage on push_record
  for each row when (old.status <> new.status or old.stage <> new.stage) execute function tally_changed_push();

-- Adds up what was added since the last time. Called by a job, by one instance at a time.
create function fold_push_tally() returns integer language plpgsql as $$
declare
  folded integer;
begin
  with gone as (
    delete from push_tally_new returning kind, id, slot, what, n
  ), summed as (
    select kind, id, slot, what, sum(n)::integer as n, count(*) as rows from gone group by 1, 2, 3, 4 order by 1, 2, 3, 4
  ), added as (
    insert into push_tally as t (kind, id, slot, what, n) select kind, id, slot, what, n from summed where n <> 0
    on conflict (kind, id, slot, what) do update set n = t.n + excluded.n
  )
  select coalesce(sum(rows), 0) into folded from summed;
  return folded;
end $$;

-- A push plan that sends. The columns are its run; whoever changes them has locked the row.
alter table push_plan drop constraint push_plan_status_check,
  add constraint push_plan_status_check
    check (status in ('draft', 'scheduled', 'running', 'paused', 'done', 'cancelled')),
  -- When the service looks at it next, if it is scheduled or running; '-infinity': its schedule is to be read first.
  add column due_at timestamptz not null default '-infinity',
  -- The audience of this run is known up to this user, and is read up to that one; null: there is nothing to read.
  add column walked_to bigint not null default 0,
  add column walk_until bigint,
  -- When the next person may be sent, by the speed.
  add column paced_at timestamptz,
  -- Why nobody is sent now: a rule of the match; null: people are sent.
  add column holds text,
  add column started_at timestamptz(3),
  add column ended_at timestamptz(3);
create index push_plan_due_at_idx on push_plan (due_at) where status in ('scheduled', 'running');
-- Nobody was sent so far, and nothing is sent by an upgrade alone: somebody schedules these anew.
update push_plan set status = 'draft', version = version + 1, updated_at = now() where status = 'scheduled';

-- The people of a push plan, each once, however often it runs.
create table push_target (
  push_plan_id bigint not null references push_plan (id),
  user_id bigint not null references "user" (id) on delete cascade,
  -- `waiting`: to be sent; `sent`: in the pipeline; `pushed`: there is a push; `unfit`: not pushed, for this reason.
  state text not null default 'waiting',
  reason text,
  push_id bigint,
  -- How often the person was put off.
  tries smallint not null default 0,
  due_at timestamptz not null default now(),
  primary key (push_plan_id, user_id),
  constraint push_target_state_check check (state in ('waiting', 'sent', 'pushed', 'unfit')),
  constraint push_target_reason_check check ((state = 'unfit') = (reason is not null)),
  constraint push_target_push_id_check check ((state = 'pushed') = (push_id is not null))
) with (fillfactor = 80);
create index push_target_due_at_idx on push_target (push_plan_id, due_at, user_id) where state = 'waiting';
create index push_target_user_id_idx on push_target (user_id);

create function tally_added_targets() returns trigger language plpgsql as $$
begin
  insert into push_tally_new (kind, id, slot, what, n)
    select 'target', push_plan_id, timestamptz 'epoch', coalesce(reason, state), count(*) from added group by 2, 4;
  return null;
end $$;
create trigger push_target_tally_insert after insert on push_target
  referencing new table as added for each statement execute function tally_added_targets();
create function tally_changed_targets() returns trigger language plpgsql as $$
begin
  insert into push_tally_new (kind, id, slot, what, n)
    select 'target', push_plan_id, timestamptz 'epoch', what, sum(n) from (
      select push_plan_id, coalesce(reason, state) as what, -1 as n from before
      union all select push_plan_id, coalesce(reason, state), 1 from after) changed
    group by 2, 4 having sum(n) <> 0;
  return null;
end $$;
create trigger push_target_tally_update after update on push_target
  referencing old table as before new table as after for each statement execute function tally_changed_targets();

-- Whether a person whom a plan would take but for a cap that is reached waits until it opens; if not, the next plan is tried.
alter table plan add column waits_when_full boolean not null default false;
-- Until when a person waits, for a step that ended with that.
alter table step_taken add column until timestamptz(3);

-- How many runs of the match did not fit a plan at a rule on a business day, and the latest of them as examples.
create table plan_why_not (
  plan_id bigint not null references plan (id) on delete cascade,
  day date not null,
  rule text collate "C" not null,
  n integer not null,
  -- The latest first.
  run_ids bigint[] not null default '{}',
  primary key (plan_id, day, rule),
  constraint plan_why_not_n_check check (n > 0)
) with (fillfactor = 70);
-- The runs up to this id are counted.
create table why_not_position (
  one boolean primary key default true check (one),
  run_id bigint not null
);
insert into why_not_position (run_id) values (coalesce((select max(id) from match_run), 0));
