-- What arrived with the click of a person, for the templates of postbacks only; only for those who have one.
create table user_click (
  user_id bigint primary key references "user" (id) on delete cascade,
  click_sealed bytea not null,
  created_at timestamptz(3) not null default now()
);
-- The same of a visit, until somebody registers with its visitor, or for 30 days.
create table visit_click (
  channel_id bigint not null references channel (id) on delete cascade,
  visitor_id text collate "C" not null,
  at timestamptz(3) not null default now(),
  click_sealed bytea not null,
  constraint visit_click_pkey primary key (channel_id, visitor_id)
);
create index visit_click_at_idx on visit_click (at);
comment on column visit_click.visitor_id is 'names a browser, not a person; it is dropped after 30 days';

-- As for every column with sealed values.
create function refuse_closed_key_of_user_click() returns trigger language plpgsql as $$
begin
  if exists (select from public.data_key where mark = public.sealed_mark(new.click_sealed) and state in ('closed', 'ending', 'gone')) then
    raise exception 'A value of user_click.click_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
  end if;
  return null;
end $$;
create trigger closed_key_refused after insert or update of click_sealed on user_click
  for each row when (new.click_sealed is not null) execute function refuse_closed_key_of_user_click();
create function refuse_closed_key_of_visit_click() returns trigger language plpgsql as $$
begin
  if exists (select from public.data_key where mark = public.sealed_mark(new.click_sealed) and state in ('closed', 'ending', 'gone')) then
    raise exception 'A value of visit_click.click_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
  end if;
  return null;
end $$;
create trigger closed_key_refused after insert or update of click_sealed on visit_click
  for each row when (new.click_sealed is not null) execute function refuse_closed_key_of_visit_click();

-- What came with the click goes with the person.
create function forget_click() returns trigger language plpgsql as $$
begin
  delete from user_click where user_id = new.id;
  return null;
end $$;
create trigger user_click_forgotten after update of status on "user"
  for each row when (new.status = 'deleted' and old.status <> 'deleted') execute function forget_click();
