-- What the general settings were changed to. A setting without a row, or whose value is null, has its default; a row is
-- never deleted, so that its version goes on counting.
create table setting (
  key text collate "C" primary key,
  value jsonb,
  updated_by bigint references admin (id),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1
);

-- Counters of calls, in the shape that the rate limiter library asks for.
create table call_throttle (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
