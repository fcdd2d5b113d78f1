-- Who brings people, who receives them, and on which terms.

-- A channel's terms. Its landing address follows from its code; the secret is sealed and shown once.
alter table channel
  add column contact_name text not null default '',
  add column contact_phone text not null default '',
  add column settlement text not null default 'cpa',
  add column price_fen integer default 0,
  add column share_bp integer,
  add column deduction_bp integer not null default 0,
  add column daily_cap integer,
  add column if not exists owner_id bigint references admin (id),
  add column api_key text collate "C",
  add column api_secret_sealed bytea,
  add constraint channel_settlement_check check (settlement in ('cpa', 'cpl', 'cps', 'cpuv')),
  -- A share of the revenue for cps, a price for all else.
  add constraint channel_price_fen_check
    check (case when settlement = 'cps' then price_fen is null else price_fen is not null and price_fen >= 0 end),
  add constraint channel_share_bp_check
    check (case when settlement = 'cps' then share_bp is not null and share_bp between 0 and 10000 else share_bp is null end),
  add constraint channel_deduction_bp_check check (deduction_bp between 0 and 10000),
  add constraint channel_daily_cap_check check (daily_cap > 0),
  add constraint channel_api_secret_sealed_check check ((api_key is null) = (api_secret_sealed is null)),
  add constraint channel_api_key_key unique (api_key);
create index if not exists channel_owner_id_idx on channel (owner_id);
create index channel_created_at_idx on channel (created_at, id) include (flow, status, settlement, owner_id);
create index channel_flow_idx on channel (flow, created_at, id) include (status, settlement, owner_id);

create table org (
  id bigint generated always as identity primary key,
  code text collate "C" not null,
  name text not null,
  short_name text not null default '',
  logo_file_id bigint,
  flow text not null,
  licence_no text not null default '',
  contact_name text not null default '',
  contact_phone text not null default '',
  -- Empty is the whole country.
  city_codes text[] not null default '{}',
  check_url text,
  push_url text,
  login_url text,
  timeout_ms integer not null default 3000,
  -- [{"name", "url", "version"}]
  agreements jsonb not null default '[]',
  -- Only the ledger changes it.
  balance_fen bigint not null default 0,
  alert_fen bigint not null default 0,
  salesman_id bigint,
  push_secret_sealed bytea,
  status text not null default 'enabled',
  remark text not null default '',
  created_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint org_code_key unique (code),
  constraint org_code_check check (code ~ '^[a-z0-9]{4,16}$'),
  constraint org_flow_check check (flow in ('full', 'half', 'uv', 'city')),
  constraint org_timeout_ms_check check (timeout_ms between 100 and 60000),
  constraint org_agreements_check check (jsonb_typeof(agreements) = 'array'),
  constraint org_balance_fen_check check (balance_fen >= 0),
  constraint org_alert_fen_check check (alert_fen >= 0),
  constraint org_status_check check (status in ('enabled', 'paused', 'disabled'))
);
create unique index org_name_key on org (name);
create index org_created_at_idx on org (created_at, id) include (flow, status, salesman_id);
create index org_flow_idx on org (flow, created_at, id) include (status, salesman_id);
create index org_salesman_id_idx on org (salesman_id);

-- Which people an organisation wants, where, when, how many and at what price. An empty list and a null ask for nothing.
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
  -- What a push record refers to: a plan together with its organisation.
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

-- When a plan takes people: weekdays from Monday (1), times of the business zone; none is always.
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
