-- The audit log and the sign-in log in partitions by month, like the other tables that grow. The id begins with the time, and `at`
-- is computed from it. The lines so far get such ids.

-- A partition also gets the statistics of its table, which do not reach partitions by themselves, and how detailed they are.
create or replace function make_partitions(of_table text, from_at timestamptz default now()) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  declared public.partitioned_table;
  starts timestamp;
  step interval;
  part_name text;
  detailed record;
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
        public.time_id_at(starts at time zone 'UTC'), public.time_id_at((starts + step) at time zone 'UTC'));
      made := made + 1;
    end if;
    starts := starts + step;
  end loop;
  return made;
end $$;

-- Dropping a month of the audit log adds a line to it that says so.
create or replace function drop_partitions(of_table text, keep_days integer) returns setof text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  declared public.partitioned_table;
  part_name text;
  bounds text;
  lines bigint;
begin
  select * into strict declared from public.partitioned_table t where t.name = of_table;
  if declared.keep_days_min is null or keep_days < declared.keep_days_min then
    raise exception 'partitions of % are kept longer than % days: at least %', of_table, keep_days,
      coalesce(declared.keep_days_min::text, 'for ever')
      using errcode = 'invalid_parameter_value';
  end if;
  for part_name, bounds in
    select c.relname, pg_get_expr(c.relpartbound, c.oid) from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = format('public.%I', of_table)::regclass order by c.relname
  loop
    continue when (regexp_match(bounds, 'TO \(''?(\d+)''?\)'))[1]::bigint
      > public.time_id_at(now() - keep_days * interval '1 day');
    if of_table = 'audit_log' then
      execute format('select count(*) from part.%I', part_name) into lines;
      insert into public.audit_log (point, target_kind, target_id, after)
        values ('audit:retention', 'auditLog', replace(right(part_name, 7), '_', '-'), jsonb_build_object('deleted', lines));
    end if;
    execute format('drop table part.%I', part_name);
    return next part_name;
  end loop;
end $$;

-- The audit log.
alter table audit_log rename to audit_log_before;
alter table audit_log_before rename constraint audit_log_pkey to audit_log_before_pkey;
drop statistics audit_log_admin_id_head, audit_log_point_head, audit_log_ip_head;
drop index audit_log_at_idx, audit_log_admin_id_idx, audit_log_point_idx, audit_log_target_idx, audit_log_ip_idx,
  audit_log_request_id_idx, audit_log_refused_idx, audit_log_head_idx, audit_log_act_group_idx;

create table audit_log (
  id bigint not null default time_id() primary key,
  at timestamptz(3) not null generated always as (time_of_id(id)) stored,
  admin_id bigint,
  username text,
  ip text,
  point text not null,
  target_kind text,
  target_id text,
  before jsonb,
  after jsonb,
  request_id text,
  result text not null default 'done',
  -- The code of the answer's envelope.
  code text collate "C" not null default '0000',
  -- Names the act; null if the line is the act's only one.
  act_group text collate "C",
  -- Whether the line stands for its act in the list.
  is_head boolean not null default true,
  constraint audit_log_result_check check (result in ('done', 'refused')),
  constraint audit_log_head_check check (is_head or act_group is not null)
) partition by range (id);
create index audit_log_head_idx on audit_log (id) where is_head;
create index audit_log_admin_id_idx on audit_log (admin_id, is_head, id);
create index audit_log_point_idx on audit_log (point, is_head, id);
create index audit_log_ip_idx on audit_log (ip, is_head, id);
create index audit_log_target_idx on audit_log (target_kind, target_id, id);
create index audit_log_request_id_idx on audit_log (request_id, id);
create index audit_log_refused_idx on audit_log (id) where result = 'refused';
create index audit_log_act_group_idx on audit_log (act_group, id) where act_group is not null;
-- Detailed enough to know the heads of each account, action and address.
alter table audit_log alter column admin_id set statistics 1000, alter column point set statistics 1000,
  alter column ip set statistics 1000;
