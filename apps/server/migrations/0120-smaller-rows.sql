-- What is written for each call and each person is smaller.

-- The bodies of a request are packed in one column. Older rows, and those of older code, have them in `request` and `answer`.
alter table open_request add column bodies bytea;
comment on column open_request.bodies is 'masked, for the days of the setting; packed by the service';

-- Entries of one width: PostgreSQL fills the pages of such an index nearly whole where entries of one partner follow each other, and half
-- where they have texts. The kinds of calls that are rare, and what was refused, are found by an index of their own.
create index open_request_channel_key_idx on open_request (channel_id, id) include (api_key_id) where channel_id is not null;
create index open_request_org_key_idx on open_request (org_id, id) include (api_key_id) where org_id is not null;
create index open_request_channel_rare_idx on open_request (channel_id, id) include (call, code, api_key_id)
  where channel_id is not null and (code <> '0000' or call <> all ('{open.visit,open.check,open.user,open.userState,open.lead,open.order}'));
create index open_request_org_rare_idx on open_request (org_id, id) include (call, code, api_key_id)
  where org_id is not null and (code <> '0000' or call <> all ('{open.ticket,open.result}'));
drop index open_request_channel_id_idx;
drop index open_request_org_id_idx;

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
