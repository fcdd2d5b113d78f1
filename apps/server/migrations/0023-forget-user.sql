-- Deleting a user removes what names him wherever it stands: in rows that belong to him (the trigger below), and in rows that
-- only mention him (`src/acts/forget-person.ts`, by the functions and indexes here). Decision 005 lists what stays.

-- The functions name their schema: PostgreSQL gathers statistics of an index without a search path.

-- Everything that is separated by other signs becomes a word: runs of letters and digits, and each Chinese character.
create function spaced_words(content text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(
    regexp_replace(content, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0]+', ' ', 'g'),
    '([\u2e80-\uffef\U00020000-\U0003ffff])', ' \1 ', 'g')
$$;

-- The words of a text with their places: a phrase finds a Chinese name inside a sentence. Its cost keeps a plan from computing it
-- for a whole table instead of reading an index.
create function text_words(content text) returns tsvector language plpgsql immutable parallel safe strict cost 10000 as $$
begin
  return to_tsvector('pg_catalog.simple', public.spaced_words(content));
end $$;

-- A search for any of these values, each as a phrase of its words. Null where there is none.
create function mention_query(wanted text[]) returns tsquery language plpgsql immutable parallel safe as $$
declare
  found tsquery;
  phrase tsquery;
  value text;
begin
  foreach value in array wanted loop
    -- One character is a surname and names nobody.
    continue when value is null or char_length(value) < 2;
    phrase := phraseto_tsquery('pg_catalog.simple', public.spaced_words(value));
    continue when numnode(phrase) = 0;
    found := case when found is null then phrase else found || phrase end;
  end loop;
  return found;
end $$;

-- A text without these values. Empty where one is still there, written in another way.
create function without_mentions(content text, unwanted text[]) returns text
  language plpgsql immutable parallel safe strict as $$
declare
  left_over text := content;
  value text;
begin
  if content = '' then return content; end if;
  foreach value in array unwanted loop
    continue when value is null or char_length(value) < 2;
    left_over := replace(left_over, value, '***');
  end loop;
  return case when public.text_words(left_over) @@ public.mention_query(unwanted) then '' else left_over end;
end $$;

create function error_text(name text, message text, stack text, url text, user_agent text) returns text
  language sql immutable parallel safe as $$ select name || ' ' || message || ' ' || stack || ' ' || url || ' ' || user_agent $$;

create index error_event_words_idx on error_event
  using gin (text_words(error_text(name, message, stack, url, user_agent))) with (fastupdate = off);
create index error_event_user_id_idx on error_event (user_id) where source <> 'console' and user_id is not null;
-- Not of imported entries, which come by the hundred thousand: those are found by their value alone.
create index blacklist_words_idx on blacklist using gin (text_words(reason || ' ' || remark)) with (fastupdate = off)
  where source <> 'import' and (reason <> '' or remark <> '');
-- Nothing of them is worth its computing for statistics.
alter index error_event_words_idx alter column 1 set statistics 0;
alter index blacklist_words_idx alter column 1 set statistics 0;
create index saved_view_name_filter_idx on saved_view ((filters ->> 'name')) where filters ? 'name';
create index saved_view_value_filter_idx on saved_view ((filters ->> 'value')) where filters ? 'value';

-- What was asked for is kept while an export may need it, and afterwards only where it names nobody.
alter table export_task alter column filter_sealed drop not null;
alter table export_task add column names_person boolean not null default true;
-- Of the earlier ones it shows in what may be seen of the filter: a hidden part, or a value of the blacklist.
update export_task set names_person = filter::text like '%*%' or filter ? 'value';
update export_task set filter_sealed = null where names_person and status not in ('queued', 'running');
alter table export_task add constraint export_task_filter_check
  check (filter_sealed is not null or (names_person and status not in ('queued', 'running')));

-- In rows that belong to him, all that somebody wrote goes. The bytes of images go with the next sweep of files, which finds
-- them by their row, whatever happens in between.
create or replace function forget_user() returns trigger language plpgsql as $$
begin
  update push_record set request = null, answer = null, reason = null,
      external_id = case when external_id = without_mentions(external_id, array[old.phone, old.name, old.device, old.ip])
        and external_id !~ '1[3-9]\d{9}|[1-9]\d{5}(19|20)\d{9}[\dXx]' then external_id end
    where user_id = new.id and num_nonnulls(request, answer, reason, external_id) > 0;
  update feedback set content = '', contact = null, reply = '', remark = '', version = version + 1, updated_at = now()
    where user_id = new.id;
  update file set status = 'removing', name = '', owner_kind = null, owner_id = null, unclaimed_since = 'epoch', updated_at = now()
    where owner_kind = 'feedback' and owner_id in (select id from feedback where user_id = new.id);
  delete from feedback_file where feedback_id in (select id from feedback where user_id = new.id);
  update error_event set name = '', message = '', stack = '', url = '', user_agent = '', user_id = null
    where source <> 'console' and user_id = new.id;
  return null;
end $$;

-- What is written of somebody who was deleted meanwhile is blanked at once: an answer that comes late, a reply.
create function forget_late_push() returns trigger language plpgsql as $$
declare
  late bigint[] := array(
    select a.id from added a join "user" u on u.id = a.user_id
    where u.status = 'deleted' and num_nonnulls(a.request, a.answer, a.reason) > 0);
begin
  -- A statement that changes nothing fires this too: without the question it would call itself for ever.
  if late <> '{}' then
    update push_record set request = null, answer = null, reason = null where id = any(late);
  end if;
  return null;
end $$;
create trigger push_record_late_insert after insert on push_record
  referencing new table as added for each statement execute function forget_late_push();
create trigger push_record_late_update after update on push_record
  referencing new table as added for each statement execute function forget_late_push();

create function forget_late_feedback() returns trigger language plpgsql as $$
declare
  late bigint[] := array(
    select a.id from added a join "user" u on u.id = a.user_id
    where u.status = 'deleted' and (a.content || coalesce(a.contact, '') || a.reply || a.remark) <> '');
begin
  if late <> '{}' then
    update feedback set content = '', contact = null, reply = '', remark = '' where id = any(late);
  end if;
  return null;
end $$;
create trigger feedback_late_insert after insert on feedback
  referencing new table as added for each statement execute function forget_late_feedback();
create trigger feedback_late_update after update on feedback
  referencing new table as added for each statement execute function forget_late_feedback();

-- Those who were deleted before this: their rows lose the same.
update push_record p set request = null, answer = null, reason = null
  from "user" u where u.id = p.user_id and u.status = 'deleted' and num_nonnulls(p.request, p.answer, p.reason) > 0;
update feedback f set content = '', contact = null, reply = '', remark = ''
  from "user" u where u.id = f.user_id and u.status = 'deleted'
    and (f.content || coalesce(f.contact, '') || f.reply || f.remark) <> '';
update file set status = 'removing', name = '', owner_kind = null, owner_id = null, unclaimed_since = 'epoch'
  where owner_kind = 'feedback' and owner_id in (
    select f.id from feedback f join "user" u on u.id = f.user_id where u.status = 'deleted');
update error_event e set name = '', message = '', stack = '', url = '', user_agent = '', user_id = null
  from "user" u where e.source <> 'console' and u.id = e.user_id and u.status = 'deleted';