create statistics audit_log_admin_id_head (mcv) on admin_id, is_head from audit_log;
create statistics audit_log_point_head (mcv) on point, is_head from audit_log;
create statistics audit_log_ip_head (mcv) on ip, is_head from audit_log;

insert into partitioned_table values ('audit_log', 'month', 3, 180), ('login_log', 'month', 3, 180);
select make_partitions('audit_log', (select coalesce(min(at), now()) from audit_log_before));
insert into audit_log (id, admin_id, username, ip, point, target_kind, target_id, before, after, request_id, result, code,
    act_group, is_head)
  select time_id_at(at) + row_number() over (partition by time_id_at(at) order by at, id) - 1, admin_id, username, ip, point,
    target_kind, target_id, before, after, request_id, result, code, act_group, is_head
  from audit_log_before;
drop table audit_log_before;

-- The service's role has no right to change or delete rows (src/db/rights.ts), and cannot reach the partitions. These triggers also
-- stop users with more rights. The only way to delete is `drop_partitions`: a whole month, the oldest first, never younger than six
-- months (Cybersecurity Law of China, article 21 (3)).
drop function delete_oldest_audit_day;
create or replace function audit_log_fence() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log can only be added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_no_change before update or delete on audit_log
  for each row execute function audit_log_fence();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function audit_log_fence();

-- As before, within a week of the line, so that only one or two partitions are read. An act that lasts longer has another head.
create or replace function audit_log_set_head() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  week constant bigint := 7 * 86400000::bigint << 22;
begin
  new.is_head := new.act_group is null or not exists (
    select from public.audit_log h
    where h.act_group = new.act_group and h.point = new.point and h.admin_id is not distinct from new.admin_id
      and h.id between new.id - week and new.id + week);
  return new;
end $$;
create trigger audit_log_head before insert on audit_log for each row execute function audit_log_set_head();

-- The sign-in log.
alter table login_log rename to login_log_before;
alter table login_log_before rename constraint login_log_pkey to login_log_before_pkey;
drop index login_log_at_idx, login_log_admin_id_idx, login_log_name_hash_idx, login_log_result_idx, login_log_reason_idx,
  login_log_ip_idx;

create table login_log (
  id bigint not null default time_id(),
  at timestamptz(3) not null generated always as (time_of_id(id)) stored,
  -- The account with the typed name, where there is one.
  admin_id bigint,
  username text collate "C",
  -- A name without an account is kept as its keyed hash only: it may be a password typed into the wrong field.
  name_hash bytea,
  result text not null,
  reason text not null,
  ip text collate "C" not null,
  user_agent text,
  -- Attempts refused before the password is checked are counted in one row per minute, so that a flood cannot fill the table.
  attempts integer not null default 1,
  constraint login_log_result_check check (result in ('succeeded', 'pending', 'failed')),
  constraint login_log_reason_check check (reason in ('ok', 'recoveryCode', 'secondFactorAsked', 'wrongPassword',
    'unknownAccount', 'disabled', 'locked', 'wrongSecondFactor')),
  constraint login_log_name_check check (num_nonnulls(username, name_hash) = 1),
  primary key (id) include (result, reason)
) partition by range (id);
create index login_log_admin_id_idx on login_log (admin_id, id) include (result, reason);
create index login_log_name_hash_idx on login_log (name_hash, id) include (result, reason) where name_hash is not null;
create index login_log_result_idx on login_log (result, id) include (reason);
create index login_log_reason_idx on login_log (reason, id) include (result);
create index login_log_ip_idx on login_log (ip, id) include (result, reason);

select make_partitions('login_log', (select coalesce(min(at), now()) from login_log_before));
insert into login_log (id, admin_id, username, name_hash, result, reason, ip, user_agent, attempts)
  select time_id_at(at) + row_number() over (partition by time_id_at(at) order by at, id) - 1, admin_id, username, name_hash,
    result, reason, ip, user_agent, attempts
  from login_log_before;
drop table login_log_before;

-- The row of the sign-in log in which the attempts of one minute are counted: partitions cannot hold what is unique.
create table login_repeat (
  -- A hash of the minute, the account and the address.
  key bytea primary key,
  login_id bigint not null,
  attempts integer not null default 1
);
