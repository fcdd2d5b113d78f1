-- What is written for each call and each person is smaller.

-- The bodies of a request are packed in one column. Older rows, and those of older code, have them in `request` and `answer`.
alter table open_request add column bodies bytea;
comment on column open_request.bodies is 'masked, for the days of the setting; packed by the service';

-- A person's row changes three times within seconds. With room in its page, the log has only what changed.
alter table "user" set (fillfactor = 80);

-- Who is at a low risk is found by the other indexes, because most people are: a filter by it reads the newest, whose index has the level.
-- The index can be made before, beside the running service ("Upgrade" in docs/operating.md).
create index if not exists user_risk_idx on "user" (risk_level, created_at, id) include (status, flow, channel_id, city_code)
  where risk_level in ('medium', 'high');
drop index user_risk_level_idx;

-- The list in the order of the last activity needs the order only: what is counted is found by the other indexes.
create index if not exists user_active_idx on "user" (last_active_at, id);
drop index user_last_active_at_idx;
