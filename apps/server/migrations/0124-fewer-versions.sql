-- A registration costs less of the log: fewer versions of its rows, and versions that touch no index.

-- Until when a step is held that goes on at once. A lease that has nearly all of its time left stays as it is, so that the index of what is
-- due is not written for each step of a person.
create function lease_end(due timestamptz, lease interval) returns timestamptz language sql stable parallel safe
  return case when due between now() + 0.9 * lease and now() + lease then due else now() + lease end;

-- People who go on to the match, whose level is stored by its decision, and those who are decided for with what their screening found.
create or replace function store_screened(people jsonb, took_ms integer, lease interval, waits boolean)
  returns table (user_id bigint, outcome text, claims integer) language plpgsql as $$
#variable_conflict use_column
declare
  -- Steps are found by an array: a join would be planned by the statistics of a table that is empty at quiet times.
  everybody bigint[] := array(select p."user" from jsonb_to_recordset(people) as p ("user" bigint));
  free bigint[] := array(
    select p."user" from jsonb_to_recordset(people) as p ("user" bigint, level text) where p.level is not null order by 1);
  locked bigint[];
begin
  if waits then
    locked := array(select u.id from "user" u where u.id = any(free) order by u.id for no key update);
  else
    locked := array(select u.id from "user" u where u.id = any(free) order by u.id for no key update skip locked);
  end if;
  perform from due_step d where d.user_id = any(everybody) order by d.user_id for update;
  return query
    with judged as materialized (
      select p."user" as id, p.claims, p.level, p.known, not waits and p.level is not null and p."user" <> all(locked) as is_busy
      from jsonb_to_recordset(people) as p ("user" bigint, claims integer, level text, known boolean)
    ), levels as (
      update "user" u set risk_level = j.level, risk_checked_at = now() from judged j
      where u.id = j.id and u.id = any(locked) and u.status <> 'deleted'
      returning u.id, case when u.flow = 'half' then 'check' when u.flow = 'full' and u.profiled_at is not null then 'match' end as next
    ), advanced as (
      update due_step d set kind = l.next, push_id = null, state = '{}', claims = d.claims + 1, due_at = lease_end(d.due_at, lease)
      from judged j join levels l using (id)
      where d.user_id = any(everybody) and d.user_id = j.id and d.claims = j.claims and l.next is not null
      returning d.user_id, d.kind, d.claims
    ), ended as (
      delete from due_step d using judged j left join levels l using (id)
      where d.user_id = any(everybody) and d.user_id = j.id and d.claims = j.claims and l.next is null and not j.is_busy
      returning d.user_id
    ), done as (
      select a.user_id, a.kind as outcome, a.claims from advanced a union all select e.user_id, 'ended', 0 from ended e
    ), noted as (
      insert into step_taken (user_id, kind, ms, result)
      select d.user_id, 'screen', took_ms, coalesce(j.level, 'blacklisted') from done d join judged j on j.id = d.user_id
      where j.known order by d.user_id
    )
    select * from done union all select j.id, 'busy', 0 from judged j where j.is_busy;
end $$;

create or replace function decide_pushes(wanted jsonb, counters jsonb, orgs bigint[], lease interval)
  returns table (nth integer, outcome text, push_id bigint, claims integer, cap integer, used integer, fen bigint) language plpgsql as $$
#variable_conflict use_variable
declare
  -- Rows are found by arrays: a join would be planned by the statistics of a table that is empty at quiet times.
  people bigint[] := array(select r."user" from jsonb_to_recordset(wanted) as r ("user" bigint));
  repeated bigint[] := array(select r.again from jsonb_to_recordset(wanted) as r (again bigint) where r.again is not null);
  cap_used integer[];
  cap_fen bigint[];
  cap_most integer[];
  cap_most_fen bigint[];
  is_touched boolean[];
  available bigint[];
  decided integer[] := '{}';
  screen_ids bigint[] := '{}';
  step_ids bigint[] := '{}';
  run_ids bigint[] := '{}';
  push_ids bigint[] := '{}';
  w record;
  c integer;
  stored bigint;
  holds bigint;
