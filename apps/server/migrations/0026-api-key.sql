-- API keys of partners, with which they sign their requests and we sign ours.

create table api_key (
  id bigint generated always as identity primary key,
  -- The public name of the key, which a request carries in a header.
  key text collate "C" not null,
  -- The owner: one of both.
  channel_id bigint references channel (id) on delete cascade,
  org_id bigint references org (id) on delete cascade,
  -- A sandbox key is for trying out; what is sent with it does not count.
  is_sandbox boolean not null default false,
  revoked_at timestamptz(3),
  revoked_by bigint references admin (id),
  created_by bigint references admin (id),
  created_at timestamptz(3) not null default now(),
  constraint api_key_key_key unique (key),
  constraint api_key_key_check check (key ~ '^ck_[A-Za-z0-9_]{8,60}$'),
  constraint api_key_owner_check check (num_nonnulls(channel_id, org_id) = 1)
);
-- An owner has one live key of each sort; revoked ones stay, so that old requests can be explained.
create unique index api_key_channel_id_key on api_key (channel_id, is_sandbox) where revoked_at is null;
create unique index api_key_org_id_key on api_key (org_id, is_sandbox) where revoked_at is null;
create index api_key_channel_id_idx on api_key (channel_id);
create index api_key_org_id_idx on api_key (org_id);

-- The slots are the bound: a key has at most one current secret, and one previous secret that expires.
create table api_secret (
  id bigint generated always as identity primary key,
  api_key_id bigint not null references api_key (id) on delete cascade,
  slot text not null,
  value_sealed bytea not null,
  -- What the value was sealed for: this table, or the column of the channel that it was moved from.
  place text not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  created_by bigint references admin (id),
  created_at timestamptz(3) not null default now(),
  constraint api_secret_api_key_id_slot_key unique (api_key_id, slot),
  constraint api_secret_slot_check check (slot in ('current', 'previous')),
  constraint api_secret_expires_at_check check ((slot = 'current') = (expires_at is null)),
  constraint api_secret_place_check check (place in ('apiSecret', 'channel.apiSecret'))
);

insert into api_key (key, channel_id, created_by, created_at)
  select api_key, id, created_by, created_at from channel where api_key is not null;
insert into api_secret (api_key_id, slot, value_sealed, place, created_by, created_at)
  select k.id, 'current', c.api_secret_sealed, 'channel.apiSecret', c.created_by, c.created_at
  from channel c join api_key k on k.channel_id = c.id;

alter table channel drop column api_key, drop column api_secret_sealed;
