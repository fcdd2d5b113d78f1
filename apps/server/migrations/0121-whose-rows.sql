-- Rows of people name their person, and so do the statements on them (decision 120).

-- Whose call and whose offer it is. A row of before gets it by a job; until none lacks it, a statement takes the person's rows and those
-- without.
alter table push_attempt add column user_id bigint;
alter table offer add column user_id bigint;

-- For the code before this one, which does not name the person.
create function attempt_of_person() returns trigger language plpgsql as $$
begin
  new.user_id := (select r.user_id from push_record r where r.id = new.push_id);
  return new;
end $$;
create trigger push_attempt_person before insert on push_attempt for each row when (new.user_id is null)
  execute function attempt_of_person();
create function offer_of_person() returns trigger language plpgsql as $$
begin
  new.user_id := (select r.user_id from push_record r where r.id = new.id);
  return new;
end $$;
create trigger offer_person before insert on offer for each row when (new.user_id is null) execute function offer_of_person();

-- How far the job came that names the person of old rows: from the newest row down. A table that is done has no row.
create table person_fill (
  name text collate "C" not null,
  walked_to bigint not null,
  constraint person_fill_pkey primary key (name)
);
comment on column person_fill.name is 'the name of a table';
insert into person_fill (name, walked_to) values ('push_attempt', time_id()), ('offer', time_id());

-- As before, with the people of the pushes.
create function note_troubles(people bigint[], pushes bigint[], of_kind text) returns void language sql as $$
  insert into push_trouble as t (push_id, plan_id, user_id, org_id, channel_id, kind, owner_id)
  select r.id, r.plan_id, r.user_id, r.org_id, r.channel_id, of_kind, coalesce(adder.id, salesman.id)
  from push_record r join plan p on p.id = r.plan_id join org o on o.id = p.org_id
    left join admin adder on adder.id = p.created_by and adder.status = 'enabled'
    left join admin salesman on salesman.id = o.salesman_id and salesman.status = 'enabled'
  where r.user_id = any(people) and r.id = any(pushes) order by r.id
  on conflict (push_id) do update set kind = excluded.kind, at = now(), told_at = null, closed_at = null, closed_how = null,
    closed_by = null, note = '', owner_id = coalesce(t.owner_id, excluded.owner_id), version = t.version + 1
$$;