begin
  perform from "user" u where u.id = any(people) order by u.id for no key update;
  perform from due_step d where d.user_id = any(people) order by d.user_id for update;
  perform from push_target t join jsonb_to_recordset(wanted) as r ("user" bigint, "pushPlan" bigint)
    on t.push_plan_id = r."pushPlan" and t.user_id = r."user" order by t.push_plan_id, t.user_id for no key update of t;
  -- Locks the counters one by one in their order, whether they are new or not.
  insert into cap_use as u (kind, id, channel_id, span, starts)
    select r.kind, r.id, r."channelId", r.span, r.starts
    from rows from (jsonb_to_recordset(counters) as (kind text, id bigint, "channelId" bigint, span text, starts timestamptz))
      with ordinality r (kind, id, "channelId", span, starts, place) order by r.place
    on conflict (kind, id, channel_id, span, starts) do update set used = u.used where false;
  select array_agg(u.used order by r.place), array_agg(u.fen order by r.place), array_agg(r.most order by r.place),
      array_agg(r."mostFen" order by r.place), array_agg(false)
    into cap_used, cap_fen, cap_most, cap_most_fen, is_touched
    from rows from (jsonb_to_recordset(counters) as (kind text, id bigint, "channelId" bigint, span text, starts timestamptz,
        most integer, "mostFen" bigint))
      with ordinality r (kind, id, "channelId", span, starts, most, "mostFen", place)
    join cap_use u on (u.kind, u.id, u.channel_id, u.span, u.starts) = (r.kind, r.id, r."channelId", r.span, r.starts);
  perform from account a where a.org_id = any(orgs) order by a.id for no key update;
  available := array(select coalesce(a.balance_fen - a.held_fen, 0) from unnest(orgs) with ordinality o (org, place)
    left join account a on a.org_id = o.org order by o.place);

  for w in
    select r.place::integer as place, r.caps, r.amount, r.account, r.again,
      u.id is not null and d.user_id is not null and (r.again is null or exists (
        select from push_record p where p.user_id = r."user" and p.id = r.again and p.status = 'failed')) as is_held,
      s.until >= now() as is_sent
    from rows from (jsonb_to_recordset(wanted) as ("user" bigint, claims integer, org bigint, caps integer[], amount bigint,
        account integer, again bigint))
      with ordinality r ("user", claims, org, caps, amount, account, again, place)
    left join "user" u on u.id = r."user" and u.status <> 'deleted'
    left join due_step d on d.user_id = any(people) and d.user_id = r."user" and d.claims = r.claims
    left join push_dedupe s on s.user_id = r."user" and s.org_id = r.org
    order by r.place
  loop
    nth := w.place;
    outcome := case when not w.is_held then 'gone' end;
    push_id := null;
    claims := null;
    cap := null;
    used := null;
    fen := null;
    if outcome is null then
      foreach c in array w.caps loop
        if cap_used[c] >= cap_most[c] or cap_fen[c] + w.amount > cap_most_fen[c] then
          outcome := 'cap';
          cap := c;
          used := cap_used[c];
          fen := cap_fen[c];
          exit;
        end if;
      end loop;
    end if;
    if outcome is null then
      outcome := case when w.is_sent then 'dedupe' when w.amount > available[w.account] then 'funds' end;
    end if;
    if outcome is not null then
      return next;
      continue;
    end if;
    foreach c in array w.caps loop
      cap_used[c] := cap_used[c] + 1;
      cap_fen[c] := cap_fen[c] + w.amount;
      is_touched[c] := true;
    end loop;
    available[w.account] := available[w.account] - w.amount;
    -- In the order of time: the push is later than the match, and the match than the screening.
    decided := decided || w.place;
    screen_ids := screen_ids || time_id();
    step_ids := step_ids || time_id();
    run_ids := run_ids || time_id();
    push_ids := push_ids || coalesce(w.again, time_id());
  end loop;
  if decided = '{}' then
    return;
  end if;

  update cap_use u set used = n.used, fen = n.fen
    from rows from (jsonb_to_recordset(counters) as (kind text, id bigint, "channelId" bigint, span text, starts timestamptz))
      with ordinality r (kind, id, "channelId", span, starts, place)
    join unnest(cap_used, cap_fen, is_touched) with ordinality n (used, fen, is_touched, place) on n.place = r.place
    where n.is_touched and (u.kind, u.id, u.channel_id, u.span, u.starts) = (r.kind, r.id, r."channelId", r.span, r.starts);

  return query
    with chosen as materialized (
      select r.*, i.screen_id, i.step_id, i.run_id, i.push_id, r.again is null as is_new
      from rows from (jsonb_to_recordset(wanted) as ("user" bigint, claims integer, state jsonb, plan bigint, org bigint, channel bigint,
          city text, flow text, price integer, lowest integer, highest integer, dedupe integer, "pushPlan" bigint, again bigint, run jsonb,
          ms integer, level text, "screenMs" integer))
        with ordinality r ("user", claims, state, plan, org, channel, city, flow, price, lowest, highest, dedupe, "pushPlan", again, run,
          ms, level, "screenMs", place)
      join unnest(decided, screen_ids, step_ids, run_ids, push_ids) i (place, screen_id, step_id, run_id, push_id) on i.place = r.place
    ), users as (
      update "user" u set push_count = u.push_count + case when c.is_new then 1 else 0 end,
        status = case when u.status in ('registered', 'profiled') then 'matched' else u.status end,
        risk_level = coalesce(c.level, u.risk_level), risk_checked_at = case when c.level is null then u.risk_checked_at else now() end
      from chosen c where u.id = c."user" and (c.is_new or u.status in ('registered', 'profiled'))
    ), steps as (
      update due_step d set kind = 'submit', push_id = c.push_id, state = c.state, due_at = lease_end(d.due_at, lease),
        claims = d.claims + 1, waits_for = null, wakes = false
      from chosen c where d.user_id = any(people) and d.user_id = c."user" returning d.user_id, d.claims
    ), pairs as (
      insert into push_dedupe as d (user_id, org_id, until)
      select c."user", c.org, time_of_id(c.push_id) + c.dedupe * interval '1 day' from chosen c
      on conflict (user_id, org_id) do update set until = excluded.until
    ), pushes as (
      insert into push_record (id, user_id, channel_id, plan_id, org_id, push_plan_id, match_run_id, price_fen, price_min_fen,
        price_max_fen, dedupe_days, flow, city_code)
      select c.push_id, c."user", c.channel, c.plan, c.org, c."pushPlan", c.run_id, c.price, c.lowest, c.highest, c.dedupe, c.flow, c.city
      from chosen c where c.is_new order by c.push_id
    ), repeats as (
      update push_record p set status = 'pending', responded_at = null, price_fen = c.price, price_min_fen = c.lowest,
        price_max_fen = c.highest, updated_at = now()
      from chosen c where p.id = any(repeated) and p.id = c.push_id and p.user_id = c."user"
    ), targets as (
      update push_target t set state = 'pushed', push_id = c.push_id
      from chosen c where c.is_new and t.push_plan_id = c."pushPlan" and t.user_id = c."user" and t.state = 'sent'
    ), runs as (
      insert into match_run (id, user_id, plan_id, flow, why_not, ranked_plan_ids, ranked_price_fen, ranked_rate_bp, snapshot_id,
        reasons, later, facts, seen, ranked)
      select c.run_id, c."user", c.plan, c.flow, r."whyNot"::jsonb, r."rankedPlanIds", r."rankedPriceFen", r."rankedRateBp",
        r."snapshotId", r.reasons, r.later, r.facts::jsonb, r.seen::jsonb, r.ranked
      from chosen c cross join lateral jsonb_to_record(c.run) as r ("whyNot" text, "rankedPlanIds" bigint[], "rankedPriceFen" integer[],
        "rankedRateBp" smallint[], "snapshotId" bigint, reasons bytea, later bytea, facts text, seen text, ranked bytea)
      where c.is_new order by c.run_id
    ), noted as (
      insert into step_taken (id, user_id, kind, ms, result, plan_id)
      select s.* from chosen c cross join lateral (values (c.screen_id, c."user", 'screen', c."screenMs", c.level, null),
        (c.step_id, c."user", 'match', c.ms, 'matched', c.plan)) s (id, user_id, kind, ms, result, plan_id)
      where c.is_new and s.result is not null order by s.id
    )
    select c.place::integer, 'decided', c.push_id, s.claims, null::integer, null::integer, null::bigint
    from chosen c join steps s on s.user_id = c."user";

  select count(*), count(*) filter (where h.outcome = 'held') into stored, holds
    from (select array_agg(r.org order by r.place) as orgs, array_agg(r.amount order by r.place) as amounts,
        array_agg('push'::text order by r.place) as kinds, array_agg(i.push_id::text order by r.place) as ids
      from rows from (jsonb_to_recordset(wanted) as (org bigint, amount bigint)) with ordinality r (org, amount, place)
      join unnest(decided, push_ids) i (place, push_id) on i.place = r.place where r.amount > 0) a
    cross join lateral hold_amounts(a.orgs, a.amounts, a.kinds, a.ids) h
    where a.orgs is not null;
  if stored <> holds then
    raise exception 'a price that is available could not be held';
  end if;
