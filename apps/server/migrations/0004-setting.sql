-- Changed values of the general settings. A setting without a row, or with the value null, has its default. Rows are never
-- deleted, so that versions keep increasing.
create table setting (
  key text collate "C" primary key,
  value jsonb,
  updated_by bigint references admin (id),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1
);
