-- A push record is one attempt to hand a user to an organisation under a plan.

create table push_record (
  id bigint generated always as identity primary key,
  user_id bigint not null references "user" (id),
  channel_id bigint references channel (id),
  flow text not null,
  city_code text collate "C",
  plan_id bigint not null,
  org_id bigint not null,
  stage text not null default 'submit',
  price_fen integer not null default 0,
  cost_fen integer not null default 0,
  attempts integer not null default 0,
  reason text,
  external_id text,
  -- The request and the answer, with personal data masked before they are stored.
  request jsonb,
  answer jsonb,
  -- The plan's deduplication window in days at the time of this push.
  dedupe_days integer not null default 30,
  status text not null default 'pending',
  request_at timestamptz(3) not null default now(),
  responded_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint push_record_flow_check check (flow in ('full', 'half', 'uv', 'city')),
  constraint push_record_status_check
    check (status in ('pending', 'accepted', 'rejected', 'duplicate', 'failed', 'returned')),
  constraint push_record_stage_check check (stage in ('check', 'consent', 'submit', 'login')),
  constraint push_record_price_fen_check check (price_fen >= 0),
  constraint push_record_cost_fen_check check (cost_fen >= 0),
  constraint push_record_attempts_check check (attempts >= 0),
  constraint push_record_dedupe_days_check check (dedupe_days between 0 and 3650),
  constraint push_record_responded_at_check check (responded_at >= request_at),
  -- The organisation must be the one of the plan.
  constraint push_record_plan_id_fkey foreign key (plan_id, org_id) references plan (id, org_id),
  -- No second push of one user to one organisation within the deduplication window. The window is an interval that ends at the
  -- push: two of them overlap exactly if the later one reaches back to the earlier push. Ranges of one number stand for `=`,
  -- which GiST supports for integers only with an extension.
  constraint push_record_dedupe_key exclude using gist (
    int8range(user_id, user_id, '[]') with &&,
    int8range(org_id, org_id, '[]') with &&,
    tsrange((request_at at time zone 'UTC') - dedupe_days * interval '1 day', request_at at time zone 'UTC', '(]') with &&
  )
);
create index push_record_user_id_idx on push_record (user_id, request_at);

-- For lists: each index holds one filter and the sort order, and includes the other filters, so that a count reads the index only.
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
