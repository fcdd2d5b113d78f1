-- The tables of visits, matches, pushes and attempts: partitioned by an id that begins with time (migration 0034).

-- A partition is made as a table of its own and then attached, so that those who read and write the table do not wait.
create or replace function make_partitions(of_table text, from_at timestamptz default now()) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  declared public.partitioned_table;
  starts timestamp;
  step interval;
  part_name text;
  made integer := 0;
begin
  select * into strict declared from public.partitioned_table t where t.name = of_table;
  perform pg_advisory_xact_lock(hashtext('kabao partitions ' || of_table));
  step := ('1 ' || declared.unit)::interval;
  starts := date_trunc(declared.unit, least(from_at, now()) at time zone 'UTC');
  while starts <= date_trunc(declared.unit, now() at time zone 'UTC') + declared.ahead * step loop
    part_name := of_table || to_char(starts, case declared.unit
      when 'hour' then '_YYYY_MM_DD_HH24' when 'day' then '_YYYY_MM_DD' else '_YYYY_MM' end);
    if to_regclass(format('part.%I', part_name)) is null then
      execute format('create table part.%I (like public.%I including defaults including generated including constraints '
        'including storage including compression)', part_name, of_table);
      execute format('alter table public.%I attach partition part.%I for values from (%s) to (%s)', of_table, part_name,
        public.time_id_at(starts at time zone 'UTC'), public.time_id_at((starts + step) at time zone 'UTC'));
      made := made + 1;
    end if;
    starts := starts + step;
  end loop;
  return made;
end $$;

-- A foreign key of a partitioned table is counted once: its partitions have copies of it.
create or replace function references_to(row_table regclass, row_id bigint, most integer) returns integer language plpgsql stable as $$
declare
  referring record;
  few integer;
  total integer := 0;
begin
  for referring in
    select distinct c.conrelid::regclass as from_table, own.attname as from_column
    from pg_constraint c
    cross join generate_subscripts(c.conkey, 1) place
    join pg_attribute own on own.attrelid = c.conrelid and own.attnum = c.conkey[place]
    join pg_attribute theirs
      on theirs.attrelid = c.confrelid and theirs.attnum = c.confkey[place] and theirs.attname = 'id'
    where c.contype = 'f' and c.conparentid = 0 and c.confrelid = row_table and c.confdeltype in ('a', 'r')
  loop
    execute format(
      'select count(*)::int from (select from %s r where r.%I = $1 limit $2) counted',
      referring.from_table, referring.from_column
    ) into few using row_id, most;
    total := total + few;
  end loop;
  return total;
end $$;

-- A push record is one user handed, or offered, to an organisation under a plan. Its id is the time id of the request.
create table push_record_before as select *, time_id(request_at) as new_id from push_record;
drop table push_record;
create table push_record (
  id bigint not null default time_id(),
  user_id bigint not null references "user" (id),
  channel_id bigint references channel (id),
  plan_id bigint not null,
  org_id bigint not null,
  -- The push plan that sends it; null: the user was matched by himself.
  push_plan_id bigint references push_plan (id),
  -- The run of the match that chose the plan. No foreign key: runs are dropped sooner than pushes.
  match_run_id bigint,
  request_at timestamptz(3) not null generated always as (time_of_id(id)) stored,
  responded_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  price_fen integer not null default 0,
  cost_fen integer not null default 0,
  attempts integer not null default 0,
  -- The plan's deduplication window in days at the time of this push.
  dedupe_days integer not null default 30,
  flow text not null,
  city_code text collate "C",
  stage text not null default 'submit',
  status text not null default 'pending',
  reason text,
  -- The number that the organisation gave; it names the push in later answers.
  external_id text,
  constraint push_record_flow_check check (flow in ('full', 'half', 'uv', 'city')),
  -- `unknown`: the organisation may have taken the user; nothing was read that says so or denies it.
  constraint push_record_status_check
    check (status in ('pending', 'accepted', 'rejected', 'duplicate', 'failed', 'unknown', 'returned')),
  constraint push_record_stage_check check (stage in ('check', 'consent', 'submit', 'login')),
  constraint push_record_price_fen_check check (price_fen >= 0),
  constraint push_record_cost_fen_check check (cost_fen >= 0),
  constraint push_record_attempts_check check (attempts >= 0),
  constraint push_record_dedupe_days_check check (dedupe_days between 0 and 3650),
  constraint push_record_responded_at_check check (responded_at >= request_at),
  -- The organisation must be the one of the plan.
  constraint push_record_plan_id_fkey foreign key (plan_id, org_id) references plan (id, org_id),
  -- For lists: each index holds one filter and the order, and includes the other filters, so that a count reads the index only.
  primary key (id) include (status, stage, flow, channel_id, org_id, plan_id, city_code, user_id)
) partition by range (id);
create index on push_record (user_id, id);
create index on push_record (status, id) include (stage, flow, channel_id, org_id, plan_id, city_code);
create index on push_record (org_id, id) include (status, stage, flow, channel_id, plan_id, city_code);
-- The figures of a plan's day are read from this index only.
create index on push_record (plan_id, id) include (status, stage, flow, channel_id, city_code, price_fen);
create index on push_record (channel_id, id) include (status, stage, flow, org_id, plan_id, city_code);
create index on push_record (left(city_code, 4), id)
  include (status, stage, flow, channel_id, org_id, plan_id, city_code);
