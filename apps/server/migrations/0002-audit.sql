-- The audit log: what was done and what was refused. Rows can only be added.

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
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
  constraint audit_log_result_check check (result in ('done', 'refused'))
);
create index audit_log_at_idx on audit_log (at, id);
create index audit_log_admin_id_idx on audit_log (admin_id, at, id);
create index audit_log_point_idx on audit_log (point, at, id);
create index audit_log_target_idx on audit_log (target_kind, target_id, at, id);
create index audit_log_ip_idx on audit_log (ip, at, id);
create index audit_log_request_id_idx on audit_log (request_id, at, id);
create index audit_log_refused_idx on audit_log (at, id) where result = 'refused';

-- The service's role has no right to change or delete rows (src/db/rights.ts). This trigger also stops users with more rights:
-- only the owner of the table may delete, and only inside the function below.
create function audit_log_fence() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('kabao.audit_retention', true) = 'on'
    and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)
  then
    return old;
  end if;
  raise exception 'the audit log can only be added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_no_change before update or delete on audit_log
  for each row execute function audit_log_fence();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function audit_log_fence();

-- The only way to delete rows: one whole day (UTC) at a time, the oldest first, never younger than six months (Cybersecurity Law
-- of China, article 21 (3)). Each deletion adds a row that says so. Returns no row when nothing is old enough.
create function delete_oldest_audit_day(keep_days integer, out day date, out deleted bigint)
  returns setof record language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if keep_days < 180 then
    raise exception 'the audit log is kept for 180 days at least' using errcode = 'invalid_parameter_value';
  end if;
  select (at at time zone 'UTC')::date into day from public.audit_log order by at, id limit 1;
  if day is null or day >= (now() at time zone 'UTC')::date - keep_days then
    return;
  end if;
  -- Set here: as a setting of the function it could be made by a superuser only.
  perform set_config('kabao.audit_retention', 'on', true);
  delete from public.audit_log
    where at >= day::timestamp at time zone 'UTC' and at < (day + 1)::timestamp at time zone 'UTC';
  get diagnostics deleted = row_count;
  perform set_config('kabao.audit_retention', 'off', true);
  insert into public.audit_log (point, target_kind, target_id, after)
    values ('audit:retention', 'auditLog', day::text, jsonb_build_object('deleted', deleted));
  return next;
end $$;
revoke all on function delete_oldest_audit_day from public;