-- The functions of the pipeline, as before; what they read and change of a person is found by the person too.
create or replace function decide_pushes(wanted jsonb, counters jsonb, orgs bigint[], lease interval)
  returns table (nth integer, outcome text, push_id bigint, claims integer, cap integer, used integer, fen bigint)
  language plpgsql as $$
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
    -- In the order of time: the push is later than the match.
    decided := decided || w.place;
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
      select r.*, i.step_id, i.run_id, i.push_id, r.again is null as is_new
      from rows from (jsonb_to_recordset(wanted) as ("user" bigint, claims integer, state jsonb, plan bigint, org bigint, channel bigint,
          city text, flow text, price integer, lowest integer, highest integer, dedupe integer, "pushPlan" bigint, again bigint, run jsonb,
          ms integer))
        with ordinality r ("user", claims, state, plan, org, channel, city, flow, price, lowest, highest, dedupe, "pushPlan", again, run,
          ms, place)
      join unnest(decided, step_ids, run_ids, push_ids) i (place, step_id, run_id, push_id) on i.place = r.place
    ), users as (
      update "user" u set push_count = u.push_count + case when c.is_new then 1 else 0 end,
        status = case when u.status in ('registered', 'profiled') then 'matched' else u.status end
      from chosen c where u.id = c."user" and (c.is_new or u.status in ('registered', 'profiled'))
    ), steps as (
      update due_step d set kind = 'submit', push_id = c.push_id, state = c.state, due_at = now() + lease, claims = d.claims + 1,
        waits_for = null, wakes = false
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
      select c.step_id, c."user", 'match', c.ms, 'matched', c.plan from chosen c where c.is_new order by c.step_id
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
  returns table (push bigint, outcome text, claims integer)
  language plpgsql as $$
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
          else now() + coalesce((k.next_step ->> 'inMs')::float8 * interval '1 millisecond', lease) end
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

create or replace function settle_what_follows(wanted jsonb, ended bigint[]) returns void language plpgsql as $$
declare
  charged text[];
  amounts bigint[];
  released text[];
  people bigint[] := array(select r."user" from jsonb_to_recordset(wanted) as r ("user" bigint));
  business_day date := (select min(r.day) from jsonb_to_recordset(wanted) as r (day date));
begin
  -- The person surely did not get there, so another plan may send them.
  delete from push_dedupe s using push_record p
    where p.id = any(ended) and p.user_id = any(people) and p.status = 'failed' and s.user_id = p.user_id and s.org_id = p.org_id;
  update "user" u set status = case when p.status = 'accepted' then 'accepted' else 'rejected' end
    from push_record p
    where p.id = any(ended) and p.user_id = any(people) and p.status in ('accepted', 'rejected', 'duplicate')
      and u.id = p.user_id and u.status <> 'deleted'
      and u.status = any(case when p.status = 'accepted' then '{registered,profiled,matched,pushed,rejected}'::text[]
        else '{registered,profiled,matched,pushed}' end);
  insert into plan_answer as a (plan_id, day, answered, accepted)
    select p.plan_id, business_day, count(*), count(*) filter (where p.status = 'accepted')
    from push_record p where p.id = any(ended) and p.user_id = any(people) and p.status in ('accepted', 'rejected', 'duplicate')
    group by p.plan_id order by p.plan_id
    on conflict (plan_id, day) do update set answered = a.answered + excluded.answered, accepted = a.accepted + excluded.accepted;

  -- Of an accepted push its places stay, and what it could have cost above its price is given back.
  with given as materialized (
    select c.kind, c.id, c."channelId", c.span, c.starts, count(*) filter (where p.status <> 'accepted') as places,
      sum(case when p.status = 'accepted' then coalesce(p.price_max_fen, p.price_fen) - p.price_fen else c.fen end) as fen
    from push_record p join due_step d on d.user_id = p.user_id and d.push_id = p.id
      cross join lateral jsonb_to_recordset(d.state -> 'caps') as c (kind text, id bigint, "channelId" bigint, span text,
        starts timestamptz, fen bigint)
    where p.id = any(ended) and p.user_id = any(people) and d.user_id = any(people)
      and p.status not in ('unknown')
      and (p.status <> 'accepted' or coalesce(p.price_max_fen, p.price_fen) > p.price_fen)
    group by c.kind, c.id, c."channelId", c.span, c.starts
  ), locked as materialized (
    select u.kind, u.id, u.channel_id, u.span, u.starts, g.places, g.fen
    from given g join cap_use u on (u.kind, u.id, u.channel_id, u.span, u.starts) = (g.kind, g.id, g."channelId", g.span, g.starts)
    order by array_position('{plan,pair,org}', u.kind), u.id, u.channel_id, array_position('{all,month,day,hour}', u.span), u.starts
    for no key update of u
  )
  update cap_use u set used = u.used - l.places, fen = u.fen - l.fen from locked l
    where (u.kind, u.id, u.channel_id, u.span, u.starts) = (l.kind, l.id, l.channel_id, l.span, l.starts);

  insert into channel_result_new (channel_id, kind, ref_id, at, business_day, base_fen, cost_fen, draw, deduction_bp, deducted_for)
    select p.channel_id, 'push', p.id::text, now(), business_day, x."baseFen", x."costFen", x.draw, x."deductionBp",
      case when x."isDeducted" then 'agreedRate' end
    from jsonb_to_recordset(wanted) as r (push bigint, result jsonb) join push_record p on p.id = r.push
      cross join lateral jsonb_to_record(r.result) as x ("baseFen" bigint, "costFen" bigint, draw smallint, "deductionBp" smallint,
        "isDeducted" boolean)
    where p.id = any(ended) and p.user_id = any(people) and p.status = 'accepted' and x."baseFen" is not null order by p.id;
  -- The first that accepts ends the search.
  update offer o set expires_at = least(o.expires_at, now()) from push_record p
    where p.id = any(ended) and p.user_id = any(people) and p.status = 'accepted' and p.flow = 'half'
      and (o.user_id = p.user_id or o.user_id is null)
      and o.is_open and o.id in (
      select r.id from push_record r where r.user_id = p.user_id and r.stage = 'consent' and r.status = 'pending');

  select coalesce(array_agg(p.id::text order by p.id) filter (where is_charged), '{}'),
      coalesce(array_agg(p.price_fen order by p.id) filter (where is_charged), '{}'),
      coalesce(array_agg(p.id::text order by p.id) filter (where not is_charged), '{}')
    into charged, amounts, released
    from push_record p cross join lateral (select p.status = 'accepted' and p.price_fen > 0 as is_charged) c
    where p.id = any(ended) and p.user_id = any(people) and p.status <> 'unknown' and coalesce(p.price_max_fen, p.price_fen) > 0;
  perform from account a where a.id in (select h.account_id from hold h where h.ref_kind = 'push' and h.ref_id = any(charged || released))
    order by a.id for no key update;
  if exists (select from post_holds(array_fill('push'::text, array[cardinality(charged)]), charged, amounts, business_day) h
      where h.outcome not in ('booked', 'known')) then
    raise exception 'a price that is held could not be charged';
  end if;
  perform release_holds(array_fill('push'::text, array[cardinality(released)]), released);
end $$;

create or replace function end_checks(wanted jsonb) returns table (user_id bigint, offers integer) language plpgsql as $$
#variable_conflict use_column
declare
  offered bigint[] := array(
    select r."user" from jsonb_to_recordset(wanted) as r ("user" bigint, checks bigint[])
    where exists (select from push_record p where p.user_id = r."user" and p.id = any(r.checks) and p.stage <> 'check') order by 1);
begin
  perform from "user" u where u.id = any(offered) order by u.id for no key update;
  update "user" u set status = 'matched' where u.id = any(offered) and u.status in ('registered', 'profiled');
  perform from due_step d join jsonb_to_recordset(wanted) as r ("user" bigint, claims integer)
    on d.user_id = r."user" and d.claims = r.claims order by d.user_id for update of d;
  return query
    with ended as (
      delete from due_step d using jsonb_to_recordset(wanted) as r ("user" bigint, claims integer)
      where d.user_id = r."user" and d.claims = r.claims returning d.user_id
    ), counted as materialized (
      select e.user_id, r.ms, (
        select count(*) from push_record p where p.user_id = r."user" and p.id = any(r.checks) and p.stage <> 'check')::integer as offers
      from ended e join jsonb_to_recordset(wanted) as r ("user" bigint, checks bigint[], ms integer) on r."user" = e.user_id
    ), noted as (
      insert into step_taken (user_id, kind, ms, result)
      select c.user_id, 'check', c.ms, c.offers::text from counted c order by c.user_id
    )
    select c.user_id, c.offers from counted c;
end $$;

create or replace function open_offers(of_user bigint)
  returns table (push_id bigint, plan_id bigint, org_id bigint, org_name text, price_fen integer, price_min_fen integer,
    price_max_fen integer, agreements jsonb, offered_at timestamp with time zone, expires_at timestamp with time zone)
  language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select r.id, r.plan_id, r.org_id, coalesce(nullif(o.short_name, ''), o.name), r.price_fen, r.price_min_fen, r.price_max_fen,
      f.agreements, f.offered_at, f.expires_at
    from push_record r join offer f on f.id = r.id and (f.user_id = r.user_id or f.user_id is null)
      join org o on o.id = r.org_id
    where r.user_id = of_user and r.stage = 'consent' and r.status = 'pending' and f.is_open and f.expires_at > now()
    order by r.id;
end $$;

create or replace function store_consents(wanted jsonb, counters jsonb, orgs bigint[], probe interval)
  returns table (nth integer, outcome text, cap integer, used integer, fen bigint)
  language plpgsql as $$
#variable_conflict use_variable
declare
  -- Rows are found by arrays: a join would be planned by the statistics of a table that is empty at quiet times.
  people bigint[] := array(select r."user" from jsonb_to_recordset(wanted) as r ("user" bigint));
  pushes bigint[] := array(select r.push from jsonb_to_recordset(wanted) as r (push bigint));
  probed bigint[] := array(select r.org from jsonb_to_recordset(wanted) as r (org bigint, probes boolean) where r.probes);
  added bigint[];
  cap_used integer[];
  cap_fen bigint[];
  cap_most integer[];
  cap_most_fen bigint[];
  is_touched boolean[];
  available bigint[];
  probing bigint[] := '{}';
  stored integer[] := '{}';
  stored_people bigint[] := '{}';
  w record;
  c integer;
  wanted_holds bigint;
  holds bigint;
begin
  perform from "user" u where u.id = any(people) order by u.id for no key update;
  -- Locks the steps of those who have one.
  with fresh as (
    insert into due_step as d (user_id, kind, push_id, state)
    select distinct on (r."user") r."user", 'submit', r.push, r.state from jsonb_to_recordset(wanted) as r ("user" bigint, push bigint, state jsonb)
    join "user" u on u.id = r."user" and u.status <> 'deleted' order by r."user"
    on conflict (user_id) do update set kind = d.kind where false returning d.user_id
  )
  select coalesce(array_agg(f.user_id), '{}') into added from fresh f;
  perform from offer o where o.id = any(pushes) and (o.user_id = any(people) or o.user_id is null) order by o.id for no key update;
  perform from push_record p where p.id = any(pushes) and p.user_id = any(people) order by p.id for no key update;
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
  probed := array(select b.org_id from org_breaker b where b.org_id = any(probed) and b.probe_at <= now()
    for no key update skip locked);

  for w in
    select r.place::integer as place, r."user", r.org, r.caps, r.amount, r.account, r.probes, u.id is not null as is_there,
      coalesce(r."user" = any(added) or d.kind = 'retry', false) as is_free, coalesce(o.is_open, false) as is_open,
      s.until >= now() as is_sent
    from rows from (jsonb_to_recordset(wanted) as ("user" bigint, push bigint, org bigint, caps integer[], amount bigint,
        account integer, probes boolean))
      with ordinality r ("user", push, org, caps, amount, account, probes, place)
    left join "user" u on u.id = r."user" and u.status <> 'deleted'
    left join due_step d on d.user_id = any(people) and d.user_id = r."user"
    left join offer o on o.id = any(pushes) and o.id = r.push and (o.user_id = r."user" or o.user_id is null)
    left join push_dedupe s on s.user_id = r."user" and s.org_id = r.org
    order by r.place
  loop
    nth := w.place;
    outcome := case when not w.is_there then 'gone' when not w.is_free or w."user" = any(stored_people) then 'underWay' end;
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
    outcome := coalesce(outcome, case when w.is_sent then 'dedupe' when not w.is_open then 'expired'
      when w.amount > available[w.account] then 'funds' when w.probes and not w.org = any(probed) then 'breaker' else 'stored' end);
    return next;
    continue when outcome <> 'stored';
    foreach c in array w.caps loop
      cap_used[c] := cap_used[c] + 1;
      cap_fen[c] := cap_fen[c] + w.amount;
      is_touched[c] := true;
    end loop;
    available[w.account] := available[w.account] - w.amount;
    if w.probes then
      probed := array_remove(probed, w.org);
      probing := probing || w.org;
    end if;
    stored := stored || w.place;
    stored_people := stored_people || w."user";
  end loop;
  delete from due_step d where d.user_id = any(added) and not d.user_id = any(stored_people);
  if stored = '{}' then
    return;
  end if;

  update cap_use u set used = n.used, fen = n.fen
    from rows from (jsonb_to_recordset(counters) as (kind text, id bigint, "channelId" bigint, span text, starts timestamptz))
      with ordinality r (kind, id, "channelId", span, starts, place)
    join unnest(cap_used, cap_fen, is_touched) with ordinality n (used, fen, is_touched, place) on n.place = r.place
    where n.is_touched and (u.kind, u.id, u.channel_id, u.span, u.starts) = (r.kind, r.id, r."channelId", r.span, r.starts);
  update org_breaker b set probe_at = now() + probe where b.org_id = any(probing);

  with chosen as materialized (
    select r.* from rows from (jsonb_to_recordset(wanted) as ("user" bigint, push bigint, channel bigint, plan bigint, org bigint,
        state jsonb, dedupe integer, agreements jsonb, at timestamptz, ip text))
      with ordinality r ("user", push, channel, plan, org, state, dedupe, agreements, at, ip, place)
    where r.place = any(stored)
  ), users as (
    update "user" u set push_count = u.push_count + 1,
      status = case when u.status in ('registered', 'profiled') then 'matched' else u.status end
    where u.id = any(stored_people)
  ), steps as (
    update due_step d set kind = 'submit', push_id = c.push, state = c.state, due_at = now(),
      claims = d.claims + case when d.user_id = any(added) then 0 else 1 end, waits_for = null, wakes = false
    from chosen c where d.user_id = any(stored_people) and d.user_id = c."user"
  ), pairs as (
    insert into push_dedupe as d (user_id, org_id, until)
    select c."user", c.org, time_of_id(c.push) + c.dedupe * interval '1 day' from chosen c
    on conflict (user_id, org_id) do update set until = excluded.until
  ), closed as (
    update offer o set is_open = false from chosen c
    where o.id = any(pushes) and o.id = c.push and (o.user_id = c."user" or o.user_id is null)
  ), submitted as (
    update push_record p set stage = 'submit', updated_at = now() from chosen c
    where p.id = any(pushes) and p.id = c.push and p.user_id = c."user"
  )
  insert into consent (id, user_id, channel_id, plan_id, org_id, agreements, at, ip)
  select c.push, c."user", c.channel, c.plan, c.org, c.agreements, c.at, c.ip from chosen c order by c.push;

  select count(*), count(*) filter (where h.outcome = 'held') into wanted_holds, holds
    from (select array_agg(r.org order by r.place) as orgs, array_agg(r.amount order by r.place) as amounts,
        array_agg('push'::text order by r.place) as kinds, array_agg(r.push::text order by r.place) as ids
      from rows from (jsonb_to_recordset(wanted) as (push bigint, org bigint, amount bigint))
        with ordinality r (push, org, amount, place)
      where r.place = any(stored) and r.amount > 0) a
    cross join lateral hold_amounts(a.orgs, a.amounts, a.kinds, a.ids) h
    where a.orgs is not null;
  if wanted_holds <> holds then
    raise exception 'a price that is available could not be held';
  end if;
end $$;

-- The triggers of pushes, visits and returns, too.
create or replace function note_answered_push() returns trigger language plpgsql as $$
begin
  if exists (select from push_record r where r.user_id = new.user_id and r.id = new.id and r.status in (new.status, 'returned')) then
    perform add_push_fact(new.status, new.id, new);
  end if;
  return null;
end $$;

create or replace function note_login() returns trigger language plpgsql as $$
begin
  perform add_push_fact('login', new.id, (select r from push_record r where r.user_id = new.user_id and r.id = new.id));
  return null;
end $$;

create or replace function note_returned_push() returns trigger language plpgsql as $$
begin
  perform add_push_fact('return', new.id, (select r from push_record r where r.user_id = new.user_id and r.id = new.push_id));
  return null;
end $$;
