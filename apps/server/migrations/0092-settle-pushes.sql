-- Releases what is held for several references, each once, in the caller's transaction. References are locked before accounts, both in
-- their order. Refuses all if something was charged already.
create function release_holds(ref_kinds text[], ref_ids text[]) returns void language plpgsql as $$
begin
  perform from hold h where (h.ref_kind, h.ref_id) in (select * from unnest(ref_kinds, ref_ids)) order by h.ref_kind, h.ref_id for update;
  if exists (select from unnest(ref_kinds, ref_ids) r (kind, id) join transfer_ref t on t.kind = 'charge' and t.ref_kind = r.kind
      and t.ref_id = r.id where not exists (select from hold h where h.ref_kind = r.kind and h.ref_id = r.id)) then
    raise exception 'what is to be released was charged already';
  end if;
  perform from account a where a.id in (
      select h.account_id from hold h where (h.ref_kind, h.ref_id) in (select * from unnest(ref_kinds, ref_ids)))
    order by a.id for no key update;
  with gone as (
    delete from hold h where (h.ref_kind, h.ref_id) in (select * from unnest(ref_kinds, ref_ids)) returning h.account_id, h.amount_fen
  ), sums as (
    select g.account_id, sum(g.amount_fen) as fen from gone g group by g.account_id
  )
  update account a set held_fen = a.held_fen - s.fen from sums s where a.id = s.account_id;
end $$;

-- Notes that a person must look at pushes: nobody knows how they ended (`unknown`), or they failed as often as they are tried (`dead`).
-- The owner is who owned the trouble before, else who added the plan, else the salesman of the organization.
create function note_troubles(pushes bigint[], of_kind text) returns void language sql as $$
  insert into push_trouble as t (push_id, plan_id, user_id, org_id, channel_id, kind, owner_id)
  select r.id, r.plan_id, r.user_id, r.org_id, r.channel_id, of_kind, coalesce(adder.id, salesman.id)
  from push_record r join plan p on p.id = r.plan_id join org o on o.id = p.org_id
    left join admin adder on adder.id = p.created_by and adder.status = 'enabled'
    left join admin salesman on salesman.id = o.salesman_id and salesman.status = 'enabled'
  where r.id = any(pushes) order by r.id
  on conflict (push_id) do update set kind = excluded.kind, at = now(), told_at = null, closed_at = null, closed_how = null,
    closed_by = null, note = '', owner_id = coalesce(t.owner_id, excluded.owner_id), version = t.version + 1
$$;

-- Stores how many pushes ended, with all that follows: the end of the attempt, the charge or the release of the price, the caps that are
-- given back, the cost of the channel, the answers of the plan, the status of the user, the next step, and the trouble of a person who
-- must look at it. A push that has ended stays as it is; only its attempt is ended.
-- `wanted`: [{ user, push, claims, outcome, reason, externalId, price, attempt: { id, outcome, error, httpStatus, reply, ms },
-- interrupted, day, by, cost, result, next, unpaid }], each user once. `claims` is the number of the claim of the push's step as the
-- caller knows it, null if it has none. `next` and `unpaid` are the step that follows: { kind, pushId, state, inMs }; `inMs` null: at
-- once, with a new lease; 'never'. Null ends the step; `dead` ends it and notes it. `unpaid` follows an acceptance that nobody can pay.
-- `result` is what the channel is owed, and `cost` its fen.
-- Rows are locked in one order for all callers: users, steps, references, pushes, answers, counters, accounts. Counters and accounts are
-- written once for each call.
-- Answers for each push: `settled` with the number of the new claim (null if the step ended or there was none); `unpaid` likewise;
-- `ended`: it had ended before; `changed`: the step is another than the caller knows, and nothing is stored; `alone`: its price is not
-- held any more, and nothing is stored, because such a one must be settled by itself.
create function settle_pushes(wanted jsonb, lease interval)
  returns table (push bigint, outcome text, claims integer)
  language plpgsql
