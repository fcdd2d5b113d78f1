-- Users: the people whom channels bring. Phone, name and id number are personal data.

create table "user" (
  id bigint generated always as identity primary key,
  phone text collate "C",
  name text collate "C",
  -- Encrypted with AES-256-GCM; searched by the keyed hash, with the whole number only.
  id_number_sealed bytea,
  id_number_hash bytea,
  gender text,
  birthday date,
  city_code text collate "C",
  channel_id bigint references channel (id),
  flow text not null,
  income_band text,
  credit_band text,
  house boolean,
  car boolean,
  social_insurance boolean,
  housing_fund boolean,
  occupation text,
  ip text collate "C",
  device text collate "C",
  status text not null default 'registered',
  risk_level text,
  push_count integer not null default 0,
  -- When the profile was complete; null while it is not, or where nobody recorded it.
  profiled_at timestamptz(3),
  last_active_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  remark text not null default '',
  created_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint user_gender_check check (gender in ('female', 'male')),
  constraint user_flow_check check (flow in ('full', 'half', 'uv', 'city')),
  constraint user_status_check
    check (status in ('registered', 'profiled', 'matched', 'pushed', 'accepted', 'rejected', 'deleted')),
  constraint user_risk_level_check check (risk_level in ('low', 'medium', 'high')),
  constraint user_city_code_check check (city_code ~ '^[1-9][0-9]{5}$'),
  constraint user_push_count_check check (push_count >= 0),
  -- Deleting a user removes the personal data for good.
  constraint user_deleted_check check (
    (status = 'deleted') = (deleted_at is not null)
    and (status <> 'deleted'
      or num_nonnulls(phone, name, id_number_sealed, id_number_hash, birthday, ip, device) = 0)
  )
);

create unique index user_phone_key on "user" (phone);
create index user_phone_tail_idx on "user" (right(phone, 4));
create index user_name_idx on "user" (name, created_at, id);
create index user_id_number_hash_idx on "user" (id_number_hash);
create index user_device_idx on "user" (device);
create index user_ip_idx on "user" (ip);
-- For lists: each index holds one filter and the sort order, and includes the other filters, so that a count reads the index only.
create index user_created_at_idx on "user" (created_at, id) include (status, risk_level, flow, channel_id, city_code);
create index user_last_active_at_idx on "user" (last_active_at, id) include (status, risk_level, flow, channel_id, city_code);
create index user_status_idx on "user" (status, created_at, id) include (risk_level, flow, channel_id, city_code);
create index user_risk_level_idx on "user" (risk_level, created_at, id) include (status, flow, channel_id, city_code);
create index user_channel_id_idx on "user" (channel_id, created_at, id) include (status, risk_level, flow, city_code);
create index user_city_idx on "user" (left(city_code, 4), created_at, id)
  include (status, risk_level, flow, channel_id, city_code);
