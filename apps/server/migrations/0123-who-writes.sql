-- Since when a transaction that writes is under way in this database: to a table, or to any if it is null. Null without one. A user sees only
-- its own sessions in pg_stat_activity, so the service, whose connections may have logged in as the owner, asks as both.
create function writing_since(of_table regclass) returns timestamptz language sql stable set search_path = pg_catalog, pg_temp
  return (select min(a.xact_start) from pg_stat_activity a
    where a.datname = current_database() and a.pid <> pg_backend_pid() and case when of_table is null then a.backend_xid is not null
      else exists (select from pg_locks l where l.pid = a.pid and l.relation = of_table and l.mode = 'RowExclusiveLock' and l.granted) end);

-- The same of the sessions that the owner sees.
create function owner_writing_since(of_table regclass) returns timestamptz language sql stable security definer
  set search_path = pg_catalog, pg_temp
  return public.writing_since(of_table);
revoke all on function owner_writing_since from public;
