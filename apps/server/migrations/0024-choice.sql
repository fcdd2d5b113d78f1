-- Choices: how channels, organisations, plans and administrators are found by name, code and pinyin when they are chosen elsewhere.

-- The texts that a record is found by: each begins at another word, syllable or initial of its name or code. A search reads the
-- index from the keyword on, so its cost does not depend on the number of records. The entity is the name of the record's table.
create table choice_word (
  entity text collate "C" not null,
  word text collate "C" not null,
  entity_id bigint not null,
  primary key (entity, word, entity_id)
);
create index choice_word_entity_id_idx on choice_word (entity, entity_id);

-- The records whose texts are not made yet: the service makes them, because PostgreSQL knows no pinyin.
create table choice_change (
  entity text collate "C" not null,
  entity_id bigint not null,
  primary key (entity, entity_id)
);

-- The update keeps the row locked until the commit, so that no text is made of the name before the change.
create function mark_choice() returns trigger language plpgsql as $$
begin
  insert into choice_change (entity, entity_id)
    values (tg_table_name, case tg_op when 'DELETE' then old.id else new.id end)
    on conflict (entity, entity_id) do update set entity_id = excluded.entity_id;
  return null;
end $$;
create function mark_added_choices() returns trigger language plpgsql as $$
begin
  insert into choice_change (entity, entity_id) select tg_table_name, id from added
    on conflict (entity, entity_id) do update set entity_id = excluded.entity_id;
  return null;
end $$;

-- Makes the records of a table findable as choices. Run once for each table, with the columns of its texts.
create function watch_choices(entity text, variadic texts text[]) returns void language plpgsql as $$
begin
  execute format('create trigger %I after insert on %I referencing new table as added
    for each statement execute function mark_added_choices()', entity || '_choice_insert', entity);
  execute format('create trigger %I after delete or update of %s on %I for each row execute function mark_choice()',
    entity || '_choice_change', (select string_agg(quote_ident(name), ', ') from unnest(texts) name), entity);
  execute format('insert into choice_change (entity, entity_id) select %L, id from %I', entity, entity);
end $$;

select watch_choices('admin', 'name');
select watch_choices('channel', 'name', 'code');
select watch_choices('org', 'name', 'short_name', 'code');
select watch_choices('plan', 'name');
