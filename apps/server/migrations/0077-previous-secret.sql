-- Previous secrets of connection templates and collection channels: what was replaced and is accepted until its end.

create table previous_secret (
  id bigint generated always as identity primary key,
  -- The owner: one of both.
  org_id bigint references org (id) on delete cascade,
  collection_id bigint references collection (id) on delete cascade,
  -- The secret of the template, or the first field of what is replaced together at a provider, such as a key with its number.
  name text collate "C" not null,
  -- A JSON object of values by name, sealed for this owner and name.
  value_sealed bytea not null,
  ends_at timestamptz(3) not null,
  -- Within a minute; null if nothing that arrived was verified with it.
  last_used_at timestamptz(3),
  created_by bigint references admin (id),
  -- When it was replaced.
  created_at timestamptz(3) not null default now(),
  constraint previous_secret_owner_check check (num_nonnulls(org_id, collection_id) = 1),
  constraint previous_secret_name_check check (name ~ '^[A-Za-z][A-Za-z0-9.]{0,63}$'),
  -- At most one for each secret, so that two values of it are accepted and never a third.
  constraint previous_secret_org_id_name_key unique (org_id, name),
  constraint previous_secret_collection_id_name_key unique (collection_id, name)
);
create index previous_secret_ends_at_idx on previous_secret (ends_at);

-- As for every column with sealed values.
create function refuse_closed_key_of_previous_secret() returns trigger language plpgsql as $$
begin
  if exists (select from public.data_key where mark = public.sealed_mark(new.value_sealed) and state in ('closed', 'ending', 'gone')) then
    raise exception 'A value of previous_secret.value_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
  end if;
  return null;
end $$;
create trigger closed_key_refused after insert or update of value_sealed on previous_secret
  for each row when (new.value_sealed is not null) execute function refuse_closed_key_of_previous_secret();
