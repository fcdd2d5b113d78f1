-- Tables whose key has the day or the hour are partitioned by it, so that what is no longer kept is dropped and not deleted.

-- The partitions of a table: the first instant of each and the first one after it. A bound is a time id, a day, which begins in UTC here,
-- or an instant; a partition without a lower bound begins at -infinity.
create function partitions_of(of_table text) returns table (name text, from_at timestamptz, to_at timestamptz)
  language sql stable strict parallel safe
begin atomic
  select c.relname::text, at.bounds[1], at.bounds[2]
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
    cross join lateral regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''?([^'')]+)''?\) TO \(''?([^'')]+)''?\)') found
    cross join lateral (
      select array_agg(case
          when f.bound = 'MINVALUE' then timestamptz '-infinity'
          when f.bound ~ '^-?\d+$' then time_of_id(f.bound::bigint)
          when f.bound ~ '^\d+-\d\d-\d\d$' then f.bound::timestamp at time zone 'UTC'
          else f.bound::timestamptz end order by f.place) as bounds
      from unnest(found) with ordinality f (bound, place)) at
  where i.inhparent = to_regclass(format('public.%I', of_table));
end;

-- The same as before, for a key that is a time id, a day or an instant. A business day begins up to a day before that of UTC. What a
-- partition holds already, which may be longer than one unit, is left out.
create or replace function make_partitions(of_table text, from_at timestamptz default now()) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  declared public.partitioned_table;
  key_type text;
  starts timestamp;
  step interval;
  part_name text;
  detailed record;
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
  while starts <= date_trunc(declared.unit, now() at time zone 'UTC') + declared.ahead * step loop
    part_name := of_table || to_char(starts, case declared.unit
      when 'hour' then '_YYYY_MM_DD_HH24' when 'day' then '_YYYY_MM_DD' else '_YYYY_MM' end);
    if to_regclass(format('part.%I', part_name)) is null and not exists (
      select from public.partitions_of(of_table) p
      where p.from_at < (starts + step) at time zone 'UTC' and p.to_at > starts at time zone 'UTC')
    then
      execute format('create table part.%I (like public.%I including defaults including generated including constraints '
        'including storage including compression including statistics)', part_name, of_table);
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

-- The bound of a partition whose key has this type, as SQL. @param starts in UTC
create function partition_bound(key_type text, starts timestamp) returns text language sql stable strict parallel safe
  return case key_type
    when 'bigint' then time_id_at(starts at time zone 'UTC')::text
    when 'date' then quote_literal(starts::date)
    else quote_literal(starts at time zone 'UTC') end;

-- Drops the partitions of a table whose last row is older than this many days, the oldest first.
create or replace function drop_partitions(of_table text, keep_days integer) returns setof text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  declared public.partitioned_table;
  part_name text;
  lines bigint;
begin
  select * into strict declared from public.partitioned_table t where t.name = of_table;
  if declared.keep_days_min is null or keep_days < declared.keep_days_min then
    raise exception 'partitions of % are kept longer than % days: at least %', of_table, keep_days,
      coalesce(declared.keep_days_min::text, 'for ever')
      using errcode = 'invalid_parameter_value';
  end if;
  for part_name in
    select p.name from public.partitions_of(of_table) p where p.to_at <= now() - keep_days * interval '1 day' order by p.to_at
  loop
    if of_table = 'audit_log' then
      execute format('select count(*) from part.%I', part_name) into lines;
      insert into public.audit_log (point, target_kind, target_id, after)
        values ('audit:retention', 'auditLog', replace(right(part_name, 7), '_', '-'), jsonb_build_object('deleted', lines));
    end if;
    execute format('drop table part.%I', part_name);
    return next part_name;
  end loop;
end $$;

-- Each table becomes the first partition of a new one of its name, which begins after the days to come: no row is moved. Until then the code
-- before this one, which deletes old rows by `ctid`, finds all rows in one table. It is read once, to see that no row is later, unless it has
-- a valid constraint `<table>_before` on its key, which can be added beside the running service and says then where the partition ends
-- ("Upgrade" in docs/operating.md). The table is locked meanwhile.
do $migration$
declare
  moved record;
  ends text;
  primary_key text;
  has_check boolean;
begin
  for moved in
    select * from (values ('day_visitor', 'day', 'day', 7, 30), ('roll_up_hour', 'hour', 'day', 7, 41),
      ('active_user', 'day', 'month', 3, 400), ('roll_up', 'day', 'month', 3, null)) m (name, key, unit, ahead, keep_days_min)
  loop
    execute format('alter table public.%I set schema part', moved.name);
    select pg_get_constraintdef(c.oid) into strict primary_key from pg_constraint c
      where c.conrelid = format('part.%I', moved.name)::regclass and c.contype = 'p';
    select quote_literal((regexp_match(pg_get_constraintdef(c.oid), '''([^'']+)'''))[1]) into ends from pg_constraint c
      where c.conrelid = format('part.%I', moved.name)::regclass and c.conname = moved.name || '_before' and c.convalidated;
    has_check := found;
    ends := coalesce(ends, partition_bound(case moved.key when 'day' then 'date' else 'timestamptz' end, case moved.unit
      when 'day' then date_trunc('day', now() at time zone 'UTC') + interval '8 days'
      else date_trunc('month', now() at time zone 'UTC' + interval '8 days') + interval '1 month' end));
    execute format('create table public.%I (like part.%I including defaults including constraints including comments)
      partition by range (%I)', moved.name, moved.name, moved.key);
    execute format('alter table public.%I add constraint %I %s', moved.name, moved.name || '_pkey', primary_key);
    execute format('alter table public.%I drop constraint if exists %I', moved.name, moved.name || '_before');
    execute format('alter table public.%I attach partition part.%I for values from (minvalue) to (%s)', moved.name, moved.name, ends);
    if has_check then
      execute format('alter table part.%I drop constraint %I', moved.name, moved.name || '_before');
    end if;
    insert into partitioned_table (name, unit, ahead, keep_days_min)
      values (moved.name, moved.unit, moved.ahead, moved.keep_days_min);
    perform make_partitions(moved.name);
  end loop;
end $migration$;

-- They read the new tables.
create or replace view reporting.figures_by_day as
select way, grain, day, late as is_late, flow, channel_id, org_id, plan_id, product_id, city_code,
  visits, uv, registrations, profiles, matches, matched_users, pushes, accepted, rejected, duplicates, failed, returns, logins, active_users,
  orders, paid_orders, refunds, errors, charged_fen, charged_back_fen, cost_fen, cost_back_fen, paid_fen, refunded_fen,
  imported_users
from public.roll_up;
create or replace view reporting.figures_by_hour as
select grain, hour, flow, channel_id, org_id, plan_id, product_id, city_code,
  visits, uv, registrations, profiles, matches, matched_users, pushes, accepted, rejected, duplicates, failed, returns, logins, active_users,
  orders, paid_orders, refunds, errors, charged_fen, charged_back_fen, cost_fen, cost_back_fen, paid_fen, refunded_fen,
  imported_users
from public.roll_up_hour;
