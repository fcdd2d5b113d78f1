-- The open door: who may call, what was called, and what the intake keeps of users.

-- Nonces of signed requests. A repeated request has the same timestamp, so it comes to the same hour and breaks the primary key.
-- No reference to api_key: its check would lock the row of the key for every request.
create table open_nonce (
  -- The smallest id of the hour of the request's timestamp.
  id bigint not null,
  api_key_id bigint not null,
  nonce text collate "C" not null,
  at timestamptz(0) not null,
  primary key (api_key_id, nonce, id)
) partition by range (id);
insert into partitioned_table (name, unit, ahead, keep_days_min) values ('open_nonce', 'hour', 6, null);
select make_partitions('open_nonce');

-- Drops the hours whose nonces nobody can use again: a timestamp more than 5 minutes old is refused, and a nonce is free after 10.
create function drop_open_nonces() returns setof text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  part_name text;
  bounds text;
begin
  for part_name, bounds in
    select c.relname, pg_get_expr(c.relpartbound, c.oid) from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.open_nonce'::regclass order by c.relname
  loop
    continue when (regexp_match(bounds, 'TO \(''?(\d+)''?\)'))[1]::bigint > public.time_id_at(now() - interval '20 minutes');
    execute format('drop table part.%I', part_name);
    return next part_name;
  end loop;
end $$;
revoke all on function drop_open_nonces from public;

-- The answers to requests with an `Idempotency-Key`.
create table open_answer (
  -- The smallest id of the day on which the key was first used (UTC).
  id bigint not null,
  api_key_id bigint not null,
  key text collate "C" not null,
  -- SHA-256 of the method, the path and the body.
  request_hash bytea not null,
  -- Drawn by the request that is under way; only this request may store its answer, until another one has taken over.
  claim uuid not null,
  claimed_until timestamptz(3) not null,
  -- Null while the request is under way.
  answer_sealed bytea,
  created_at timestamptz(3) not null default now(),
  primary key (api_key_id, key, id)
) partition by range (id);
insert into partitioned_table (name, unit, ahead, keep_days_min) values ('open_answer', 'day', 3, 1);
select make_partitions('open_answer');

-- The signed requests of channels and organizations, masked. No references, because rows are written in batches after the answer.
create table open_request (
  id bigint default time_id() primary key,
  channel_id bigint,
  org_id bigint,
  api_key_id bigint not null,
  call text collate "C" not null,
  path text collate "C" not null,
  code text collate "C" not null,
  -- What was wrong with the signature.
  fault text collate "C",
  is_sandbox boolean not null,
  -- Answered with the stored answer of an earlier request.
  is_repeat boolean not null default false,
  ms integer not null,
  ip text collate "C" not null,
  request text,
  answer text,
  constraint open_request_owner_check check (num_nonnulls(channel_id, org_id) = 1),
  constraint open_request_fault_check check (fault in ('key', 'clock', 'nonce', 'signature'))
) partition by range (id);
create index open_request_channel_id_idx on open_request (channel_id, id) include (call, code) where channel_id is not null;
create index open_request_org_id_idx on open_request (org_id, id) include (call, code) where org_id is not null;
insert into partitioned_table (name, unit, ahead, keep_days_min) values ('open_request', 'day', 3, 1);
select make_partitions('open_request');

-- How often a channel did something on a business day: its `daily_cap` of registrations, its checks.
create table open_day_use (
  channel_id bigint not null references channel (id) on delete cascade,
  day date not null,
  use text collate "C" not null,
  used integer not null,
  -- How many the last update counted; fewer than it asked for once the limit is reached.
  granted integer not null,
  primary key (channel_id, day, use),
  constraint open_day_use_use_check check (use in ('register', 'check'))
) with (fillfactor = 70);

-- The running instances; each has its share of what a key may call in a second.
create table open_instance (
  id uuid primary key,
  seen_at timestamptz(3) not null default now()
);