end $$;

create or replace function settle_pushes(wanted jsonb, lease interval)
  returns table (push bigint, outcome text, claims integer) language plpgsql as $$
#variable_conflict use_column
declare
  size integer := jsonb_array_length(wanted);
  -- Rows are found by arrays: a join would read each partition, and be planned by the statistics of a table that is empty at quiet times.
  people bigint[] := array(select r."user" from jsonb_to_recordset(wanted) as r ("user" bigint));
  pushes bigint[] := array(select r.push from jsonb_to_recordset(wanted) as r (push bigint));
  attempts bigint[] := array(select (r.attempt ->> 'id')::bigint from jsonb_to_recordset(wanted) as r (attempt jsonb));
  interrupted bigint[];
  changed bigint[];
  alone bigint[] := '{}';
  unpayable bigint[] := '{}';
  ended bigint[];
  w record;
begin
  perform from "user" u where u.id = any(people) order by u.id for no key update;
  perform from due_step d join jsonb_to_recordset(wanted) as r ("user" bigint, push bigint) on d.user_id = r."user" and d.push_id = r.push
    where d.user_id = any(people) order by d.user_id for update of d;
  changed := array(
    select r.push from jsonb_to_recordset(wanted) as r ("user" bigint, push bigint, claims integer)
      left join due_step d on d.user_id = any(people) and d.user_id = r."user" and d.push_id = r.push
    where d.claims is distinct from r.claims);

  -- From here on, what is held stays held.
  perform from hold h where h.ref_kind = 'push' and h.ref_id = any(pushes::text[]) order by h.ref_id for update;

  -- Nobody is accepted unpaid: a price that was released meanwhile is held anew, as long as the balance suffices.
  for w in
    select r.push, p.user_id, p.plan_id, p.org_id, r.day, coalesce(r.price, p.price_fen) as price
    from jsonb_to_recordset(wanted) as r ("user" bigint, push bigint, outcome text, price integer, day date)
      join push_record p on p.user_id = r."user" and p.id = r.push
    where p.id = any(pushes) and r.outcome = 'accepted' and p.status in ('pending', 'unknown') and coalesce(r.price, p.price_fen) > 0
      and r.push <> all(changed) and not exists (select from hold h where h.ref_kind = 'push' and h.ref_id = r.push::text)
    order by r.push
  loop
    if size > 1 then
      alone := alone || w.push;
      continue;
    end if;
    -- Everybody locks the account last, so the answers and the counters are locked before it is.
    insert into plan_answer as a (plan_id, day) values (w.plan_id, w.day)
      on conflict (plan_id, day) do update set answered = a.answered where false;
    perform from due_step d
      cross join lateral jsonb_to_recordset(d.state -> 'caps') as c (kind text, id bigint, "channelId" bigint, span text,
        starts timestamptz)
      join cap_use u on (u.kind, u.id, u.channel_id, u.span, u.starts) = (c.kind, c.id, c."channelId", c.span, c.starts)
      where d.user_id = w.user_id and d.push_id = w.push
      order by array_position('{plan,pair,org}', u.kind), u.id, u.channel_id, array_position('{all,month,day,hour}', u.span), u.starts
      for no key update of u;
    if hold_amount(w.org_id, w.price, 'push', w.push::text) <> 'held' then
      unpayable := unpayable || w.push;
    end if;
  end loop;

  update push_attempt a set outcome = e.outcome, error = e.error, http_status = e."httpStatus", reply = nullif(e.reply, 'null'),
      took_ms = e.ms
    from jsonb_to_recordset(wanted) as r ("user" bigint, push bigint, attempt jsonb)
    cross join lateral jsonb_to_record(r.attempt) as e (id bigint, outcome text, error text, "httpStatus" smallint, reply jsonb, ms integer)
    where a.id = any(attempts) and a.id = e.id and (a.user_id = r."user" or a.user_id is null)
      and (a.outcome is null or a.error = 'interrupted') and r.push <> all(changed || alone);
  interrupted := array(
    select r.push from jsonb_to_recordset(wanted) as r (push bigint, interrupted boolean)
    where r.interrupted and r.push <> all(changed || alone));
  if interrupted <> '{}' then
    update push_attempt a set outcome = 'unknown', error = 'interrupted' where a.push_id = any(interrupted)
      and (a.user_id = any(people) or a.user_id is null) and a.outcome is null;
  end if;

  with stored as (
    update push_record p set
        status = case when r.push = any(unpayable) then 'unknown' else r.outcome end,
        reason = coalesce(r.reason, p.reason), external_id = coalesce(r."externalId", p.external_id),
        price_fen = case when r.outcome = 'accepted' then coalesce(r.price, p.price_fen) else p.price_fen end,
        cost_fen = case when r.push = any(unpayable) then p.cost_fen else coalesce(r.cost, p.cost_fen) end,
        responded_at = greatest(now(), p.request_at), updated_at = now()
      from jsonb_to_recordset(wanted) as r ("user" bigint, push bigint, outcome text, reason text, "externalId" text, price integer,
        cost integer)
      where p.id = any(pushes) and p.id = r.push and p.user_id = r."user" and p.status in ('pending', 'unknown')
        and r.push <> all(changed || alone)
      returning p.id
  ) select coalesce(array_agg(s.id order by s.id), '{}') into ended from stored s;

  perform settle_what_follows(wanted, ended);

  return query
    with known as materialized (
      select r.*, d.kind as due_kind, p.status, case when r.push = any(unpayable) then nullif(r.unpaid, 'null') else nullif(r.next, 'null') end as next_step
      from jsonb_to_recordset(wanted) as r ("user" bigint, push bigint, claims integer, by bigint, next jsonb, unpaid jsonb)
        join push_record p on p.user_id = r."user" and p.id = r.push
        left join due_step d on d.user_id = any(people) and d.user_id = r."user" and d.push_id = r.push
      where r.push = any(ended) and p.id = any(ended)
    ), closed as (
      update push_trouble t set closed_at = now(), closed_how = 'settled', closed_by = k.by, version = t.version + 1
      from known k where k.due_kind = 'ask' and t.user_id = k."user" and t.push_id = k.push
        and t.closed_at is null and k.push <> all(unpayable)
    ), over as (
      delete from due_step d using known k
      where d.user_id = any(people) and d.user_id = k."user" and d.push_id = k.push
        and (k.next_step is null or k.next_step ->> 'kind' = 'dead')
    ), advanced as (
      update due_step d set kind = k.next_step ->> 'kind', push_id = (k.next_step ->> 'pushId')::bigint, state = k.next_step -> 'state',
        claims = d.claims + 1, waits_for = null, wakes = false,
        due_at = case when k.next_step ->> 'inMs' = 'never' then 'infinity'
          else coalesce(now() + (k.next_step ->> 'inMs')::float8 * interval '1 millisecond', lease_end(d.due_at, lease)) end
      from known k
      where d.user_id = any(people) and d.user_id = k."user" and d.push_id = k.push and k.next_step ->> 'kind' <> 'dead'
      returning d.user_id, d.claims
    ), troubled as (
      select note_troubles(array_agg(k."user"), array_agg(k.push), t.kind) from known k
        cross join lateral (select case
          when k.due_kind is null then case when k.push = any(unpayable) then 'unknown' end
          when k.next_step ->> 'kind' = 'ask' then 'unknown'
          when k.next_step ->> 'kind' = 'dead' then 'dead' end as kind) t
      where t.kind is not null group by t.kind
    )
    select k.push, case when k.push = any(unpayable) then 'unpaid' else 'settled' end, a.claims
    from known k left join advanced a on a.user_id = k."user"
    -- Is read to the end, so that what it does is done.
    where (select count(*) from troubled) >= 0
    union all
    select r.push, case when r.push = any(changed) then 'changed' when r.push = any(alone) then 'alone' else 'ended' end, null
    from jsonb_to_recordset(wanted) as r (push bigint) where r.push <> all(ended);
