-- Stores consents of many people at once, in a transaction of the caller, each to an offer that the person was found to fit: claims the
-- caps and the pair of person and organization, holds the price, and stores the consent and the step that submits the push. Nothing is
-- stored of a person whom something refuses.
-- `wanted`: an array of
--   { "user", push, channel, plan, org, state, caps, dedupe, amount, account, probes, agreements, at, ip }
-- in the order in which people claim: `state` is that of the step, `caps` are the positions (from 1) in `counters` of
-- the caps that the push counts towards, `amount` the fen that it may cost, `account` the position (from 1) of its organization in `orgs`,
-- `probes` whether the breaker of the organization is half open, so that only one may go there.
-- `counters`: an array of { kind, id, channelId, span, starts, most, mostFen }, each once, in the order in which everybody claims caps.
-- `probe`: for how long nobody else may be a probe.
-- Rows are locked in one order for all callers: users, steps, offers, pushes, counters, accounts. Who closes expired offers locks the
-- offer before the push too. A breaker that somebody else changes at this moment is not waited for.
-- Answers for each, by its place from 1: `stored`; `gone`: the user is deleted; `underWay`: the person is on the way, and not only waiting
-- to be tried again; `cap` with its position and what is used of it; `dedupe`; `expired`: the offer was closed at this moment; `funds`;
-- `breaker`: somebody else is the probe.
create function store_consents(wanted jsonb, counters jsonb, orgs bigint[], probe interval)
  returns table (nth integer, outcome text, cap integer, used integer, fen bigint)
  language plpgsql
as $$
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
  perform from offer o where o.id = any(pushes) order by o.id for no key update;
  perform from push_record p where p.id = any(pushes) order by p.id for no key update;
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
    left join offer o on o.id = any(pushes) and o.id = r.push
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
    update offer o set is_open = false from chosen c where o.id = any(pushes) and o.id = c.push
  ), submitted as (
    update push_record p set stage = 'submit', updated_at = now() from chosen c where p.id = any(pushes) and p.id = c.push
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
