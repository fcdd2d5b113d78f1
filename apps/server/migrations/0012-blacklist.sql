-- The blacklist: values that stop registration, matching and pushing.

create table blacklist (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The normal form of the value. For an id number: its keyed hash, with the number encrypted in `value_sealed`.
  value text collate "C" not null,
  value_sealed bytea,
  reason text not null default '',
  source text not null default 'manual',
  expires_at timestamptz(3),
  remark text not null default '',
  created_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint blacklist_kind_check check (kind in ('phone', 'idNumber', 'device', 'ip')),
  constraint blacklist_source_check check (source in ('manual', 'import', 'risk', 'complaint')),
  constraint blacklist_sealed_check check ((kind = 'idNumber') = (value_sealed is not null)),
  constraint blacklist_kind_value_key unique (kind, value)
);
create index blacklist_created_at_idx on blacklist (created_at, id) include (kind, source, expires_at);
create index blacklist_kind_idx on blacklist (kind, created_at, id) include (source, expires_at);
create index blacklist_source_idx on blacklist (source, created_at, id) include (kind, expires_at);
-- An entry without an expiry sorts after all dates.
create index blacklist_expires_at_idx on blacklist (coalesce(expires_at, 'infinity'), id) include (kind, source, created_at);
create index blacklist_created_by_idx on blacklist (created_by, created_at, id) include (kind, source, expires_at);
