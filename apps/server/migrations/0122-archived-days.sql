-- Closed days of a partitioned table can go to Parquet files; what goes is first copied, and dropped only while it is still what was copied.

-- A day that was copied. Until `dropped_at` its rows are read from the table, from then on from the files.
create table archive_day (
  table_name text collate "C" not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null,
  row_count bigint not null,
  checksum numeric not null,
  taken_at timestamptz(3) not null default now(),
  dropped_at timestamptz(3),
  constraint archive_day_pkey primary key (table_name, from_at),
  constraint archive_day_table_name_fkey foreign key (table_name) references partitioned_table (name),
  constraint archive_day_span_check check (from_at < to_at)
);
comment on column archive_day.table_name is 'the name of a table';

-- A file of such a day. The rows of a day are in the order of their partner (`owner`, see the code) and id.
create table archive_part (
  id bigint generated always as identity not null,
  table_name text collate "C" not null,
  from_at timestamptz(3) not null,
  first_owner bigint not null,
  last_owner bigint not null,
  row_count integer not null,
  file_id bigint not null,
  constraint archive_part_pkey primary key (id),
  constraint archive_part_day_fkey foreign key (table_name, from_at) references archive_day (table_name, from_at) on delete cascade,
  constraint archive_part_file_id_fkey foreign key (file_id) references file (id),
  constraint archive_part_file_id_key unique (file_id),
  constraint archive_part_owner_check check (first_owner <= last_owner),
  constraint archive_part_row_count_check check (row_count > 0)
);
comment on column archive_part.table_name is 'the name of a table';
create index archive_part_day_idx on archive_part (table_name, from_at, first_owner, last_owner);

-- The rows of a table within a time: how many, and a sum of their hashes. The key of its partitions is the time id `id`.
create function rows_within(of_table text, from_at timestamptz, to_at timestamptz, out row_count bigint, out checksum numeric)
  language plpgsql stable as $$
begin
  execute format('select count(*), coalesce(sum(hash_record_extended(t, 0)), 0) from public.%I t where t.id >= $1 and t.id < $2', of_table)
    into row_count, checksum using public.time_id_at(from_at), public.time_id_at(to_at);
end $$;

-- Drops the partition of a copied day that ended 7 days ago, so that what is left in the table is newer than what is in files. Returns what
-- came of it: 'dropped', 'waits' while an older partition is there, or 'changed' if it is no longer what was copied.
create function drop_archived(of_table text, day_from timestamptz) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  day public.archive_day;
  part_name text;
  found_rows record;
begin
  select * into strict day from public.archive_day d
    where d.table_name = of_table and d.from_at = day_from and d.dropped_at is null for update;
  if day.to_at > now() - interval '7 days' then
    raise exception 'the day % of % is not closed for long enough', day_from, of_table using errcode = 'invalid_parameter_value';
  end if;
  select p.name into part_name from public.partitions_of(of_table) p where p.from_at = day.from_at and p.to_at = day.to_at;
  if part_name is null or exists (select from public.partitions_of(of_table) p where p.from_at < day.from_at) then
    return 'waits';
  end if;
  execute format('lock table part.%I in share mode', part_name);
  select * into found_rows from public.rows_within(of_table, day.from_at, day.to_at);
  if found_rows.row_count <> day.row_count or found_rows.checksum <> day.checksum then
    return 'changed';
  end if;
  execute format('drop table part.%I', part_name);
  update public.archive_day d set dropped_at = now() where d.table_name = of_table and d.from_at = day_from;
  return 'dropped';
end $$;
revoke all on function drop_archived from public;
