-- Deleting a user removes everything that identifies the user: in the user's own rows (by the trigger below), and in rows that only
-- mention the user (by `src/acts/forget-person.ts`, with the functions and indexes here). Decision 005 lists what is kept.

-- The functions name their schema, because PostgreSQL gathers the statistics of an index without a search path.

-- Splits a text into words: runs of letters and digits, and each Chinese character by itself.
create function spaced_words(content text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(
    regexp_replace(content, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0]+', ' ', 'g'),
    '([\u2e80-\uffef\U00020000-\U0003ffff])', ' \1 ', 'g')
$$;

-- The words of a text with their positions, so that a phrase search finds a Chinese name inside a sentence. The high cost makes the
-- planner read the index instead of computing it for a whole table.
create function text_words(content text) returns tsvector language plpgsql immutable parallel safe strict cost 10000 as $$
begin
  return to_tsvector('pg_catalog.simple', public.spaced_words(content));
end $$;

-- A search for any of these values, each as a phrase. Null if no value can be searched for.
create function mention_query(wanted text[]) returns tsquery language plpgsql immutable parallel safe as $$
declare
  found tsquery;
  phrase tsquery;
  value text;
begin
  foreach value in array wanted loop
    -- A single character is only a surname and identifies nobody.
    continue when value is null or char_length(value) < 2;
    phrase := phraseto_tsquery('pg_catalog.simple', public.spaced_words(value));
    continue when numnode(phrase) = 0;
    found := case when found is null then phrase else found || phrase end;
  end loop;
  return found;
end $$;

-- The text with these values replaced. Empty if a value is still there in another spelling.
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
-- Imported entries are left out, because there are hundreds of thousands: they are found by their value only.
create index blacklist_words_idx on blacklist using gin (text_words(reason || ' ' || remark)) with (fastupdate = off)
  where source <> 'import' and (reason <> '' or remark <> '');
-- No statistics: computing them costs more than they help.
alter index error_event_words_idx alter column 1 set statistics 0;
alter index blacklist_words_idx alter column 1 set statistics 0;
create index saved_view_name_filter_idx on saved_view ((filters ->> 'name')) where filters ? 'name';
create index saved_view_value_filter_idx on saved_view ((filters ->> 'value')) where filters ? 'value';

-- In the user's own rows, all free text is removed. The next sweep of files deletes the bytes of the images.
create function forget_user() returns trigger language plpgsql as $$
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

create trigger user_deleted after update of status on "user"
  for each row when (new.status = 'deleted' and old.status <> 'deleted') execute function forget_user();

-- Text that arrives after the user was deleted (a late answer, a reply) is removed at once.
create function forget_late_push() returns trigger language plpgsql as $$
declare
  late bigint[] := array(
    select a.id from added a join "user" u on u.id = a.user_id
    where u.status = 'deleted' and num_nonnulls(a.request, a.answer, a.reason) > 0);
begin
  -- The trigger also fires for a statement that changes no row: without this condition it would call itself without end.
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