end $$;

-- Room in the pages of rows that change soon after they were made, so that a change touches no index.
alter table due_step set (fillfactor = 40);
do $migration$
declare
  part record;
begin
  for part in select name from partitions_of('push_record') loop
    execute format('alter table part.%I set (fillfactor = 70)', part.name);
  end loop;
end $migration$;

-- A partition has the settings of the one before it.
create or replace function make_partitions(of_table text, from_at timestamptz default now()) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  declared public.partitioned_table;
  key_type text;
  starts timestamp;
  step interval;
  part_name text;
  detailed record;
  settings text;
  made integer := 0;
begin
  select * into strict declared from public.partitioned_table t where t.name = of_table;
  perform pg_advisory_xact_lock(hashtext('kabao partitions ' || of_table));
  select format_type(a.atttypid, null) into strict key_type from pg_partitioned_table p
    join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
    where p.partrelid = format('public.%I', of_table)::regclass;
  step := ('1 ' || declared.unit)::interval;
  starts := date_trunc(declared.unit, least(from_at, now()) at time zone 'UTC'
    - case key_type when 'date' then interval '1 day' else interval '0' end);
  select ' with (' || array_to_string(c.reloptions, ', ') || ')' into settings from public.partitions_of(of_table) p
    join pg_class c on c.oid = format('part.%I', p.name)::regclass order by p.to_at desc limit 1;
  while starts <= date_trunc(declared.unit, now() at time zone 'UTC') + declared.ahead * step loop
    part_name := of_table || to_char(starts, case declared.unit
      when 'hour' then '_YYYY_MM_DD_HH24' when 'day' then '_YYYY_MM_DD' else '_YYYY_MM' end);
    if to_regclass(format('part.%I', part_name)) is null and not exists (
      select from public.partitions_of(of_table) p
      where p.from_at < (starts + step) at time zone 'UTC' and p.to_at > starts at time zone 'UTC')
    then
      execute format('create table part.%I (like public.%I including defaults including generated including constraints '
        'including storage including compression including statistics)%s', part_name, of_table, coalesce(settings, ''));
      for detailed in
        select attname, attstattarget from pg_attribute
        where attrelid = format('public.%I', of_table)::regclass and attnum > 0 and attstattarget >= 0
      loop
        execute format('alter table part.%I alter column %I set statistics %s', part_name, detailed.attname,
          detailed.attstattarget);
      end loop;
      execute format('alter table public.%I attach partition part.%I for values from (%s) to (%s)', of_table, part_name,
        public.partition_bound(key_type, starts), public.partition_bound(key_type, starts + step));
      made := made + 1;
    end if;
    starts := starts + step;
  end loop;
  return made;
end $$;
