-- Decides for one plan for each of many people, before anybody is called: claims the caps and the pair of person and organization, holds
-- the price, and stores the push, its run of the match and the next step. Nothing is stored of a person whom something refuses.
-- `wanted`: an array of
--   { "user", claims, state, plan, org, channel, city, flow, price, lowest, highest, dedupe, pushPlan, caps, amount, account, again, run, ms }
-- in the order in which people claim: `caps` are the positions (from 1) in `counters` of the caps that the push counts towards, `amount`
-- the fen that it may cost, `account` the position (from 1) of its organization in `orgs`, `again` a push that surely failed and is handed
-- over again (then no push, run or line of the timeline is added), `run` the columns of the run.
-- `counters`: an array of { kind, id, channelId, span, starts, most, mostFen }, each once, in the order in which everybody claims caps.
-- Rows are locked in one order for all callers: users, steps, people of push plans, counters, accounts. Counters and accounts are written
-- once for each call, whatever its size.
-- Answers for each, by its place from 1: `decided` with the push and the number of the new claim; `gone`: the user is deleted, or the step
-- or the push belongs to somebody else; `cap` with its position and what is used of it; `dedupe`; `funds`.
create function decide_pushes(wanted jsonb, counters jsonb, orgs bigint[], lease interval)
  returns table (nth integer, outcome text, push_id bigint, claims integer, cap integer, used integer, fen bigint)
  language plpgsql
as $$
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
        select from push_record p where p.id = r.again and p.status = 'failed')) as is_held,
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
      from chosen c where p.id = any(repeated) and p.id = c.push_id
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
