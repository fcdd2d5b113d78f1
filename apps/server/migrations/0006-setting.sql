-- What the general settings were changed to. A setting without a row, or whose value is null, has its default; a row is
-- never deleted, so that its version goes on counting.
create table setting (
  key text collate "C" primary key,
  value jsonb,
  updated_by bigint references admin (id),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1
);
