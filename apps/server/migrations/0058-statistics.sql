-- Statistics: facts, what they add up to, and how far that is done.

-- A fact is one thing that happened, once, with what it belonged to at that moment; it is never changed. Something that changes
-- later, such as an answer, a return or a refund, is a new fact with a day of its own. Visits are facts of their own, in `visit`.
-- 0 stands for "none" in every id, and the empty text in `flow`, so that equal keys are equal.
create table fact (
  -- The time id of the moment when it happened.
  id bigint not null default time_id(),
  -- What it is about: the user, push, return, order, refund, transfer or error, by the kind of the fact.
  ref_id bigint not null,
  user_id bigint not null default 0,
  channel_id bigint not null default 0,
  org_id bigint not null default 0,
  plan_id bigint not null default 0,
  product_id bigint not null default 0,
  -- The amount of charge, chargeBack, cost, costBack, paid and refund; and what the payment provider keeps of paid.
  fen bigint not null default 0,
  fee_fen bigint not null default 0,
  -- The business day of the fact, and the one on which the person came; without a person, the day of the fact.
  day date not null,
  came date not null,
  city_code integer not null default 0,
  kind text collate "C" not null,
  flow text collate "C" not null default '',
  primary key (id),
  constraint fact_kind_check check (kind in ('registration', 'profile', 'match', 'push', 'accepted', 'rejected', 'duplicate', 'failed',
    'return', 'login', 'order', 'paid', 'refund', 'error', 'charge', 'chargeBack', 'cost', 'costBack')),
  constraint fact_fen_check check (fen >= 0 and fee_fen >= 0),
  constraint fact_came_check check (came <= day)
) partition by range (id);
-- The facts behind a figure, by the day on which they happened or on which the person came.
create index fact_day_idx on fact (day, kind, channel_id, city_code);
create index fact_came_idx on fact (came, kind, channel_id, city_code);
create index fact_org_id_idx on fact (org_id, day, kind) where org_id <> 0;
create index fact_product_id_idx on fact (product_id, day, kind) where product_id <> 0;
insert into partitioned_table (name, unit, ahead, keep_days_min) values ('fact', 'month', 3, null);
select make_partitions('fact', now() - interval '13 months');
-- What happened before: a row with an old instant is stored too.
do $$
begin
  execute format('create table part.fact_before partition of fact for values from (minvalue) to (%s)',
    time_id_at(date_trunc('month', (now() - interval '13 months') at time zone 'UTC') at time zone 'UTC'));
end $$;

-- What facts and visits add up to, in cells. `way`: by the business day on which it happened (`day`), or by the one on which the
-- person came (`came`). `grain`: by which ids it is added up; ids that do not belong to the grain are 0; `full` has all of them.
-- `late`: of the way `came`, what happened after the day was over.
create table roll_up (
  way text collate "C" not null,
  grain text collate "C" not null,
  day date not null,
  late boolean not null default false,
  flow text collate "C" not null default '',
  channel_id bigint not null default 0,
  org_id bigint not null default 0,
  plan_id bigint not null default 0,
  product_id bigint not null default 0,
  city_code integer not null default 0,
  visits bigint not null default 0,
  -- Visitors of the day, each counted once; 0 in the grains `org` and `full`, where they are not added up.
  uv bigint not null default 0,
  registrations bigint not null default 0,
  profiles bigint not null default 0,
  matches bigint not null default 0,
  pushes bigint not null default 0,
  accepted bigint not null default 0,
  rejected bigint not null default 0,
  duplicates bigint not null default 0,
  failed bigint not null default 0,
  returns bigint not null default 0,
  logins bigint not null default 0,
  orders bigint not null default 0,
  paid_orders bigint not null default 0,
  refunds bigint not null default 0,
  errors bigint not null default 0,
  -- Charged to organizations, and paid back to them.
  charged_fen bigint not null default 0,
  charged_back_fen bigint not null default 0,
  -- Owed to channels, and no longer owed.
  cost_fen bigint not null default 0,
  cost_back_fen bigint not null default 0,
  -- Paid for orders, paid back, and kept by payment providers.
  paid_fen bigint not null default 0,
  refunded_fen bigint not null default 0,
  fee_fen bigint not null default 0,
  primary key (way, grain, day, late, flow, channel_id, org_id, plan_id, product_id, city_code),
  constraint roll_up_way_check check (way in ('day', 'came')),
  constraint roll_up_grain_check check (grain in ('all', 'channel', 'org', 'product', 'city', 'full')),
  constraint roll_up_late_check check (way = 'came' or not late)
) with (fillfactor = 70);

