-- Plans: all their terms, their two lists, simulations of a plan, and push plans.

-- A plan and its organisation have the same flow.
alter table plan drop constraint plan_org_id_fkey;
alter table plan add constraint plan_org_id_fkey foreign key (org_id, flow) references org (id, flow);

alter table plan
  -- Null: no cap.
  add column hourly_cap integer,
  add column monthly_cap integer,
  add column total_cap integer,
  -- Whether the cap of a day is spread evenly over the windows of the day.
  add column is_paced boolean not null default false,
  -- Within how many days the organisation may return a person, and for which reasons. 0: never.
  add column return_days integer not null default 0,
  add column return_reasons text[] not null default '{}',
  -- Whether a second person checks a return before the price is paid back.
  add column is_return_reviewed boolean not null default true,
  add constraint plan_hourly_cap_check check (hourly_cap > 0),
  add constraint plan_monthly_cap_check check (monthly_cap > 0),
  add constraint plan_total_cap_check check (total_cap > 0),
  add constraint plan_is_paced_check check (not is_paced or daily_cap is not null),
  add constraint plan_return_days_check check (return_days between 0 and 365),
  add constraint plan_return_reasons_check check (return_days > 0 or return_reasons = '{}');

-- Windows of one weekday have gaps between them; those that touch are stored as one.
create function plan_window_range(from_time time, to_time time) returns int4range language sql immutable
  return int4range(
    (extract(epoch from from_time) / 60)::integer, (extract(epoch from to_time) / 60)::integer, '[]');
alter table plan_window add constraint plan_window_apart exclude using gist (
  int8range(plan_id, plan_id, '[]') with &&,
  int4range(weekday, weekday, '[]') with &&,
  plan_window_range(from_time, to_time) with &&
);

-- One for each order of the lists, with the filters, so that a page and its count read the index only.
drop index plan_created_at_idx, plan_flow_idx, plan_status_idx;
create index plan_created_at_idx on plan (created_at, id) include (flow, status, org_id, name, price_fen);
create index plan_updated_at_idx on plan (updated_at, id) include (flow, status, org_id, name, price_fen);
create index plan_price_fen_idx on plan (price_fen, id) include (flow, status, org_id, name);
create index plan_priority_idx on plan (priority, id) include (flow, status, org_id, name, price_fen);
create index plan_starts_on_idx on plan (starts_on, id) include (flow, status, org_id, name, price_fen);
-- A plan without an end or a cap sorts after all others.
create index plan_ends_on_idx on plan (coalesce(ends_on, 'infinity'), id) include (flow, status, org_id, name, price_fen);
create index plan_daily_cap_idx on plan (coalesce(daily_cap, 2147483647), id)
  include (flow, status, org_id, name, price_fen);
create index plan_daily_budget_fen_idx on plan (coalesce(daily_budget_fen, 9223372036854775807), id)
  include (flow, status, org_id, name, price_fen);
create index plan_status_idx on plan (status, created_at, id) include (flow, org_id, name, price_fen);
create index plan_org_id_idx on plan (org_id, created_at, id) include (flow, status, name, price_fen);

-- The figures of a plan's day are read from the index only.
drop index push_record_plan_id_idx;
create index push_record_plan_id_idx on push_record (plan_id, request_at, id)
  include (status, stage, flow, channel_id, city_code, price_fen);

-- A simulation runs a plan, as it is or as somebody would change it, against the newest users. It writes nothing about them.
create table plan_simulation (
  id bigint generated always as identity primary key,
  -- Null: the plan is not stored yet.
  plan_id bigint references plan (id) on delete cascade,
  flow text not null,
  -- The terms that are simulated.
  terms jsonb not null,
  -- Limits the users to those of this owner's channels; null: all users.
  scope_admin_id bigint references admin (id),
  status text not null default 'queued',
  done integer not null default 0,
  total integer not null default 0,
  result jsonb,
  failure text,
  created_by bigint not null references admin (id),
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  constraint plan_simulation_flow_check check (flow in ('full', 'half', 'uv', 'city')),
  constraint plan_simulation_status_check check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  constraint plan_simulation_done_check check (done between 0 and total),
  constraint plan_simulation_result_check check ((status = 'done') = (result is not null)),
  constraint plan_simulation_failure_check check (failure in ('unexpected', 'stopped'))
);
create index plan_simulation_plan_id_idx on plan_simulation (plan_id);
create index plan_simulation_scope_admin_id_idx on plan_simulation (scope_admin_id);
-- One simulation of an administrator at a time.
create unique index plan_simulation_created_by_key on plan_simulation (created_by) where status in ('queued', 'running');
create index plan_simulation_created_by_idx on plan_simulation (created_by, id);
create index plan_simulation_created_at_idx on plan_simulation (created_at);

-- A push plan sends an audience of existing users to a plan.
create table push_plan (
  id bigint generated always as identity primary key,
  name text not null,
  plan_id bigint not null references plan (id),
  -- The audience; a null or an empty list sets no condition.
  channel_id bigint references channel (id),
  city_code text,
  registered_from timestamptz(3),
  registered_to timestamptz(3),
  user_statuses text[] not null default '{}',
  risk_levels text[] not null default '{}',
  schedule text not null,
  -- The instant of the schedule `at`.
  at timestamptz(3),
  -- The time of the schedule `daily`, in the business zone.
  daily_at time,
  per_minute integer not null,
  -- Null: the whole audience.
  cap integer,
  status text not null default 'draft',
  remark text not null default '',
  created_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint push_plan_name_key unique (name),
  constraint push_plan_city_code_check check (city_code ~ '^[1-9][0-9]{5}$'),
  constraint push_plan_registered_to_check check (registered_to > registered_from),
  constraint push_plan_user_statuses_check
    check (user_statuses <@ array['registered', 'profiled', 'matched', 'pushed', 'accepted', 'rejected']),
  constraint push_plan_risk_levels_check check (risk_levels <@ array['low', 'medium', 'high']),
  constraint push_plan_schedule_check check (schedule in ('now', 'at', 'daily')),
  constraint push_plan_at_check check ((schedule = 'at') = (at is not null)),
  constraint push_plan_daily_at_check check ((schedule = 'daily') = (daily_at is not null)),
  constraint push_plan_per_minute_check check (per_minute between 1 and 6000),
  constraint push_plan_cap_check check (cap > 0),
  constraint push_plan_status_check check (status in ('draft', 'scheduled', 'cancelled'))
);
create index push_plan_created_at_idx on push_plan (created_at, id) include (status, plan_id, schedule, name);
create index push_plan_updated_at_idx on push_plan (updated_at, id) include (status, plan_id, schedule, name);
create index push_plan_status_idx on push_plan (status, created_at, id) include (plan_id, schedule, name);
create index push_plan_plan_id_idx on push_plan (plan_id);
create index push_plan_channel_id_idx on push_plan (channel_id);