-- The keys of the keyed hashes with which channels ask about a phone. Two at most, while one is being changed.
create table check_key (
  id bigint generated always as identity primary key,
  slot text collate "C" not null,
  value_sealed bytea not null,
  -- Users and blacklist entries up to these ids have the hash of this key.
  filled_user_id bigint not null default 0,
  filled_blacklist_id bigint not null default 0,
  created_by bigint references admin (id),
  created_at timestamptz(3) not null default now(),
  constraint check_key_slot_check check (slot in ('a', 'b')),
  constraint check_key_slot_key unique (slot)
);
create index check_key_created_by_idx on check_key (created_by);

-- The keyed hash of a phone under the key in each slot.
alter table blacklist add column phone_hash_a bytea, add column phone_hash_b bytea;
create index blacklist_phone_hash_a_idx on blacklist (phone_hash_a) where phone_hash_a is not null;
create index blacklist_phone_hash_b_idx on blacklist (phone_hash_b) where phone_hash_b is not null;

alter table "user"
  add column phone_hash_a bytea,
  add column phone_hash_b bytea,
  -- Since when the user belongs to the channel; null: since the registration.
  add column attributed_at timestamptz(3),
  -- The number that the channel gave the user's browser, as in the visits.
  add column visitor_id text collate "C",
  add column user_agent text;
create index user_phone_hash_a_idx on "user" (phone_hash_a) where phone_hash_a is not null;
create index user_phone_hash_b_idx on "user" (phone_hash_b) where phone_hash_b is not null;

-- No hash outlives the phone that it was made from.
create function forget_phone_hash() returns trigger language plpgsql as $$
begin
  new.phone_hash_a := null;
  new.phone_hash_b := null;
  if new.phone is not null then
    update check_key set filled_user_id = least(filled_user_id, new.id - 1) where filled_user_id >= new.id;
  end if;
  new.visitor_id := case when new.phone is null then null else new.visitor_id end;
  new.user_agent := case when new.phone is null then null else new.user_agent end;
  return new;
end $$;
create trigger user_phone_changed before update of phone on "user"
  for each row when (new.phone is distinct from old.phone) execute function forget_phone_hash();
create function forget_blacklist_hash() returns trigger language plpgsql as $$
begin
  new.phone_hash_a := null;
  new.phone_hash_b := null;
  -- The hashes are made anew for the entries after the smallest id that lacks one.
  update check_key set filled_blacklist_id = least(filled_blacklist_id, new.id - 1) where filled_blacklist_id >= new.id;
  return new;
end $$;
create trigger blacklist_value_changed before update of value on blacklist
  for each row when (new.value is distinct from old.value) execute function forget_blacklist_hash();

-- A user who came to another channel after the time for which a phone belongs to the channel that brought it first.
create table user_move (
  id bigint generated always as identity primary key,
  user_id bigint not null references "user" (id),
  from_channel_id bigint references channel (id),
  to_channel_id bigint not null references channel (id),
  at timestamptz(3) not null default now()
);
create index user_move_user_id_idx on user_move (user_id, id);
create index user_move_from_channel_id_idx on user_move (from_channel_id);
create index user_move_to_channel_id_idx on user_move (to_channel_id);

-- Tells every instance that what it knows of keys and their owners may be old. Noting the last use of a secret tells nobody.
create function announce_open_callers() returns trigger language plpgsql as $$
begin
  perform pg_notify('open_caller', '');
  return null;
end $$;
create trigger api_key_announced after insert or update or delete on api_key
  for each statement execute function announce_open_callers();
create trigger api_secret_announced after insert or delete or update of slot, value_sealed, expires_at on api_secret
  for each statement execute function announce_open_callers();
create trigger channel_announced after update of status, flow, allowed_ips, calls_per_second, daily_cap on channel
  for each statement execute function announce_open_callers();
create trigger org_announced after update of status on org
  for each statement execute function announce_open_callers();
create trigger check_key_announced after insert or delete on check_key
  for each statement execute function announce_open_callers();
