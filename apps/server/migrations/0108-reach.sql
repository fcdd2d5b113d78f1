-- What is sent to others until it is taken. The mechanism knows neither what it is about nor how the request is made: a kind does.

-- One event on its way to one target. The state is here, so that a list and a count read one table; what is due is in `delivery_due`.
create table delivery (
  id bigint not null default time_id() primary key,
  -- The same for all that is sent about one event, and whenever it is sent again.
  event_id bigint not null,
  target_id bigint not null,
  -- Whom and which record it is about, and an amount of it; 0: none.
  subject_id bigint not null default 0,
  ref_id bigint not null default 0,
  fen bigint not null default 0,
  ended_at timestamptz(3),
  -- How often it was tried since it was added, or sent again by hand.
  round smallint not null default 0,
  -- A place of the daily cap is taken.
  is_counted boolean not null default false,
  kind text not null,
  event text not null,
  state text not null default 'waiting',
  -- Why it is dead, or is not sent.
  reason text,
  -- The last tries: when, what was said, how long it took, request and answer masked.
  tries jsonb not null default '[]',
  constraint delivery_kind_check check (kind ~ '^[a-zA-Z]{1,32}$'),
  constraint delivery_event_check check (event ~ '^[a-zA-Z]{1,32}$'),
  constraint delivery_state_check check (state in ('waiting', 'sent', 'dead', 'untold')),
  constraint delivery_reason_check check (reason ~ '^[a-zA-Z]{1,32}$'),
  constraint delivery_reason_state_check check ((state in ('dead', 'untold')) = (reason is not null)),
  constraint delivery_ended_at_check check ((state = 'waiting') = (ended_at is null)),
  constraint delivery_round_check check (round >= 0)
) partition by range (id);
create index delivery_target_idx on delivery (kind, target_id, id) include (state, event);
create index delivery_state_idx on delivery (kind, state, target_id, id) include (event);
create index delivery_subject_idx on delivery (subject_id, id) where subject_id <> 0;
insert into partitioned_table (name, unit, ahead, keep_days_min) values ('delivery', 'day', 7, 7);
select make_partitions('delivery');

-- Deliveries that are to be sent; claimed with a lease, and with the number of the claim as a fence.
create table delivery_due (
  delivery_id bigint primary key,
  due_at timestamptz(3) not null,
  claims integer not null default 0,
  -- How many go in one call.
  most smallint not null default 1,
  -- The kind and the id of the target: what shares limits, a breaker and a pause.
  target text collate "C" not null,
  constraint delivery_due_most_check check (most between 1 and 100)
);
create index delivery_due_target_idx on delivery_due (target, due_at);

-- Targets that failed lately or asked for a pause. It may be emptied at any time.
create table delivery_target (
  target text collate "C" primary key,
  -- Calls and failures since this instant.
  since timestamptz(3) not null default now(),
  calls integer not null default 0,
  failures integer not null default 0,
  -- The open breaker: since when, and when the next call may find out whether the target is back.
  broken_at timestamptz(3),
  probe_at timestamptz(3),
  paused_until timestamptz(3),
  constraint delivery_target_broken_check check ((broken_at is null) = (probe_at is null))
);

-- How deliveries ended, and how many calls were made, by business day.
create table delivery_count (
  day date not null,
  target_id bigint not null,
  n bigint not null,
  kind text not null,
  event text not null,
  -- `try`, or the state, with the reason of what is not sent: `sent`, `dead`, `untold deducted`.
  what text not null,
  constraint delivery_count_pkey primary key (kind, target_id, day, event, what)
);

-- An address that is told of events: a postback of a channel; a webhook of an organization, or of a system of the company.
create table hook (
  id bigint generated always as identity primary key,
  channel_id bigint references channel (id),
  org_id bigint references org (id),
  kind text not null generated always as (case when channel_id is null then 'webhook' else 'postback' end) stored,
  -- Whose events it is told of; with 0, all.
  party text not null generated always as
    (case when channel_id is not null then 'channel' when org_id is not null then 'org' else 'own' end) stored,
  party_id bigint not null generated always as (coalesce(channel_id, org_id, 0)) stored,
  delay_seconds integer not null default 0,
  daily_cap integer,
  part_percent smallint not null default 100,
  -- How many events go in one call.
  batch_most smallint not null default 1,
  is_on boolean not null default false,
  name text not null,
  events text[] not null,
  template jsonb not null,
  -- The values of its secrets by their names.
  secrets_sealed bytea,
  -- Until when the secret `previous` signs too.
  previous_ends_at timestamptz(3),
  created_by bigint references admin (id) on delete set null,
  updated_by bigint references admin (id) on delete set null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint hook_party_check check (num_nonnulls(channel_id, org_id) <= 1),
  constraint hook_delay_seconds_check check (delay_seconds between 0 and 604800),
  constraint hook_daily_cap_check check (daily_cap > 0),
  constraint hook_part_percent_check check (part_percent between 1 and 100),
  constraint hook_batch_most_check check (batch_most between 1 and 100),
  constraint hook_name_check check (length(name) between 1 and 40),
  constraint hook_events_check check (events <@ array['registered', 'profiled', 'pushed', 'accepted', 'rejected', 'charged', 'returned',
    'ordered', 'won'] and cardinality(events) between 1 and 9)
);
create unique index hook_name_key on hook (party, party_id, name);
create index hook_kind_idx on hook (kind, created_at, id);
create index hook_channel_id_idx on hook (channel_id);
create index hook_org_id_idx on hook (org_id);
create index hook_created_by_idx on hook (created_by);
create index hook_updated_by_idx on hook (updated_by);
comment on column hook.kind is 'a word of a fixed list, or a code';
comment on column hook.party is 'a word of a fixed list, or a code';
comment on column hook.name is 'about a partner or a plan';
comment on column hook.events is 'words of a fixed list, or codes';
comment on column hook.template is 'about a partner or a plan';
comment on column delivery.kind is 'a word of a fixed list, or a code';
comment on column delivery.event is 'a word of a fixed list, or a code';
comment on column delivery.state is 'a word of a fixed list, or a code';
comment on column delivery.reason is 'a word of a fixed list, or a code';
comment on column delivery.tries is 'codes, times, and requests and answers in which secrets and what came with a click are masked';
comment on column delivery_due.target is 'a kind and an id';
comment on column delivery_target.target is 'a kind and an id';
comment on column delivery_count.kind is 'a word of a fixed list, or a code';
comment on column delivery_count.event is 'a word of a fixed list, or a code';
comment on column delivery_count.what is 'words of a fixed list';

