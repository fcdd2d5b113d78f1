-- What the jobs on leads remember, and the merging of two leads of one person.

alter table clue
  -- The lead that it was merged into. It is then invalid, and is shown as a part of that one.
  add column merged_into_id bigint references clue (id),
  -- When its holder was reminded of the next follow-up; null: not yet.
  add column reminded_at timestamptz(3),
  -- When somebody in charge was told that nobody else can make the first contact; null: not told.
  add column stuck_at timestamptz(3),
  add constraint clue_merged_into_id_check check (merged_into_id is null or (stage = 'invalid' and merged_into_id <> id)),
  drop constraint clue_person_check,
  -- What was merged may have given its person's data to the lead that stays.
  add constraint clue_person_check check (is_forgotten or merged_into_id is not null or num_nonnulls(user_id, phone) > 0);
create index clue_merged_into_id_idx on clue (merged_into_id) where merged_into_id is not null;
create index clue_remind_idx on clue (next_follow_at, id) where next_follow_at is not null and reminded_at is null;
create index clue_notice_idx on clue (recycle_at, id) where recycle_at is not null and notice_at is null;
create index clue_late_idx on clue (first_contact_due_at, id) where first_contact_due_at is not null and stuck_at is null;

alter table clue_event drop constraint clue_event_kind_check;
alter table clue_event add constraint clue_event_kind_check check (kind in ('arrived', 'arrivedAgain', 'claimed', 'assigned', 'transferred',
  'passedOn', 'released', 'recycled', 'protected', 'followUp', 'stage', 'invalidated', 'converted', 'merged', 'mergeUndone'));

-- A new date of the next follow-up is reminded of anew, and a new holder or a contact is looked after anew.
create function reset_clue_reminders() returns trigger language plpgsql as $$
begin
  if new.next_follow_at is distinct from old.next_follow_at then new.reminded_at := null; end if;
  if new.first_contact_due_at is distinct from old.first_contact_due_at then new.stuck_at := null; end if;
  return new;
end $$;
create trigger clue_reset_reminders before update on clue for each row
  when (new.next_follow_at is distinct from old.next_follow_at or new.first_contact_due_at is distinct from old.first_contact_due_at)
  execute function reset_clue_reminders();

-- Two leads of one person became one. What both were before is kept as long as it can be undone.
create table clue_merge (
  id bigint generated always as identity primary key,
  keep_id bigint not null references clue (id),
  other_id bigint not null references clue (id),
  -- What the lead that stays took from the other one.
  fields text[] collate "C" not null default '{}',
  -- The lead that stays before and after, and the other one before. Null: too old, or the person was deleted.
  keep_before jsonb,
  keep_after jsonb,
  other_before jsonb,
  -- The last line of the history of the lead that stays when it was merged.
  event_id bigint not null,
  created_by bigint references admin (id),
  created_at timestamptz(3) not null default now(),
  undone_by bigint references admin (id),
  undone_at timestamptz(3),
  constraint clue_merge_other_id_check check (other_id <> keep_id),
  constraint clue_merge_fields_check check (fields <@ array['name', 'phone', 'userId', 'cityCode', 'channelId', 'score', 'remark'])
);
-- A lead is a part of one other lead.
create unique index clue_merge_other_id_key on clue_merge (other_id) where undone_at is null;
create index clue_merge_other_id_idx on clue_merge (other_id);
create index clue_merge_keep_id_idx on clue_merge (keep_id, id);
create index clue_merge_created_at_idx on clue_merge (created_at) where other_before is not null;
create index clue_merge_created_by_idx on clue_merge (created_by);
create index clue_merge_undone_by_idx on clue_merge (undone_by);

-- The deletion of a user also empties the leads that were merged with a lead about this person, and what they were before. The act of
-- merging locks the users first, so none is merged meanwhile.
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
  return null;
end $$;

-- Users who may become leads, until a job has looked at them: nobody accepted them, or an organisation returned them.
create table clue_candidate (
  id bigint generated always as identity primary key,
  user_id bigint not null references "user" (id),
  source text not null,
  created_at timestamptz(3) not null default now(),
  constraint clue_candidate_source_check check (source in ('unaccepted', 'returned'))
);
create index clue_candidate_user_id_idx on clue_candidate (user_id);

-- Leads of the cities and sources that salesmen prefer are shared among those who prefer them, apart from the other leads.
alter table clue_credit add column rule text collate "C" not null default '', drop constraint clue_credit_pkey,
  add constraint clue_credit_pkey primary key (pool_id, rule, salesman_id);
