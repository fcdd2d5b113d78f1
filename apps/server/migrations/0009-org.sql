-- Organisations: the partners that receive people and pay for them.

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
  -- Empty means the whole country.
  city_codes text[] not null default '{}',
  check_url text,
  push_url text,
  login_url text,
  timeout_ms integer not null default 3000,
  -- [{"name", "url", "version"}]
  agreements jsonb not null default '[]',
  -- Changed by the ledger only.
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