-- The same by the hour in which it happened, for ranges of one day.
create table roll_up_hour (like roll_up including defaults);
alter table roll_up_hour
  drop column way, drop column late, drop column day,
  add column hour timestamptz not null,
  add primary key (grain, hour, flow, channel_id, org_id, plan_id, product_id, city_code);

-- The clocks of the business: zone and beginning of the day, each from an instant on. A change of one of the two settings adds a
-- row, so the business day of every instant stays what it is.
create table business_clock (
  from_at timestamptz primary key,
  time_zone text not null,
  day_starts_at time not null
);

-- The day after the clock was put back by less than a day: a day that has begun does not end.
create function business_day_put_back(at timestamptz, zone text, day_starts_at time) returns date language plpgsql stable as $$
declare
  -- What the clock would show if it had not been put back.
  unchanged timestamp := (at - interval '24 hours') at time zone zone + interval '24 hours';
  day date := (at at time zone zone - day_starts_at)::date;
  next_begins timestamp := day + 1 + day_starts_at;
  began timestamptz := at - (unchanged - next_begins);
begin
  return case when began <= at and began at time zone zone = next_begins then day + 1 else day end;
end $$;
-- The business day of an instant, by a clock.
create function business_day(at timestamptz, zone text, day_starts_at time) returns date language sql stable
  return case when (at - interval '24 hours') at time zone zone + interval '24 hours' <= at at time zone zone
    then (at at time zone zone - day_starts_at)::date else business_day_put_back(at, zone, day_starts_at) end;
-- The business day of an instant, by the clock that held then.
create function business_day(at timestamptz) returns date language plpgsql stable as $$
begin
  return (select business_day(at, c.time_zone, c.day_starts_at) from business_clock c where c.from_at <= at
    order by c.from_at desc limit 1);
end $$;

