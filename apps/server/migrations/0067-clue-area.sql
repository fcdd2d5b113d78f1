-- The list and the board of leads: an index for each filter in the order of arrival. Who saw the phone of a lead, and why.

create index clue_salesman_id_arrived_at_idx on clue (salesman_id, arrived_at, id) include (stage);
create index clue_waiting_arrived_at_idx on clue (arrived_at, id) where salesman_id is null and closed_at is null;
create index clue_held_arrived_at_idx on clue (arrived_at, id) where salesman_id is not null and closed_at is null;
create index clue_closed_arrived_at_idx on clue (arrived_at, id) where closed_at is not null;
create index clue_source_idx on clue (source, arrived_at, id);
create index clue_name_idx on clue (name, arrived_at, id);
create index clue_surname_idx on clue (left(name, 1), arrived_at, id);
create index clue_last_digits_idx on clue (right(phone, 4), arrived_at, id);
create index clue_city_idx on clue (left(city_code, 4), arrived_at, id);
create index clue_next_follow_at_all_idx on clue (next_follow_at, id) where closed_at is null;

-- A line for each time that somebody saw the phone of a lead.
create table clue_reveal (
  id bigint generated always as identity primary key,
  clue_id bigint not null references clue (id),
  admin_id bigint not null references admin (id),
  reason text not null,
  at timestamptz(3) not null default clock_timestamp()
);
create index clue_reveal_clue_id_idx on clue_reveal (clue_id, at);
create index clue_reveal_admin_id_idx on clue_reveal (admin_id, at);

-- How many phones an administrator saw on a business day.
create table clue_reveal_use (
  admin_id bigint primary key references admin (id),
  day date not null,
  used integer not null,
  constraint clue_reveal_use_used_check check (used >= 0)
);

-- The deletion of a user also empties the reasons of reveals, and has the images of follow-ups deleted.
create or replace function forget_clues() returns trigger language plpgsql as $$
declare
  about bigint[];
begin
  about := array(
    with recursive found as (
      select c.id, c.merged_into_id from clue c where c.user_id = old.id or c.phone = old.phone
      union
      select c.id, c.merged_into_id from found f join clue c on c.id = f.merged_into_id or c.merged_into_id = f.id
    ) select id from found);
  about := array(select c.id from clue c where c.id = any(about) or c.user_id = old.id or c.phone = old.phone
    order by c.id for no key update);
  update clue set name = '', phone = null, remark = '', is_forgotten = true, version = version + 1, updated_at = now()
    where id = any(about);
  update clue_follow_up set content = '' where clue_id = any(about);
  update clue_event set reason = '' where clue_id = any(about);
  update clue_merge set keep_before = null, keep_after = null, other_before = null where keep_id = any(about) or other_id = any(about);
  update clue_reveal set reason = '' where clue_id = any(about);
  update file set status = 'removing', name = '', owner_kind = null, owner_id = null, unclaimed_since = 'epoch', updated_at = now()
    where owner_kind = 'clueFollowUp' and owner_id in (select id from clue_follow_up where clue_id = any(about));
  return null;
end $$;

-- What the sender of an import chose to do with rows that the list already has, by state.
alter table import_task add column choices jsonb;
