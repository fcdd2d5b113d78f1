-- Channels: the partners that bring people, and their terms.

-- The landing address follows from the code; the secret is sealed and shown once.
create table channel (
  id bigint generated always as identity primary key,
  code text collate "C" not null,
  name text not null,
  flow text not null,
  contact_name text not null default '',
  contact_phone text not null default '',
  settlement text not null default 'cpa',
  price_fen integer default 0,
  share_bp integer,
  deduction_bp integer not null default 0,
  daily_cap integer,
  -- The administrator in charge; the data scope `own` covers the channels of this administrator and their users.
  owner_id bigint references admin (id),
  api_key text collate "C",
  api_secret_sealed bytea,
  status text not null default 'enabled',
  remark text not null default '',
  created_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint channel_code_key unique (code),
  constraint channel_code_check check (code ~ '^[a-z0-9]{4,16}$'),
  constraint channel_flow_check check (flow in ('full', 'half', 'uv', 'city')),
  constraint channel_status_check check (status in ('enabled', 'disabled')),
  constraint channel_settlement_check check (settlement in ('cpa', 'cpl', 'cps', 'cpuv')),
  -- A share of the revenue for cps, a price for every other settlement.
  constraint channel_price_fen_check
    check (case when settlement = 'cps' then price_fen is null else price_fen is not null and price_fen >= 0 end),
  constraint channel_share_bp_check
    check (case when settlement = 'cps' then share_bp is not null and share_bp between 0 and 10000 else share_bp is null end),
  constraint channel_deduction_bp_check check (deduction_bp between 0 and 10000),
  constraint channel_daily_cap_check check (daily_cap > 0),
  constraint channel_api_secret_sealed_check check ((api_key is null) = (api_secret_sealed is null)),
  constraint channel_api_key_key unique (api_key)
);
create index channel_name_idx on channel (name, id);
create index channel_owner_id_idx on channel (owner_id);
create index channel_created_at_idx on channel (created_at, id) include (flow, status, settlement, owner_id);
create index channel_flow_idx on channel (flow, created_at, id) include (status, settlement, owner_id);