create index on push_record (push_plan_id, id) where push_plan_id is not null;
create index on push_record (external_id) where external_id is not null;

-- An attempt is one call to an organisation about a push. Its id is the time id of the call.
create table push_attempt (
  id bigint default time_id() primary key,
  push_id bigint not null references push_record (id),
  -- 1 for the first call about the push.
  number smallint not null,
  -- How long the call took, in milliseconds; null: under way.
  took_ms integer,
  -- The status of the HTTP answer; null: there was none.
  http_status smallint,
  stage text not null,
  -- How the reply was read; null: under way.
  outcome text,
  -- Why there was no reply, or why it could not be read.
  error text,
  -- What was sent and received, with personal data masked before they are stored. A reply that is no JSON is a string.
  request jsonb,
  reply jsonb,
  constraint push_attempt_number_check check (number > 0),
  constraint push_attempt_took_ms_check check (took_ms >= 0),
  constraint push_attempt_http_status_check check (http_status between 100 and 599),
  constraint push_attempt_stage_check check (stage in ('check', 'submit', 'login', 'query')),
  constraint push_attempt_outcome_check check (outcome in ('accepted', 'rejected', 'duplicate', 'failed', 'unknown'))
) partition by range (id);
create index on push_attempt (push_id);

-- A run of the match for one user: the plan that it chose, and why the others did not fit. Its id is the time id of the run.
create table match_run (
  id bigint default time_id() primary key,
  user_id bigint not null references "user" (id),
  -- Null: no plan fitted. No foreign key, because a run never keeps a plan from being deleted.
  plan_id bigint,
  flow text not null,
  -- For each plan of the flow that did not fit, an array: the plan's id, the first rule that did not fit, and the figures it saw.
  why_not jsonb not null default '[]',
  constraint match_run_flow_check check (flow in ('full', 'half', 'uv', 'city')),
  constraint match_run_why_not_check check (jsonb_typeof(why_not) = 'array')
) partition by range (id);
create index on match_run (user_id, id);

-- Texts that many visits have in common: pages and user agents.
create table visit_text (
  id integer generated always as identity primary key,
  value text collate "C" not null unique
);
-- A visit of a page of a channel. Its id is the time id of the visit. The rows are many and narrow: no key, because nothing refers
-- to a visit, and no foreign keys; texts that repeat are in `visit_text`. The order of the columns leaves no gaps.
create table visit (
  id bigint not null default time_id(),
  channel_id bigint not null,
  product_id bigint,
  page_id integer not null,
  user_agent_id integer not null,
  -- The code of the region as a number.
  city_code integer,
  ip inet not null,
  -- The channel's name for the browser.
  visitor_id text collate "C" not null
) partition by range (id);
create index on visit using brin (id);

insert into partitioned_table (name, unit, ahead, keep_days_min) values
  ('push_record', 'month', 3, null),
  ('push_attempt', 'month', 3, 90),
  ('match_run', 'month', 3, 30),
  ('visit', 'day', 7, 30);
select make_partitions('match_run'), make_partitions('visit', now() - interval '7 days'),
  make_partitions('push_record', (select coalesce(min(request_at), now()) from push_record_before)),
  make_partitions('push_attempt', (select coalesce(min(request_at), now()) from push_record_before));

-- The records so far, under new ids.
insert into push_record (id, user_id, channel_id, plan_id, org_id, responded_at, updated_at, price_fen, cost_fen, attempts,
    dedupe_days, flow, city_code, stage, status, reason, external_id)
  select new_id, user_id, channel_id, plan_id, org_id, responded_at, updated_at, price_fen, cost_fen, attempts,
    dedupe_days, flow, city_code, stage, status, reason, external_id
  from push_record_before;
