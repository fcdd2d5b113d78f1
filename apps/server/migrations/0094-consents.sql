-- The offers that a person can consent to now, the recommended first: the pushes have their ids in this order. A function, so that the
-- plan of the query over all partitions is made once for each connection.
create function open_offers(of_user bigint)
  returns table (push_id bigint, plan_id bigint, org_id bigint, org_name text, price_fen integer, price_min_fen integer,
    price_max_fen integer, agreements jsonb, offered_at timestamptz, expires_at timestamptz)
  language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
    select r.id, r.plan_id, r.org_id, coalesce(nullif(o.short_name, ''), o.name), r.price_fen, r.price_min_fen, r.price_max_fen,
      f.agreements, f.offered_at, f.expires_at
    from push_record r join offer f on f.id = r.id join org o on o.id = r.org_id
    where r.user_id = of_user and r.stage = 'consent' and r.status = 'pending' and f.is_open and f.expires_at > now()
    order by r.id;
end $$;

-- To which organizations people went, and how many days ago; 0 while on the way. What surely failed does not count, and neither do
-- organizations that were only asked about the person.
create function days_since_sent(of_users bigint[])
  returns table (user_id bigint, org_id bigint, days integer)
  language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
    select r.user_id, r.org_id, case when bool_or(r.status in ('pending', 'unknown')) then 0
      else floor(extract(epoch from now() - max(r.request_at)) / 86400)::integer end
    from push_record r where r.user_id = any(of_users) and r.status <> 'failed' and r.stage not in ('check', 'consent')
    group by r.user_id, r.org_id;
end $$;

-- Stores a consent, in a transaction of the caller, who has locked the user, and who rolls it back unless the answer is `stored`. The
-- person is matched, the push is submitted next, its caps and the pair of person and organization are claimed; the caller holds the price.
-- `wanted`: { user, push, channel, plan, org, state, caps, dedupe, agreements, at, ip }, `state` that of the step, `caps` as `claim_caps`
-- takes them.
-- Rows are locked in the order of all callers: the user, the step, the counters, the pair, the offer, the push. Who closes expired offers
-- locks the offer first too.
-- Answers `stored`; `gone`: the user is deleted; `underWay`: the person is on the way, and not only waiting to be tried again; `cap` with
-- what `claim_caps` answers; `dedupe`; `expired`: the offer was closed at this moment.
create function store_consent(wanted jsonb, out outcome text, out refused jsonb) language plpgsql as $$
declare
  w record;
begin
  select * into w from jsonb_to_record(wanted) as r ("user" bigint, push bigint, channel bigint, plan bigint, org bigint, state jsonb,
    caps jsonb, dedupe integer, agreements jsonb, at timestamptz, ip text);
  update "user" u set status = case when u.status in ('registered', 'profiled') then 'matched' else u.status end,
      push_count = u.push_count + 1
    where u.id = w."user" and u.status <> 'deleted';
  if not found then
    outcome := 'gone';
    return;
  end if;
  insert into due_step as d (user_id, kind, push_id, state) values (w."user", 'submit', w.push, w.state)
    on conflict (user_id) do update set kind = excluded.kind, push_id = excluded.push_id, state = excluded.state,
      due_at = excluded.due_at, claims = d.claims + 1, waits_for = null, wakes = false where d.kind = 'retry';
  if not found then
    outcome := 'underWay';
    return;
  end if;
  refused := claim_caps(w.caps);
  if refused is not null then
    outcome := 'cap';
    return;
  end if;
  insert into push_dedupe as d (user_id, org_id, until)
    values (w."user", w.org, time_of_id(w.push) + w.dedupe * interval '1 day')
    on conflict (user_id, org_id) do update set until = excluded.until where d.until < now();
  if not found then
    outcome := 'dedupe';
    return;
  end if;
  update offer o set is_open = false where o.id = w.push and o.is_open;
  if not found then
    outcome := 'expired';
    return;
  end if;
  update push_record p set stage = 'submit', updated_at = now() where p.id = w.push;
  insert into consent (id, user_id, channel_id, plan_id, org_id, agreements, at, ip)
    values (w.push, w."user", w.channel, w.plan, w.org, w.agreements, w.at, w.ip);
  outcome := 'stored';
end $$;
