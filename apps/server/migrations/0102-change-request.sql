-- Changes that one person alone must not make: filed by one, made when another approves. Until then the old value stays.
create table change_request (
  id bigint generated always as identity primary key,
  kind text collate "C" not null,
  -- The order, the collection channel or the organization. Without a foreign key: it is a row of one of several tables.
  target_id bigint not null,
  target_name text not null,
  -- Of an order: its channel, whose owner sees the change.
  channel_id bigint references channel (id),
  amount_fen bigint,
  -- What changes, for whoever reviews it; no secret.
  facts jsonb not null,
  -- What is to be done, sealed because it may hold secrets; empty once it is decided.
  payload_sealed bytea,
  reason text not null default '',
  status text not null default 'pending',
  created_by bigint not null references admin (id),
  reviewed_by bigint references admin (id),
  reviewed_at timestamptz(3),
  -- Why it was rejected.
  note text not null default '',
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint change_request_kind_check check (kind in ('refund', 'collection', 'orgTemplate')),
  constraint change_request_status_check check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  constraint change_request_amount_fen_check check (amount_fen > 0),
  -- Nobody reviews what he filed.
  constraint change_request_reviewed_by_check check (reviewed_by <> created_by),
  constraint change_request_reviewed_check
    check (num_nulls(reviewed_by, reviewed_at) = case when status in ('pending', 'withdrawn') then 2 else 0 end),
  constraint change_request_target_name_check check (length(target_name) <= 200),
  constraint change_request_reason_check check (length(reason) <= 200),
  constraint change_request_note_check check (length(note) <= 200)
);
-- One waits at a time.
create unique index change_request_target_key on change_request (kind, target_id) where status = 'pending';
create index change_request_created_at_idx on change_request (created_at, id) include (status, kind, channel_id);
create index change_request_status_idx on change_request (status, created_at, id) include (kind, channel_id);
create index change_request_kind_idx on change_request (kind, created_at, id) include (status, channel_id);
create index change_request_target_id_idx on change_request (target_id, created_at, id) include (status, kind);
create index change_request_channel_id_idx on change_request (channel_id);
create index change_request_created_by_idx on change_request (created_by, created_at, id) include (status, kind);
create index change_request_reviewed_by_idx on change_request (reviewed_by);
create index change_request_updated_by_idx on change_request (updated_by);
create trigger change_request_reviewed before update or delete on change_request
  for each row when (old.reviewed_at is not null) execute function reviewed_fence();

-- As for every column with sealed values.
create function refuse_closed_key_of_change_request() returns trigger language plpgsql as $$
begin
  if exists (select from public.data_key where mark = public.sealed_mark(new.payload_sealed) and state in ('closed', 'ending', 'gone')) then
    raise exception 'A value of change_request.payload_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
  end if;
  return null;
end $$;
create trigger closed_key_refused after insert or update of payload_sealed on change_request
  for each row when (new.payload_sealed is not null) execute function refuse_closed_key_of_change_request();

comment on column change_request.kind is 'a word of a fixed list, or a code';
comment on column change_request.target_name is 'about a partner or a plan';
comment on column change_request.facts is 'about a partner or a plan';
comment on column change_request.reason is 'said by an administrator about a change, about no user';
comment on column change_request.status is 'a word of a fixed list, or a code';
comment on column change_request.note is 'said by an administrator about a change, about no user';
