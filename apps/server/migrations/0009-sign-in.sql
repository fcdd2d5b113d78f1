-- Who signed in or tried to, what slows a guesser down, and what passwords were.

create table login_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  -- The account, where there is one of the name that was typed.
  admin_id bigint,
  username text collate "C",
  -- Of a name that is nobody's the keyed hash only: it may be a password that went into the wrong field.
  name_hash bytea,
  result text not null,
  reason text not null,
  ip text collate "C" not null,
  user_agent text,
  -- Refused attempts without a look at the password are counted by the minute: a storm must not fill the table.
  repeat_key bytea,
  attempts integer not null default 1,
  constraint login_log_result_check check (result in ('succeeded', 'pending', 'failed')),
  constraint login_log_reason_check check (reason in ('ok', 'recoveryCode', 'secondFactorAsked', 'wrongPassword',
    'unknownAccount', 'disabled', 'locked', 'wrongSecondFactor')),
  constraint login_log_name_check check (num_nonnulls(username, name_hash) = 1),
  constraint login_log_repeat_key_key unique (repeat_key)
);
create index login_log_at_idx on login_log (at, id) include (result, reason);
create index login_log_admin_id_idx on login_log (admin_id, at, id) include (result, reason);
create index login_log_name_hash_idx on login_log (name_hash, at, id) include (result, reason) where name_hash is not null;
create index login_log_result_idx on login_log (result, at, id) include (reason);
create index login_log_reason_idx on login_log (reason, at, id) include (result);
create index login_log_ip_idx on login_log (ip, at, id) include (result, reason);

-- How often in a row it went wrong, per account, place and pair of them; after too often the next attempt waits.
create table lockout (
  key text collate "C" primary key,
  -- No foreign key: it is written beside transactions that hold the account's row, and must not wait for them.
  admin_id bigint,
  failures integer not null,
  locked_until timestamptz(3),
  last_at timestamptz(3) not null
);
create index lockout_admin_id_idx on lockout (admin_id);
create index lockout_last_at_idx on lockout (last_at);
drop table sign_in_throttle;

-- Browsers and addresses from which an account has signed in: strangers elsewhere cannot lock these out.
create table known_place (
  admin_id bigint not null references admin (id) on delete cascade,
  place text collate "C" not null,
  seen_at timestamptz(3) not null default now(),
  primary key (admin_id, place)
);

create index session_created_at_idx on session (created_at, id);

alter table admin add column password_changed_at timestamptz(3) not null default now();

-- What a password was before it was changed, so that it does not come back.
create table password_history (
  id bigint generated always as identity primary key,
  admin_id bigint not null references admin (id) on delete cascade,
  password_hash text not null,
  created_at timestamptz(3) not null default now()
);
create index password_history_admin_id_idx on password_history (admin_id, id);
