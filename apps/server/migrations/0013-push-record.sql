-- What a push record says beyond whom, when and with which result.

-- When the profile was complete; null where it is not, or nobody noted it.
alter table "user" add column profiled_at timestamptz(3);

alter table push_record
  add column plan_id bigint,
  add column org_id bigint,
  add column stage text not null default 'submit',
  add column price_fen integer not null default 0,
  add column cost_fen integer not null default 0,
  add column attempts integer not null default 0,
  add column reason text,
  add column external_id text,
  -- What was sent and what came back, personal data masked before it is stored.
  add column request jsonb,
  add column answer jsonb,
  -- The plan's days without a second push, as they were when this one was made.
  add column dedupe_days integer not null default 30,
  add constraint push_record_stage_check check (stage in ('check', 'consent', 'submit', 'login')),
  add constraint push_record_price_fen_check check (price_fen >= 0),
  add constraint push_record_cost_fen_check check (cost_fen >= 0),
  add constraint push_record_attempts_check check (attempts >= 0),
  add constraint push_record_dedupe_days_check check (dedupe_days between 0 and 3650),
  add constraint push_record_responded_at_check check (responded_at >= request_at),
  -- The organisation is the plan's own.
  add constraint push_record_plan_id_fkey foreign key (plan_id, org_id) references plan (id, org_id),
  -- Those from before had none; nothing new is without.
  add constraint push_record_plan_id_check check (plan_id is not null and org_id is not null) not valid,
  -- Each push looks back over its plan's days, and no two of one user and organisation may see each other. Two intervals that
  -- end at the push overlap exactly if the later one reaches back to the earlier push. (One-number ranges stand for `=`,
  -- which GiST has for whole numbers only in an extension.)
  add constraint push_record_dedupe_key exclude using gist (
    int8range(user_id, user_id, '[]') with &&,
    int8range(org_id, org_id, '[]') with &&,
    tsrange((request_at at time zone 'UTC') - dedupe_days * interval '1 day', request_at at time zone 'UTC', '(]') with &&
  ) where (org_id is not null);

-- Lists: a filter and the order of requests in one index, the other filters along so that counting reads the index only.
create index push_record_request_at_idx on push_record (request_at, id)
  include (status, stage, flow, channel_id, org_id, plan_id, city_code, user_id);
create index push_record_status_idx on push_record (status, request_at, id)
  include (stage, flow, channel_id, org_id, plan_id, city_code);
create index push_record_org_id_idx on push_record (org_id, request_at, id)
  include (status, stage, flow, channel_id, plan_id, city_code);
create index push_record_plan_id_idx on push_record (plan_id, request_at, id)
  include (status, stage, flow, channel_id, city_code);
create index push_record_channel_id_idx on push_record (channel_id, request_at, id)
  include (status, stage, flow, org_id, plan_id, city_code);
create index push_record_city_idx on push_record (left(city_code, 4), request_at, id)
  include (status, stage, flow, channel_id, org_id, plan_id, city_code);
create index push_record_external_id_idx on push_record (external_id) where external_id is not null;