as $$
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
    from jsonb_to_recordset(wanted) as r (push bigint, outcome text, price integer, day date) join push_record p on p.id = r.push
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
    from jsonb_to_recordset(wanted) as r (push bigint, attempt jsonb)
    cross join lateral jsonb_to_record(r.attempt) as e (id bigint, outcome text, error text, "httpStatus" smallint, reply jsonb, ms integer)
    where a.id = any(attempts) and a.id = e.id and (a.outcome is null or a.error = 'interrupted') and r.push <> all(changed || alone);
  interrupted := array(
    select r.push from jsonb_to_recordset(wanted) as r (push bigint, interrupted boolean)
    where r.interrupted and r.push <> all(changed || alone));
  if interrupted <> '{}' then
    update push_attempt a set outcome = 'unknown', error = 'interrupted' where a.push_id = any(interrupted) and a.outcome is null;
  end if;

  with stored as (
    update push_record p set
        status = case when r.push = any(unpayable) then 'unknown' else r.outcome end,
        reason = coalesce(r.reason, p.reason), external_id = coalesce(r."externalId", p.external_id),
        price_fen = case when r.outcome = 'accepted' then coalesce(r.price, p.price_fen) else p.price_fen end,
        cost_fen = case when r.push = any(unpayable) then p.cost_fen else coalesce(r.cost, p.cost_fen) end,
        responded_at = greatest(now(), p.request_at), updated_at = now()
      from jsonb_to_recordset(wanted) as r (push bigint, outcome text, reason text, "externalId" text, price integer, cost integer)
      where p.id = any(pushes) and p.id = r.push and p.status in ('pending', 'unknown') and r.push <> all(changed || alone)
      returning p.id
  ) select coalesce(array_agg(s.id order by s.id), '{}') into ended from stored s;

  perform settle_what_follows(wanted, ended);

  return query
    with known as materialized (
      select r.*, d.kind as due_kind, p.status, case when r.push = any(unpayable) then nullif(r.unpaid, 'null') else nullif(r.next, 'null') end as next_step
      from jsonb_to_recordset(wanted) as r ("user" bigint, push bigint, claims integer, by bigint, next jsonb, unpaid jsonb)
        join push_record p on p.id = r.push
        left join due_step d on d.user_id = any(people) and d.user_id = r."user" and d.push_id = r.push
      where r.push = any(ended) and p.id = any(ended)
    ), closed as (
      update push_trouble t set closed_at = now(), closed_how = 'settled', closed_by = k.by, version = t.version + 1
      from known k where k.due_kind = 'ask' and t.push_id = k.push and t.closed_at is null and k.push <> all(unpayable)
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
      select note_troubles(array_agg(k.push), t.kind) from known k
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

-- What follows from the end of these pushes, for `settle_pushes`: `ended` are those whose end was stored now. From one that is unclear
-- nothing follows yet.
create function settle_what_follows(wanted jsonb, ended bigint[]) returns void language plpgsql as $$
declare
  charged text[];
  amounts bigint[];
  released text[];
  people bigint[] := array(select r."user" from jsonb_to_recordset(wanted) as r ("user" bigint));
  business_day date := (select min(r.day) from jsonb_to_recordset(wanted) as r (day date));
begin
  -- The person surely did not get there, so another plan may send them.
  delete from push_dedupe s using push_record p
    where p.id = any(ended) and p.status = 'failed' and s.user_id = p.user_id and s.org_id = p.org_id;
  update "user" u set status = case when p.status = 'accepted' then 'accepted' else 'rejected' end
    from push_record p
    where p.id = any(ended) and p.status in ('accepted', 'rejected', 'duplicate') and u.id = p.user_id and u.status <> 'deleted'
      and u.status = any(case when p.status = 'accepted' then '{registered,profiled,matched,pushed,rejected}'::text[]
        else '{registered,profiled,matched,pushed}' end);
  insert into plan_answer as a (plan_id, day, answered, accepted)
    select p.plan_id, business_day, count(*), count(*) filter (where p.status = 'accepted')
    from push_record p where p.id = any(ended) and p.status in ('accepted', 'rejected', 'duplicate') group by p.plan_id order by p.plan_id
    on conflict (plan_id, day) do update set answered = a.answered + excluded.answered, accepted = a.accepted + excluded.accepted;

  -- Of an accepted push its places stay, and what it could have cost above its price is given back.
  with given as materialized (
    select c.kind, c.id, c."channelId", c.span, c.starts, count(*) filter (where p.status <> 'accepted') as places,
      sum(case when p.status = 'accepted' then coalesce(p.price_max_fen, p.price_fen) - p.price_fen else c.fen end) as fen
    from push_record p join due_step d on d.user_id = p.user_id and d.push_id = p.id
      cross join lateral jsonb_to_recordset(d.state -> 'caps') as c (kind text, id bigint, "channelId" bigint, span text,
        starts timestamptz, fen bigint)
    where p.id = any(ended) and d.user_id = any(people) and p.status not in ('unknown')
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
    where p.id = any(ended) and p.status = 'accepted' and x."baseFen" is not null order by p.id;
  -- The first that accepts ends the search.
  update offer o set expires_at = least(o.expires_at, now()) from push_record p
    where p.id = any(ended) and p.status = 'accepted' and p.flow = 'half' and o.is_open and o.id in (
      select r.id from push_record r where r.user_id = p.user_id and r.stage = 'consent' and r.status = 'pending');

  select coalesce(array_agg(p.id::text order by p.id) filter (where is_charged), '{}'),
      coalesce(array_agg(p.price_fen order by p.id) filter (where is_charged), '{}'),
      coalesce(array_agg(p.id::text order by p.id) filter (where not is_charged), '{}')
    into charged, amounts, released
    from push_record p cross join lateral (select p.status = 'accepted' and p.price_fen > 0 as is_charged) c
    where p.id = any(ended) and p.status <> 'unknown' and coalesce(p.price_max_fen, p.price_fen) > 0;
  perform from account a where a.id in (select h.account_id from hold h where h.ref_kind = 'push' and h.ref_id = any(charged || released))
    order by a.id for no key update;
  if exists (select from post_holds(array_fill('push'::text, array[cardinality(charged)]), charged, amounts, business_day) h
      where h.outcome not in ('booked', 'known')) then
    raise exception 'a price that is held could not be charged';
  end if;
  perform release_holds(array_fill('push'::text, array[cardinality(released)]), released);
end $$;
