-- The second factor: time-based one-time passwords (RFC 6238), and recovery codes for a lost phone.

alter table role add column requires_second_factor boolean not null default false;

create table second_factor (
  admin_id bigint primary key references admin (id) on delete cascade,
  secret_sealed bytea not null,
  -- Null while it is being set up: nothing is asked until one code was right.
  confirmed_at timestamptz(3),
  -- The time step of the newest code that was used: none is good twice.
  last_step bigint not null default 0,
  created_at timestamptz(3) not null default now()
);

create table recovery_code (
  admin_id bigint not null references second_factor (admin_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (admin_id, code_hash)
);

-- A right password that still needs its second factor.
create table sign_in_challenge (
  token_hash bytea primary key,
  admin_id bigint not null references admin (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index sign_in_challenge_admin_id_idx on sign_in_challenge (admin_id);
create index sign_in_challenge_expires_at_idx on sign_in_challenge (expires_at);
