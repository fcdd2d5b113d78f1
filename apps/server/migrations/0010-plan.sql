-- Plans: which people an organisation wants, where, when, how many and at what price.

-- An empty list or a null sets no condition.
create table plan (
  id bigint generated always as identity primary key,
  org_id bigint not null references org (id),
  name text not null,
  flow text not null,
  price_fen integer not null,
  city_codes text[] not null default '{}',
  age_from integer,
  age_to integer,
  gender text,
  income_bands text[] not null default '{}',
  credit_bands text[] not null default '{}',
  house boolean,
  car boolean,
  social_insurance boolean,
  housing_fund boolean,
  daily_cap integer,
  daily_budget_fen bigint,
  dedupe_days integer not null default 30,
  priority integer not null default 50,
  starts_on date not null,
  ends_on date,
  status text not null default 'draft',
  remark text not null default '',
  created_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The target of the push record's foreign key: a plan together with its organisation.
  constraint plan_id_org_id_key unique (id, org_id),
  constraint plan_org_id_name_key unique (org_id, name),
  constraint plan_flow_check check (flow in ('full', 'half', 'uv', 'city')),
  constraint plan_price_fen_check check (price_fen >= 0),
  constraint plan_age_from_check check (age_from between 0 and 120),
  constraint plan_age_to_check check (age_to between coalesce(age_from, 0) and 120),
  constraint plan_gender_check check (gender in ('female', 'male')),
  constraint plan_income_bands_check
    check (income_bands <@ array['below3k', 'from3kTo5k', 'from5kTo10k', 'from10kTo20k', 'above20k']),
  constraint plan_credit_bands_check
    check (credit_bands <@ array['below550', 'from550To600', 'from600To650', 'from650To700', 'above700']),
  constraint plan_daily_cap_check check (daily_cap > 0),
  constraint plan_daily_budget_fen_check check (daily_budget_fen > 0),
  constraint plan_dedupe_days_check check (dedupe_days between 0 and 3650),
  constraint plan_priority_check check (priority between 0 and 100),
  constraint plan_ends_on_check check (ends_on >= starts_on),
  constraint plan_status_check check (status in ('draft', 'running', 'paused', 'exhausted', 'ended'))
);
create index plan_created_at_idx on plan (created_at, id) include (flow, status, org_id);
create index plan_flow_idx on plan (flow, created_at, id) include (status, org_id);
create index plan_status_idx on plan (status, flow, priority);

-- When a plan takes people: weekdays from Monday (1), times in the business zone. Without a row it always does.
create table plan_window (
  plan_id bigint not null references plan (id) on delete cascade,
  weekday integer not null,
  from_time time not null,
  to_time time not null,
  primary key (plan_id, weekday, from_time),
  constraint plan_window_weekday_check check (weekday between 1 and 7),
  constraint plan_window_to_time_check check (to_time > from_time)
);

-- Channels whose people a plan does not want.
create table plan_excluded_channel (
  plan_id bigint not null references plan (id) on delete cascade,
  channel_id bigint not null references channel (id),
  primary key (plan_id, channel_id)
);
create index plan_excluded_channel_channel_id_idx on plan_excluded_channel (channel_id);
