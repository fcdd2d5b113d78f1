-- Sign-in: its log, the lockout after failures, earlier passwords, and the second factor.

create table login_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  -- The account with the typed name, where there is one.
  admin_id bigint,
  username text collate "C",
  -- A name without an account is kept as its keyed hash only: it may be a password typed into the wrong field.
  name_hash bytea,
  result text not null,
  reason text not null,
  ip text collate "C" not null,
  user_agent text,
  -- Attempts refused before the password is checked are counted in one row per minute, so that a flood cannot fill the table.
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

-- Failures in a row, per account, per place, and per account and place. After too many, the next attempt has to wait.
create table lockout (
  key text collate "C" primary key,
  -- No foreign key: a write must not wait for a transaction that holds a lock on the account's row.
  admin_id bigint,
  failures integer not null,
  locked_until timestamptz(3),
  last_at timestamptz(3) not null
);
create index lockout_admin_id_idx on lockout (admin_id);
create index lockout_last_at_idx on lockout (last_at);

-- Browsers and addresses from which an account has signed in before. Failures elsewhere do not lock these out.
create table known_place (
  admin_id bigint not null references admin (id) on delete cascade,
  place text collate "C" not null,
  seen_at timestamptz(3) not null default now(),
  primary key (admin_id, place)
);

-- Hashes of earlier passwords, so that they cannot be used again.
create table password_history (
  id bigint generated always as identity primary key,
  admin_id bigint not null references admin (id) on delete cascade,
  password_hash text not null,
  created_at timestamptz(3) not null default now()
);
create index password_history_admin_id_idx on password_history (admin_id, id);

-- The second factor: time-based one-time passwords (RFC 6238), and recovery codes for a lost phone.
create table second_factor (
  admin_id bigint primary key references admin (id) on delete cascade,
  secret_sealed bytea not null,
  -- Null during set-up: sign-in asks for a code only after one code was correct.
  confirmed_at timestamptz(3),
  -- The time step of the newest code that was used: no code is accepted twice.
  last_step bigint not null default 0,
  created_at timestamptz(3) not null default now()
);

create table recovery_code (
  admin_id bigint not null references second_factor (admin_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (admin_id, code_hash)
);

-- Sign-ins whose password was correct and whose second factor is still missing.
create table sign_in_challenge (
  token_hash bytea primary key,
  admin_id bigint not null references admin (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index sign_in_challenge_admin_id_idx on sign_in_challenge (admin_id);
create index sign_in_challenge_expires_at_idx on sign_in_challenge (expires_at);