-- As for every column with sealed values.
create function refuse_closed_key_of_hook() returns trigger language plpgsql as $$
begin
  if exists (select from public.data_key where mark = public.sealed_mark(new.secrets_sealed) and state in ('closed', 'ending', 'gone')) then
    raise exception 'A value of hook.secrets_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
  end if;
  return null;
end $$;
create trigger closed_key_refused after insert or update of secrets_sealed on hook
  for each row when (new.secrets_sealed is not null) execute function refuse_closed_key_of_hook();

-- How many events a postback with a daily cap has told of on a business day.
create table hook_day (
  hook_id bigint not null references hook (id) on delete cascade,
  day date not null,
  n integer not null,
  constraint hook_day_pkey primary key (hook_id, day)
);

-- The event that a fact is; null: nobody is told of it.
create function event_of_fact(kind text) returns text immutable language sql as $$
  select case kind when 'registration' then 'registered' when 'profile' then 'profiled' when 'push' then 'pushed' when 'accepted' then 'accepted'
    when 'rejected' then 'rejected' when 'charge' then 'charged' when 'return' then 'returned' when 'paid' then 'ordered' end
$$;

-- Facts are what happened, once, in the transaction of the act: so each is told once to whoever listens. Nothing is notified.
create function note_fact_deliveries() returns trigger language plpgsql as $$
begin
  if not exists (select from hook where is_on) then
    return null;
  end if;
  with made as materialized (
    select time_id() as id, f.id as event_id, h.id as target_id, f.user_id, f.ref_id, f.fen, h.kind, e.event, h.batch_most,
      h.delay_seconds + case when h.batch_most > 1 then 5 else 0 end as seconds
    from added f cross join lateral (select event_of_fact(f.kind) as event) e
      cross join lateral (values ('channel', f.channel_id), ('org', f.org_id), ('own', 0::bigint)) p (party, id)
      join hook h on h.party = p.party and h.party_id = p.id and h.is_on and e.event = any(h.events)
    where e.event is not null
  ), added_due as (
    insert into delivery_due (delivery_id, due_at, most, target)
      select id, now() + seconds * interval '1 second', batch_most, kind || ':' || target_id from made
  )
  insert into delivery (id, event_id, target_id, subject_id, ref_id, fen, kind, event)
    select id, event_id, target_id, user_id, ref_id, fen, kind, event from made;
  return null;
end $$;
create trigger fact_deliveries after insert on fact referencing new table as added
  for each statement execute function note_fact_deliveries();

-- A lead that is won is no fact of the statistics.
create function note_lead_deliveries() returns trigger language plpgsql as $$
begin
  with made as materialized (
    select time_id() as id, h.id as target_id, h.kind, h.batch_most,
      h.delay_seconds + case when h.batch_most > 1 then 5 else 0 end as seconds
    from hook h where h.is_on and 'won' = any(h.events)
      and (h.party = 'own' or (h.party = 'channel' and h.party_id = new.channel_id))
  ), added_due as (
    insert into delivery_due (delivery_id, due_at, most, target)
      select id, now() + seconds * interval '1 second', batch_most, kind || ':' || target_id from made
  )
  insert into delivery (id, event_id, target_id, subject_id, ref_id, kind, event)
    select id, (select min(id) from made), target_id, coalesce(new.user_id, 0), new.id, kind, 'won' from made;
  return null;
end $$;
create trigger lead_deliveries after update of stage on lead
  for each row when (old.stage <> 'converted' and new.stage = 'converted') execute function note_lead_deliveries();

-- Which results are deducted is asked by what they are of.
create index channel_result_deducted_idx on channel_result (ref_id) where deducted_for is not null;
create index channel_result_new_deducted_idx on channel_result_new (ref_id) where deducted_for is not null;
