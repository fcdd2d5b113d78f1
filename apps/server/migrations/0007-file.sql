-- Files: the row holds type and owner; the bytes are in the storage under `key`.

create table file (
  id bigint generated always as identity primary key,
  use text not null,
  key text collate "C" not null,
  name text not null,
  media_type text not null,
  size bigint not null,
  sha256 bytea not null,
  width integer,
  height integer,
  -- Bytes never exist without a row: the row is `pending` before they are written and `removing` before they are deleted.
  status text not null default 'pending',
  -- The record that the file belongs to.
  owner_kind text,
  owner_id bigint,
  -- Since when the file belongs to no record; the sweep deletes it a day later.
  unclaimed_since timestamptz(3) default now(),
  -- Null: the file was uploaded through the open door, without an administrator.
  created_by bigint references admin (id),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint file_key_key unique (key),
  constraint file_status_check check (status in ('pending', 'stored', 'removing')),
  constraint file_owner_check check ((owner_kind is null) = (owner_id is null)),
  constraint file_claim_check check ((owner_kind is null) = (unclaimed_since is not null)),
  constraint file_claimed_check check (owner_kind is null or status = 'stored')
);
create index file_unclaimed_since_idx on file (unclaimed_since, id) where unclaimed_since is not null;
create index file_unclaimed_by_idx on file (created_by) where unclaimed_since is not null;
create index file_owner_idx on file (owner_kind, owner_id) where owner_kind is not null;

-- A ticket opens one file once and ends with the session it was issued to. Only its SHA-256 is stored.
create table file_ticket (
  token_hash bytea primary key,
  file_id bigint not null references file (id) on delete cascade,
  session_id bigint not null references session (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index file_ticket_expires_at_idx on file_ticket (expires_at);
create index file_ticket_file_id_idx on file_ticket (file_id);
create index file_ticket_session_id_idx on file_ticket (session_id);

alter table admin add column avatar_file_id bigint references file (id);
create index admin_avatar_file_id_idx on admin (avatar_file_id) where avatar_file_id is not null;