insert into push_attempt (id, push_id, number, took_ms, stage, outcome, error, request, reply)
  select time_id(request_at), new_id, greatest(attempts, 1), round(extract(epoch from responded_at - request_at) * 1000),
    case stage when 'consent' then 'check' else stage end,
    case status when 'pending' then null when 'returned' then 'accepted' else status end, null, request, answer
  from push_record_before where num_nonnulls(request, answer) > 0;

-- No second push of one user to one organisation before `until`. A push claims the pair by inserting it, or by moving an `until`
-- that has passed. Narrow, without foreign keys, because the push of the same transaction has them.
create table push_dedupe (
  user_id bigint not null,
  org_id bigint not null,
  until timestamptz(3) not null,
  primary key (user_id, org_id)
);
insert into push_dedupe (user_id, org_id, until)
  select user_id, org_id, max(request_at + dedupe_days * interval '1 day') from push_record_before
  group by user_id, org_id having max(request_at + dedupe_days * interval '1 day') > now();
drop table push_record_before;

-- The deletion of a user: texts of the user's pushes, requests and replies, and the figures of the match, which are the user's data.
create or replace function forget_user() returns trigger language plpgsql as $$
begin
  update push_record set reason = null,
      external_id = case when external_id = without_mentions(external_id, array[old.phone, old.name, old.device, old.ip])
        and external_id !~ '1[3-9]\d{9}|[1-9]\d{5}(19|20)\d{9}[\dXx]' then external_id end
    where user_id = new.id and num_nonnulls(reason, external_id) > 0;
  update push_attempt set request = null, reply = null, error = null
    where push_id in (select id from push_record where user_id = new.id) and num_nonnulls(request, reply, error) > 0;
  update match_run set why_not = '[]' where user_id = new.id and why_not <> '[]';
  update feedback set content = '', contact = null, reply = '', remark = '', version = version + 1, updated_at = now()
    where user_id = new.id;
  update file set status = 'removing', name = '', owner_kind = null, owner_id = null, unclaimed_since = 'epoch', updated_at = now()
    where owner_kind = 'feedback' and owner_id in (select id from feedback where user_id = new.id);
  delete from feedback_file where feedback_id in (select id from feedback where user_id = new.id);
  update error_event set name = '', message = '', stack = '', url = '', user_agent = '', user_id = null
    where source <> 'console' and user_id = new.id;
  return null;
end $$;

-- What arrives after the user was deleted is removed at once. A trigger of a statement, because it sees the rows of all partitions.
create or replace function forget_late_push() returns trigger language plpgsql as $$
declare
  late bigint[] := array(
    select a.id from added a join "user" u on u.id = a.user_id where u.status = 'deleted' and a.reason is not null);
begin
  -- The trigger also fires for a statement that changes no row: without this condition it would call itself without end.
  if late <> '{}' then
    update push_record set reason = null where id = any(late);
  end if;
  return null;
end $$;
create trigger push_record_late_insert after insert on push_record
  referencing new table as added for each statement execute function forget_late_push();
create trigger push_record_late_update after update on push_record
  referencing new table as added for each statement execute function forget_late_push();

create function forget_late_attempt() returns trigger language plpgsql as $$
declare
  late bigint[] := array(
    select a.id from added a join push_record r on r.id = a.push_id join "user" u on u.id = r.user_id
    where u.status = 'deleted' and num_nonnulls(a.request, a.reply, a.error) > 0);
begin
  if late <> '{}' then
    update push_attempt set request = null, reply = null, error = null where id = any(late);
  end if;
  return null;
end $$;
create trigger push_attempt_late_insert after insert on push_attempt
  referencing new table as added for each statement execute function forget_late_attempt();
create trigger push_attempt_late_update after update on push_attempt
  referencing new table as added for each statement execute function forget_late_attempt();

create function forget_late_match() returns trigger language plpgsql as $$
declare
  late bigint[] := array(
    select a.id from added a join "user" u on u.id = a.user_id where u.status = 'deleted' and a.why_not <> '[]');
begin
  if late <> '{}' then
    update match_run set why_not = '[]' where id = any(late);
  end if;
  return null;
end $$;
create trigger match_run_late_insert after insert on match_run
  referencing new table as added for each statement execute function forget_late_match();
