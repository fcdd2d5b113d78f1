-- Ids that begin with time, and tables in partitions by such an id, for the tables that grow with the traffic.

-- The lower 22 bits of an id: one sequence for all instances, so that two ids of one millisecond differ.
create sequence time_id_seq as bigint minvalue 0 maxvalue 4194303 cycle;

-- The smallest id of an instant: milliseconds since the start of 2020 (UTC) in 41 bits, which last until 2089.
create function time_id_at(at timestamptz) returns bigint language sql immutable strict parallel safe
  return (floor(extract(epoch from at) * 1000)::bigint - 1577836800000) << 22;

-- A new id of an instant; the default of the column `id` of a partitioned table.
create function time_id(at timestamptz default clock_timestamp()) returns bigint language sql volatile
  return time_id_at(at) + nextval('time_id_seq');

-- The instant of an id, to the millisecond.
create function time_of_id(id bigint) returns timestamptz language sql immutable strict parallel safe
  return timestamptz '2020-01-01 00:00:00+00' + (id >> 22) * interval '1 millisecond';

-- The partitioned tables. Their partitions are in a schema of their own, so that the service's role reaches them only through
-- their table, with the rights on that table.
create schema part;
create table partitioned_table (
  name text collate "C" primary key,
  unit text not null,
  -- How many units are made ahead.
  ahead integer not null,
  -- A partition whose rows are younger is never dropped; null: no partition is ever dropped.
  keep_days_min integer,
  constraint partitioned_table_unit_check check (unit in ('hour', 'day', 'month')),
  constraint partitioned_table_ahead_check check (ahead > 0)
);

-- Makes the partitions of a table that are missing, from an instant until `ahead` units from now. The service's role may not
-- create tables, so the function runs as its owner. Instances may call it at once: the second waits and makes nothing.
create function make_partitions(of_table text, from_at timestamptz default now()) returns integer
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
      execute format('create table part.%I partition of public.%I for values from (%s) to (%s)', part_name, of_table,
        public.time_id_at(starts at time zone 'UTC'), public.time_id_at((starts + step) at time zone 'UTC'));
      made := made + 1;
    end if;
    starts := starts + step;
  end loop;
  return made;
end $$;
revoke all on function make_partitions from public;

-- Drops the partitions of a table whose last row is older than this many days, the oldest first.
create function drop_partitions(of_table text, keep_days integer) returns setof text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  declared public.partitioned_table;
  part_name text;
  bounds text;
begin
  select * into strict declared from public.partitioned_table t where t.name = of_table;
  if declared.keep_days_min is null or keep_days < declared.keep_days_min then
    raise exception 'partitions of % are kept longer than % days', of_table, keep_days
      using errcode = 'invalid_parameter_value';
  end if;
  for part_name, bounds in
    select c.relname, pg_get_expr(c.relpartbound, c.oid) from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = format('public.%I', of_table)::regclass order by c.relname
  loop
    continue when (regexp_match(bounds, 'TO \(''?(\d+)''?\)'))[1]::bigint
      > public.time_id_at(now() - keep_days * interval '1 day');
    execute format('drop table part.%I', part_name);
    return next part_name;
  end loop;
end $$;
revoke all on function drop_partitions from public;
