-- The engine: what is to be done for whom, what is used of the caps, how plans are answered, and how organisations are reached.

-- The next step of a person in the pipeline. A row is here as long as the person is on the way, so a person is at one place at a time.
create table due_step (
  user_id bigint primary key references "user" (id) on delete cascade,
  kind text not null,
  -- The push that the step is about.
  push_id bigint,
  -- When it may be claimed; 'infinity': a person must act first. A claim moves it to the end of its lease.
  due_at timestamptz not null default now(),
  -- Counts the claims. Who holds the step knows the number, and loses the step when it changes.
  claims integer not null default 0,
  -- What the next step needs to know: ids, instants and counts, never personal data.
  state jsonb not null default '{}',
  constraint due_step_kind_check check (kind in ('screen', 'match', 'submit', 'query', 'ask', 'retry')),
  constraint due_step_push_id_check check ((kind in ('screen', 'match')) = (push_id is null)),
  constraint due_step_claims_check check (claims >= 0)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
create index due_step_due_at_idx on due_step (due_at);

-- What is used of caps and budgets: of a plan, of an organisation, or of a plan by one channel (`pair`), in a span that begins at
-- `starts`. Changed by one conditional update each.
create table cap_use (
  kind text collate "C" not null,
  -- A plan, or an organisation.
  id bigint not null,
  -- 0 but for a pair.
  channel_id bigint not null default 0,
  span text collate "C" not null,
  starts timestamptz not null,
  used integer not null default 0,
  fen bigint not null default 0,
  primary key (kind, id, channel_id, span, starts),
  constraint cap_use_kind_check check (kind in ('plan', 'org', 'pair')),
  constraint cap_use_span_check check (span in ('hour', 'day', 'month', 'all')),
  constraint cap_use_used_check check (used >= 0),
  constraint cap_use_fen_check check (fen >= 0)
) with (fillfactor = 70);

-- Caps of organisations, and of plans by channel. Those of plans are columns of `plan`.
create table cap_limit (
  kind text collate "C" not null,
  id bigint not null,
  channel_id bigint not null default 0,
  span text collate "C" not null,
  most integer,
  most_fen bigint,
  primary key (kind, id, channel_id, span),
  constraint cap_limit_kind_check check (kind in ('org', 'pair')),
  constraint cap_limit_channel_id_check check ((kind = 'pair') = (channel_id <> 0)),
  constraint cap_limit_span_check check (span in ('hour', 'day', 'month', 'all')),
  constraint cap_limit_most_check check (most > 0),
  constraint cap_limit_most_fen_check check (most_fen > 0)
);

-- Claims one place of each cap, in the order given. Every caller gives them in one order, so two never wait for each other.
-- Returns null, or the number (from 0) of the first cap that is full and what is used of it; the caller then rolls back.
create function claim_caps(wanted jsonb) returns jsonb language plpgsql as $$
declare
  w record;
  seen record;
begin
  for w in select * from rows from (jsonb_to_recordset(wanted) as (kind text, id bigint, "channelId" bigint, span text,
    starts timestamptz, fen bigint, most integer, "mostFen" bigint)) with ordinality
  loop
    if coalesce(w.most >= 1, true) and coalesce(w.fen <= w."mostFen", true) then
      insert into cap_use as c (kind, id, channel_id, span, starts, used, fen)
        values (w.kind, w.id, w."channelId", w.span, w.starts, 1, w.fen)
        on conflict (kind, id, channel_id, span, starts) do update set used = c.used + 1, fen = c.fen + excluded.fen
        where (w.most is null or c.used < w.most) and (w."mostFen" is null or c.fen + excluded.fen <= w."mostFen");
      continue when found;
    end if;
    select c.used, c.fen into seen from cap_use c where (c.kind, c.id, c.channel_id, c.span, c.starts)
      = (w.kind, w.id, w."channelId", w.span, w.starts);
    return jsonb_build_object('at', w.ordinality - 1, 'used', coalesce(seen.used, 0), 'fen', coalesce(seen.fen, 0));
  end loop;
  return null;
end $$;

-- Gives back what `claim_caps` claimed, in the same order.
create function give_back_caps(claimed jsonb) returns void language plpgsql as $$
declare
  w record;
begin
  for w in select * from jsonb_to_recordset(claimed) as (kind text, id bigint, "channelId" bigint, span text,
    starts timestamptz, fen bigint)
  loop
    update cap_use c set used = c.used - 1, fen = c.fen - w.fen
      where (c.kind, c.id, c.channel_id, c.span, c.starts) = (w.kind, w.id, w."channelId", w.span, w.starts);
  end loop;
end $$;

-- How a plan was answered on a business day, for its acceptance rate.
create table plan_answer (
  plan_id bigint not null references plan (id) on delete cascade,
  day date not null,
  answered integer not null default 0,
  accepted integer not null default 0,
  primary key (plan_id, day),
  constraint plan_answer_accepted_check check (accepted between 0 and answered)
) with (fillfactor = 70);

-- Calls to an organisation in slots of 30 seconds, and its breaker; shared by all instances.
create table org_call (
  org_id bigint not null references org (id) on delete cascade,
  slot timestamptz not null,
  calls integer not null default 0,
  failures integer not null default 0,
  primary key (org_id, slot),
  constraint org_call_failures_check check (failures between 0 and calls)
) with (fillfactor = 70);
create table org_breaker (
  org_id bigint primary key references org (id) on delete cascade,
  opened_at timestamptz(3) not null default now(),
  -- When the next call may try whether the organisation is back; one call at a time.
  probe_at timestamptz not null
);

-- Pushes that a person must look at: nobody knows how they ended, or they failed as often as they are tried.
create table push_trouble (
  push_id bigint primary key,
  plan_id bigint not null references plan (id) on delete cascade,
  kind text not null,
  at timestamptz(3) not null default now(),
  -- When the owner was told.
  told_at timestamptz(3),
  constraint push_trouble_kind_check check (kind in ('unknown', 'dead'))
);
create index push_trouble_plan_id_idx on push_trouble (plan_id);
create index push_trouble_told_at_idx on push_trouble (at) where told_at is null;

-- What the steps of a person did and how long they took, for the timeline. Kept for a year at least.
create table step_taken (
  id bigint default time_id() primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  kind text not null,
  ms integer not null,
  -- How it ended: a risk level or `blacklisted`; `matched` or `nobody`.
  result text not null,
  -- The plan of a match. No foreign key, because a step never keeps a plan from being deleted.
  plan_id bigint,
  constraint step_taken_kind_check check (kind in ('screen', 'match')),
  constraint step_taken_ms_check check (ms >= 0)
) partition by range (id);
create index step_taken_user_id_idx on step_taken (user_id, id);
insert into partitioned_table values ('step_taken', 'month', 3, 30);
select make_partitions('step_taken');