create function note_clock() returns trigger language plpgsql as $$
begin
  insert into business_clock (from_at, time_zone, day_starts_at)
    select case when last.from_at is null then '-infinity' else clock_timestamp() end, clock.time_zone, clock.day_starts_at
    from (select
        coalesce((select s.value #>> '{}' from setting s where s.key = 'business.timezone'), 'Asia/Shanghai') as time_zone,
        coalesce((select s.value #>> '{}' from setting s where s.key = 'business.dayStartsAt'), '00:00')::time as day_starts_at
      ) clock
      left join (select c.* from business_clock c order by c.from_at desc limit 1) last on true
    where (last.time_zone, last.day_starts_at) is distinct from (clock.time_zone, clock.day_starts_at);
  return null;
end $$;
create trigger setting_clock after insert or update or delete on setting for each statement execute function note_clock();
-- The trigger adds the first clock.
update setting set key = key where false;

-- The flow of each channel, each from an instant on: that of its visits, which have none of their own.
create table channel_flow (
  channel_id bigint not null references channel (id) on delete cascade,
  from_at timestamptz not null,
  flow text collate "C" not null,
  primary key (channel_id, from_at)
);
insert into channel_flow select id, '-infinity', flow from channel;
create function note_channel_flow() returns trigger language plpgsql as $$
begin
  insert into channel_flow
    values (new.id, case tg_op when 'INSERT' then '-infinity' else clock_timestamp() end, new.flow);
  return null;
end $$;
create trigger channel_flow_insert after insert on channel for each row execute function note_channel_flow();
create trigger channel_flow_update after update of flow on channel
  for each row when (old.flow <> new.flow) execute function note_channel_flow();

-- What new facts and visits add to the figures, summed by statement, until the fold takes it. Each statement adds rows of its own,
-- so no two facts wait for each other. No index: rows are taken in any order.
create table fact_delta (
  day date not null,
  came date not null,
  -- The beginning of the hour; null if it is too long ago for figures by the hour.
  hour timestamptz,
  channel_id bigint not null,
  org_id bigint not null,
  plan_id bigint not null,
  product_id bigint not null,
  n bigint not null,
  fen bigint not null,
  fee_fen bigint not null,
  city_code integer not null,
  -- The kind of the facts, or `visit`.
  kind text collate "C" not null,
  flow text collate "C" not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- The visitors of new visits, until the fold takes them.
create table visitor_delta (
  day date not null,
  hour timestamptz not null,
  visitor uuid not null,
  channel_id bigint not null,
  product_id bigint not null,
  city_code integer not null,
  flow text collate "C" not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- The visitors of each business day, with the hour of the first visit. A visitor is a hash of the channel and its name for the browser.
create table day_visitor (
  day date not null,
  visitor uuid not null,
  hour timestamptz not null,
  channel_id bigint not null,
  product_id bigint not null,
  city_code integer not null,
  flow text collate "C" not null,
  primary key (day, visitor, channel_id, product_id, city_code, flow)
);

-- How far the figures go; one row.
create table statistics_state (
  is_only boolean primary key default true,
  -- What was committed until then is in the figures.
  up_to timestamptz not null,
  constraint statistics_state_is_only_check check (is_only)
);
insert into statistics_state (up_to) values (now());

-- From when on there are figures by the hour.
create function hours_from() returns timestamptz language sql stable return date_trunc('day', now()) - interval '40 days';

create function note_fact_deltas() returns trigger language plpgsql as $$
begin
  insert into fact_delta (day, came, hour, channel_id, org_id, plan_id, product_id, n, fen, fee_fen, city_code, kind, flow)
    select f.day, f.came, h.hour, f.channel_id, f.org_id, f.plan_id, f.product_id, count(*), sum(f.fen), sum(f.fee_fen), f.city_code,
      f.kind, f.flow
    from added f left join lateral (
      select date_trunc('hour', time_of_id(f.id), c.time_zone) as hour from business_clock c
      where f.id >= time_id_at(hours_from()) and c.from_at <= time_of_id(f.id) order by c.from_at desc limit 1) h on true
    group by f.day, f.came, h.hour, f.channel_id, f.org_id, f.plan_id, f.product_id, f.city_code, f.kind, f.flow;
  return null;
end $$;
create trigger fact_deltas after insert on fact referencing new table as added
  for each statement execute function note_fact_deltas();

-- A city as a number; 0: none.
create function city_number(code text) returns integer language sql immutable parallel safe
  return case when code ~ '^[0-9]{6}$' then code::integer else 0 end;
-- The id that a text is; null if it is none.
create function id_in(value text) returns bigint language sql immutable parallel safe
  return case when value ~ '^[0-9]{1,18}$' then value::bigint end;

-- The result keeps the id under which it was noted, so that its fact leads to it.
alter table channel_result_new add column result_id bigint not null default time_id();
create or replace function gather_channel_results(of_channel bigint, day date, most integer) returns integer language plpgsql as $$
declare
  guarded account;
  cost_account bigint;
  last_number bigint;
  moved integer;
  back integer;
  fen bigint;
  booked record;
begin
  select * into strict guarded from account a where a.channel_id = of_channel for no key update;
  select id into strict cost_account from account a where a.kind = 'channelCost';
  insert into channel_result_end values (of_channel, 0) on conflict do nothing;
  select number into last_number from channel_result_end e where e.channel_id = of_channel;

  with due as (
    select id from channel_result_new q where q.channel_id = of_channel and (q.is_booked or q.cost_fen >= 0) order by id limit most
  ), taken as (
    delete from channel_result_new q where q.channel_id = of_channel and q.id in (select id from due) returning *
  ), added as (
    insert into channel_result (id, channel_id, number, at, base_fen, cost_fen, business_day, due_day, draw, deduction_bp, kind, ref_id,
        deducted_for)
      select result_id, of_channel, last_number + row_number() over (order by id), at, base_fen, cost_fen, business_day,
        case kind when 'adjustment' then '-infinity' else business_day end, draw, deduction_bp, kind, ref_id, deducted_for from taken
  )
  select count(*), coalesce(sum(cost_fen) filter (where not is_booked), 0) into moved, fen from taken;
  if fen > 0 then
    select * into booked from book_transfer(cost_account, guarded.id, fen, 'cost', 'results',
      concat(of_channel, ':', last_number + 1, '-', last_number + moved), day, null, null, 0);
    if booked.outcome <> 'booked' then
      raise exception 'results of channel % were booked: %', of_channel, booked.outcome;
    end if;
  end if;
  last_number := last_number + moved;

  select a.balance_fen - a.held_fen into fen from account a where a.id = guarded.id;
  with due as (
    select id, sum(-cost_fen) over (order by id) as running from channel_result_new q
    where q.channel_id = of_channel and q.cost_fen < 0 and not q.is_booked order by id limit most
  ), taken as (
    delete from channel_result_new q where q.channel_id = of_channel and q.id in (select id from due where running <= fen) returning *
  ), added as (
    insert into channel_result (id, channel_id, number, at, base_fen, cost_fen, business_day, due_day, kind, ref_id)
      select result_id, of_channel, last_number + row_number() over (order by id), at, base_fen, cost_fen, business_day, business_day, kind, ref_id
      from taken
  )
  select count(*), coalesce(-sum(cost_fen), 0) into back, fen from taken;
  if fen > 0 then
    select * into booked from book_transfer(guarded.id, cost_account, fen, 'cost', 'results',
      concat(of_channel, ':', last_number + 1, '-', last_number + back), day, null, null, 0);
    if booked.outcome <> 'booked' then
      raise exception 'returns of channel % were booked: %', of_channel, booked.outcome;
    end if;
  end if;
  update channel_result_end e set number = last_number + back where e.channel_id = of_channel and moved + back > 0;
  return moved + back;
end $$;

-- The facts that follow from added rows, table by table: a query makes them from the new rows (`added`). It is run once for the rows
-- that exist, and by the trigger of the table; tables without a trigger here have one below, for single rows. An instant that is
-- still to come counts as now.
do $migration$
declare
  source record;
  make text := $make$
    insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, fen, fee_fen, day, came, city_code, kind, flow)
    select time_id(i.at), q.ref_id, coalesce(q.user_id, 0), coalesce(q.channel_id, 0), coalesce(q.org_id, 0), coalesce(q.plan_id, 0),
      coalesce(q.product_id, 0), q.fen, q.fee_fen, d.day, coalesce(least(d.day, came.day), d.day), city_number(q.city_code), q.kind,
      coalesce(q.flow, '')
    from (%s) q (kind, at, came_at, day, ref_id, user_id, channel_id, org_id, plan_id, product_id, city_code, flow, fen, fee_fen)
      cross join lateral (select least(q.at, now()) as at) i
      cross join lateral (
        select coalesce(q.day, business_day(i.at, c.time_zone, c.day_starts_at)) as day from business_clock c
        where c.from_at <= i.at order by c.from_at desc limit 1) d
      left join lateral (
        select business_day(q.came_at, c.time_zone, c.day_starts_at) as day from business_clock c
        where c.from_at <= q.came_at order by c.from_at desc limit 1) came on true$make$;
begin
  for source in select * from (values
    ('user', $query$
      select e.kind, e.at, u.created_at, null::date, u.id, u.id, u.channel_id, 0, 0, 0, u.city_code, u.flow, 0, 0
      from added u cross join lateral (values ('registration', u.created_at), ('profile', u.profiled_at)) e (kind, at)
      where e.at is not null$query$),
    ('match_run', $query$
      select 'match', time_of_id(m.id), u.created_at, null::date, m.user_id, m.user_id, u.channel_id, p.org_id, m.plan_id, 0,
        u.city_code, m.flow, 0, 0
      from added m join "user" u on u.id = m.user_id left join plan p on p.id = m.plan_id
      where m.plan_id is not null$query$),
    ('push_record', $query$
      select e.kind, e.at, u.created_at, null::date, r.id, r.user_id, r.channel_id, r.org_id, r.plan_id, 0, r.city_code, r.flow, 0, 0
      from added r join "user" u on u.id = r.user_id
        cross join lateral (values ('push', r.request_at),
          (case r.status when 'returned' then 'accepted' else r.status end, coalesce(r.responded_at, r.request_at))) e (kind, at)
      where r.stage not in ('check', 'consent') and e.kind in ('push', 'accepted', 'rejected', 'duplicate', 'failed')$query$),
    ('transfer', $query$
      select case when t.kind = 'refund' then 'chargeBack' else 'charge' end, t.at, u.created_at, t.business_day, t.id, r.user_id,
        r.channel_id, a.org_id, r.plan_id, 0, r.city_code, r.flow, t.amount_fen, 0
      from added t join account a on a.id = t.account_id and a.kind = 'prepaid'
        left join transfer o on t.kind = 'reversal' and o.id = t.reverses_id
        left join push_record r on coalesce(o.ref_kind, t.ref_kind) = 'push' and r.id = id_in(coalesce(o.ref_id, t.ref_id))
        left join "user" u on u.id = r.user_id
      where t.kind in ('charge', 'refund') or o.kind = 'refund'$query$),
    ('channel_result_new', $query$
      select case when c.cost_fen > 0 then 'cost' else 'costBack' end, c.at, u.created_at, null::date, c.result_id, u.id, c.channel_id,
        r.org_id, r.plan_id, 0, coalesce(r.city_code, u.city_code), coalesce(r.flow, u.flow, h.flow), abs(c.cost_fen), 0
      from added c left join channel h on h.id = c.channel_id
        left join push_record r on c.kind in ('push', 'return') and r.id = id_in(c.ref_id)
        left join "user" u on u.id = case when c.kind = 'registration' then id_in(c.ref_id) else r.user_id end
      where c.cost_fen <> 0$query$),
    ('payment_order', $query$
      select e.kind, e.at, u.created_at, null::date, o.id, o.user_id, o.channel_id, p.org_id, 0, o.product_id, u.city_code,
        coalesce(p.flow, u.flow), e.fen, e.fee_fen
      from added o left join "user" u on u.id = o.user_id left join product p on p.id = o.product_id
        cross join lateral (values ('order', o.created_at, 0, 0), ('paid', o.paid_at, o.paid_fen, o.fee_fen)) e (kind, at, fen, fee_fen)
      where e.at is not null$query$),
    ('step_taken', $query$
      select 'match', time_of_id(s.id), u.created_at, null::date, u.id, u.id, u.channel_id, 0, 0, 0, u.city_code, u.flow, 0, 0
      from added s join "user" u on u.id = s.user_id where s.kind = 'check' and s.result <> '0'$query$),
    ('user_move', $query$
      select 'registration', m.at, u.created_at, null::date, u.id, u.id, m.to_channel_id, 0, 0, 0, u.city_code, u.flow, 0, 0
      from added m join "user" u on u.id = m.user_id$query$),
    ('push_return', $query$
      select 'return', b.updated_at, u.created_at, null::date, b.id, r.user_id, r.channel_id, r.org_id, r.plan_id, 0, r.city_code,
        r.flow, 0, 0
      from added b join push_record r on r.id = b.push_id join "user" u on u.id = r.user_id where b.status = 'returned'$query$),
    ('login_ticket', $query$
      select 'login', l.redeemed_at, u.created_at, null::date, r.id, r.user_id, r.channel_id, r.org_id, r.plan_id, 0, r.city_code,
        r.flow, 0, 0
      from added l join push_record r on r.id = l.id join "user" u on u.id = r.user_id where l.redeemed_at is not null$query$),
    ('payment_refund', $query$
      select 'refund', b.refunded_at, u.created_at, null::date, b.id, o.user_id, o.channel_id, p.org_id, 0, o.product_id, u.city_code,
        coalesce(p.flow, u.flow), b.amount_fen, 0
      from added b join payment_order o on o.id = b.order_id left join "user" u on u.id = o.user_id
        left join product p on p.id = o.product_id
      where b.status = 'refunded' and b.kind = 'asked'$query$),
    ('error_hour', $query$
      select 'error', h.hour + interval '1 hour' - interval '1 millisecond', null::timestamptz, null::date, h.event_id, 0, 0, e.org_id,
        0, 0, null, '', 0, 0
      from added h join error_event e on e.id = h.event_id cross join lateral generate_series(1, h.count)$query$)) s (of_table, query)
  loop
    execute format('with added as (select * from %I) ', source.of_table) || format(make, source.query);
    continue when source.of_table in ('step_taken', 'user_move', 'push_return', 'login_ticket', 'payment_refund', 'error_hour');
    execute format($function$
      create function note_%1$s_facts() returns trigger language plpgsql as $body$
      begin
        %2$s;
        return null;
      end $body$
    $function$, source.of_table, format(make, source.query));
    execute format('create trigger %1$s_facts after insert on %1$I referencing new table as added for each statement '
      'execute function note_%1$s_facts()', source.of_table);
    if source.of_table = 'channel_result_new' then
      -- Facts of results that were added without having been noted: those of a channel from a number on.
      execute format($function$
        create function note_gathered_costs(of_channel bigint, after_number bigint) returns void language sql begin atomic
          with added as (
            select *, id as result_id from channel_result g where g.channel_id = of_channel and g.number > after_number) %s;
        end
      $function$, format(make, source.query));
      execute 'select note_gathered_costs(id, 0) from channel';
    end if;
  end loop;
end $migration$;

-- Adds one fact that happens now, of a row that changes.
create function add_fact(kind text, ref_id bigint, person "user", channel_id bigint, org_id bigint, plan_id bigint, product_id bigint,
  city_code text, flow text, fen bigint default 0, fee_fen bigint default 0) returns void language plpgsql as $$
declare
  today date := business_day(now());
begin
  insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, fen, fee_fen, day, came, city_code, kind, flow)
    values (time_id(now()), ref_id, coalesce(person.id, 0), coalesce(channel_id, 0), coalesce(org_id, 0), coalesce(plan_id, 0),
      coalesce(product_id, 0), fen, fee_fen, today, coalesce(least(today, business_day(person.created_at)), today),
      city_number(city_code), kind, coalesce(flow, ''));
end $$;
-- The same, of a push.
create function add_push_fact(kind text, ref_id bigint, of_push push_record) returns void language plpgsql as $$
begin
  perform add_fact(kind, ref_id, (select u from "user" u where u.id = of_push.user_id), of_push.channel_id, of_push.org_id,
    of_push.plan_id, 0, of_push.city_code, of_push.flow);
end $$;

-- A profile that is completed, and a user who moves to another channel.
create function note_user_change() returns trigger language plpgsql as $$
begin
  perform add_fact(tg_argv[0], new.id, new, new.channel_id, 0, 0, 0, new.city_code, new.flow);
  return null;
end $$;
create trigger user_profiled after update of profiled_at on "user"
  for each row when (old.profiled_at is null and new.profiled_at is not null) execute function note_user_change('profile');
create trigger user_moved after update of channel_id on "user"
  for each row when (new.channel_id is not null and old.channel_id is distinct from new.channel_id)
  execute function note_user_change('registration');

-- In the half flow a person matches when organizations make offers.
create function note_offers() returns trigger language plpgsql as $$
declare
  person "user" := (select u from "user" u where u.id = new.user_id);
begin
  perform add_fact('match', new.user_id, person, person.channel_id, 0, 0, 0, person.city_code, person.flow);
  return null;
end $$;
create trigger step_taken_offers after insert on step_taken
  for each row when (new.kind = 'check' and new.result <> '0') execute function note_offers();

-- A push of the half flow that is submitted after the consent.
create function note_submitted_push() returns trigger language plpgsql as $$
begin
  perform add_push_fact('push', new.id, new);
  return null;
end $$;
create trigger push_record_submitted after update of stage on push_record
  for each row when (old.stage in ('check', 'consent') and new.stage not in ('check', 'consent')) execute function note_submitted_push();

-- The answer to a push, at the end of the transaction: an acceptance that nobody can pay is taken back within it.
create function note_answered_push() returns trigger language plpgsql as $$
begin
  if exists (select from push_record r where r.id = new.id and r.status in (new.status, 'returned')) then
    perform add_push_fact(new.status, new.id, new);
  end if;
  return null;
end $$;
create constraint trigger push_record_answered after update on push_record deferrable initially deferred
  for each row when (old.status <> new.status and new.status in ('accepted', 'rejected', 'duplicate', 'failed')
    and new.stage not in ('check', 'consent')) execute function note_answered_push();

create function note_returned_push() returns trigger language plpgsql as $$
begin
  perform add_push_fact('return', new.id, (select r from push_record r where r.id = new.push_id));
  return null;
end $$;
create trigger push_return_added after insert on push_return
  for each row when (new.status = 'returned') execute function note_returned_push();
create trigger push_return_done after update of status on push_return
  for each row when (old.status <> 'returned' and new.status = 'returned') execute function note_returned_push();

create function note_login() returns trigger language plpgsql as $$
begin
  perform add_push_fact('login', new.id, (select r from push_record r where r.id = new.id));
  return null;
end $$;
create trigger login_ticket_added after insert on login_ticket
  for each row when (new.redeemed_at is not null) execute function note_login();
create trigger login_ticket_redeemed after update of redeemed_at on login_ticket
  for each row when (old.redeemed_at is null and new.redeemed_at is not null) execute function note_login();

-- What is paid for an order, and what is paid back.
create function add_order_fact(kind text, ref_id bigint, of_order payment_order, fen bigint, fee_fen bigint) returns void
  language plpgsql as $$
declare
  person "user" := (select u from "user" u where u.id = of_order.user_id);
  bought product := (select p from product p where p.id = of_order.product_id);
begin
  perform add_fact(kind, ref_id, person, of_order.channel_id, bought.org_id, 0, of_order.product_id, person.city_code,
    coalesce(bought.flow, person.flow), fen, fee_fen);
end $$;
create function note_paid_order() returns trigger language plpgsql as $$
begin
  perform add_order_fact('paid', new.id, new, new.paid_fen, new.fee_fen);
  return null;
end $$;
create trigger payment_order_paid after update of paid_at on payment_order
  for each row when (old.paid_at is null and new.paid_at is not null) execute function note_paid_order();
create function note_refunded_order() returns trigger language plpgsql as $$
begin
  perform add_order_fact('refund', new.id, (select o from payment_order o where o.id = new.order_id), new.amount_fen, 0);
  return null;
end $$;
create trigger payment_refund_added after insert on payment_refund
  for each row when (new.status = 'refunded' and new.kind = 'asked') execute function note_refunded_order();
create trigger payment_refund_done after update of status on payment_refund
  for each row when (old.status <> 'refunded' and new.status = 'refunded' and new.kind = 'asked') execute function note_refunded_order();

-- Each time an error happened is a fact.
create function note_errors() returns trigger language plpgsql as $$
declare
  times integer := new.count;
  at timestamptz := least(now(), new.hour + interval '1 hour' - interval '1 millisecond');
begin
  if tg_op = 'UPDATE' then
    times := new.count - old.count;
  end if;
  insert into fact (id, ref_id, org_id, day, came, kind)
    select time_id(at), new.event_id, coalesce(e.org_id, 0), d.day, d.day, 'error'
    from error_event e, (select business_day(at) as day) d, generate_series(1, times) where e.id = new.event_id;
  return null;
end $$;
create trigger error_hour_added after insert on error_hour for each row execute function note_errors();
create trigger error_hour_counted after update of count on error_hour
  for each row when (new.count > old.count) execute function note_errors();

-- The visits of a statement: how many, and of whom.
create function visitor_of(channel_id bigint, visitor_id text) returns uuid language sql immutable parallel safe
  return md5(channel_id || ' ' || visitor_id)::uuid;
do $migration$
declare
  make text := $make$with seen as materialized (
    select business_day(v.at, c.time_zone, c.day_starts_at) as day, date_trunc('hour', v.at, c.time_zone) as hour, v.channel_id,
      v.product_id, v.city_code, coalesce(f.flow, '') as flow, visitor_of(v.channel_id, v.visitor_id) as visitor
    from (select channel_id, coalesce(product_id, 0) as product_id, coalesce(city_code, 0) as city_code, visitor_id,
        time_of_id(id) as at from added) v
      cross join lateral (select * from business_clock c where c.from_at <= v.at order by c.from_at desc limit 1) c
      left join lateral (select f.flow from channel_flow f where f.channel_id = v.channel_id and f.from_at <= v.at
        order by f.from_at desc limit 1) f on true
  ), counted as (
    insert into fact_delta (day, came, hour, channel_id, org_id, plan_id, product_id, n, fen, fee_fen, city_code, kind, flow)
      select day, day, case when hour >= hours_from() then hour end, channel_id, 0, 0, product_id, count(*), 0, 0, city_code, 'visit', flow
      from seen group by day, hour, channel_id, product_id, city_code, flow
  )
  insert into visitor_delta (day, hour, visitor, channel_id, product_id, city_code, flow)
    select day, min(hour), visitor, channel_id, product_id, city_code, flow from seen
    group by day, visitor, channel_id, product_id, city_code, flow$make$;
begin
  execute format('create function note_visits() returns trigger language plpgsql as $body$ begin %s; return null; end $body$', make);
  execute replace(make, 'with seen', 'with added as (select * from visit), seen');
end $migration$;
create trigger visit_counted after insert on visit referencing new table as added for each statement execute function note_visits();
