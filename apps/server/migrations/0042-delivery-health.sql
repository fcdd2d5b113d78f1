-- How calls to organisations went, hour by hour, and their failures among the errors; the key of a request in the indexes of its log.

-- `calls` and `failures` begin anew when the breaker closes; these count every call.
alter table org_call
  add column all_calls integer not null default 0,
  add column all_failures integer not null default 0,
  -- Of all calls together, and of the slowest one, in milliseconds.
  add column ms bigint not null default 0,
  add column slowest_ms integer not null default 0;

-- The slots that no breaker looks at any more, added up for each hour. Kept for eight days.
create table org_call_hour (
  org_id bigint not null references org (id) on delete cascade,
  hour timestamptz not null,
  calls integer not null,
  failures integer not null,
  ms bigint not null,
  slowest_ms integer not null,
  primary key (org_id, hour),
  constraint org_call_hour_failures_check check (failures between 0 and calls)
) with (fillfactor = 70);

-- The organisation of an error of the source `partner`, and the stage of its template.
alter table error_event
  add column org_id bigint references org (id) on delete set null,
  add column stage text;
create index error_event_org_id_idx on error_event (org_id, last_at) where org_id is not null;

drop index open_request_channel_id_idx;
drop index open_request_org_id_idx;
create index open_request_channel_id_idx on open_request (channel_id, id) include (call, code, api_key_id)
  where channel_id is not null;
create index open_request_org_id_idx on open_request (org_id, id) include (call, code, api_key_id) where org_id is not null;

-- No cap stays of an organisation, plan or channel that is gone.
create function forget_caps() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'channel' then
    delete from cap_limit where kind = 'pair' and channel_id = old.id;
  else
    delete from cap_limit where kind = case tg_table_name when 'org' then 'org' else 'pair' end and id = old.id;
  end if;
  return null;
end $$;
create trigger org_caps_forgotten after delete on org for each row execute function forget_caps();
create trigger plan_caps_forgotten after delete on plan for each row execute function forget_caps();
create trigger channel_caps_forgotten after delete on channel for each row execute function forget_caps();
