-- Personal access tokens: programs call the API of the console as their maker, with less than the maker may.

-- A personal access token. What it may do is what both it and its account may at the moment of a call.
create table access_token (
  id bigint generated always as identity primary key,
  admin_id bigint not null references admin (id) on delete cascade,
  name text not null,
  -- The token itself is shown once and never stored.
  token_hash bytea not null,
  -- Its last characters, to know it again.
  token_end text not null,
  points text[] not null,
  data_scope text not null,
  -- Addresses and networks in their normal form; none: any address.
  allowed_ips text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- Written at most once a minute.
  last_used_at timestamptz(3),
  last_used_ip text,
  -- The place in the log after its last write, as of a session.
  wrote_lsn pg_lsn,
  constraint access_token_name_check check (length(name) <= 40),
  constraint access_token_points_check check (cardinality(points) between 1 and 1000),
  constraint access_token_data_scope_check check (data_scope in ('all', 'own')),
  constraint access_token_allowed_ips_check check (cardinality(allowed_ips) <= 100),
  constraint access_token_token_hash_key unique (token_hash),
  constraint access_token_admin_id_name_key unique (admin_id, name)
);
create index access_token_created_at_idx on access_token (created_at, id);
comment on column access_token.name is 'of a program of an administrator, not of a user';
comment on column access_token.token_end is 'a part of a random token';
comment on column access_token.points is 'words of a fixed list, or codes';
comment on column access_token.data_scope is 'a word of a fixed list, or a code';
comment on column access_token.allowed_ips is 'addresses of programs of administrators, not of users';
comment on column access_token.last_used_ip is 'of a program of an administrator, not of a user';

-- A ticket for a file belongs to a session or to a token.
alter table file_ticket alter column session_id drop not null;
alter table file_ticket add column access_token_id bigint references access_token (id) on delete cascade;
alter table file_ticket add constraint file_ticket_holder_check check (num_nonnulls(session_id, access_token_id) = 1);
create index file_ticket_access_token_id_idx on file_ticket (access_token_id);

-- The name of the token by which somebody acted; null in a session. It is kept as it was, like the user name.
alter table audit_log add column token_name text;
comment on column audit_log.token_name is 'of a program of an administrator, not of a user';
create index audit_log_token_name_idx on audit_log (token_name, is_head, id) where token_name is not null;
