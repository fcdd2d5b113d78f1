-- Errors by source. Repeats of the same error increase the count of one row.

create table error_event (
  id bigint generated always as identity primary key,
  source text not null,
  level text not null default 'error',
  name text not null,
  message text not null,
  stack text not null default '',
  url text not null default '',
  user_agent text not null default '',
  -- Whom it happened to last: an administrator if the source is the console, a user if it is the product.
  user_id bigint,
  -- SHA-256 of the parts that make two reports the same error.
  fingerprint bytea not null,
  count integer not null default 1,
  status text not null default 'open',
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now(),
  constraint error_event_source_check check (source in ('h5', 'console', 'server', 'partner')),
  constraint error_event_level_check check (level in ('error', 'warning', 'info')),
  constraint error_event_status_check check (status in ('open', 'ignored', 'resolved')),
  constraint error_event_fingerprint_key unique (fingerprint)
);
create index error_event_last_at_idx on error_event (last_at, id) include (source, level, status);

-- Counters of reports, in the shape that the rate limiter library needs.
create table error_throttle (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
