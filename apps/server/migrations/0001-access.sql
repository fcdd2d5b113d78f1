-- Who works here, what they may do, and what they did.

create table service_fact (
  key text primary key,
  value text not null
);

create table role (
  id bigint generated always as identity primary key,
  code text collate "C" not null,
  name text not null,
  is_super boolean not null default false,
  data_scope text not null default 'all',
  remark text not null default '',
  created_by bigint,
  updated_by bigint,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint role_code_key unique (code),
  constraint role_data_scope_check check (data_scope in ('all', 'own'))
);

-- The menu nodes and permission points of a role, by name.
create table role_node (
  role_id bigint not null references role (id) on delete cascade,
  node text collate "C" not null,
  primary key (role_id, node)
);

create table admin (
  id bigint generated always as identity primary key,
  username text collate "C" not null,
  name text not null,
  phone text,
  email text,
  password_hash text not null,
  must_change_password boolean not null default false,
  has_default_password boolean not null default false,
  status text not null default 'enabled',
  last_login_at timestamptz(3),
  last_login_ip text,
  remark text not null default '',
  created_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint admin_status_check check (status in ('enabled', 'disabled')),
  constraint admin_username_check check (char_length(username) between 3 and 32)
);
-- One account per name, however it is written.
create unique index admin_username_key on admin (lower(username));

create table admin_role (
  admin_id bigint not null references admin (id) on delete cascade,
  role_id bigint not null references role (id) on delete cascade,
  primary key (admin_id, role_id)
);
create index admin_role_role_id_idx on admin_role (role_id);

-- The token itself is never stored, only its SHA-256.
create table session (
  id bigint generated always as identity primary key,
  token_hash bytea not null,
  admin_id bigint not null references admin (id) on delete cascade,
  ip text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  constraint session_token_hash_key unique (token_hash)
);
create index session_admin_id_idx on session (admin_id);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  admin_id bigint,
  username text,
  ip text,
  point text not null,
  target_kind text,
  target_id text,
  before jsonb,
  after jsonb,
  request_id text
);
create index audit_log_target_idx on audit_log (target_kind, target_id, id);
create index audit_log_admin_id_idx on audit_log (admin_id, id);

-- Counters of failed sign-ins, in the shape that the rate limiter library asks for.
create table sign_in_throttle (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
