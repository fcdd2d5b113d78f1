-- contract: needs code >= 0087
-- A lead is called lead everywhere: tables, columns, indexes, constraints, triggers and functions had another word for it. Only names
-- change, so no row is written except where a row names a table. Older code does not run beside it; there is no release before it.

do $$
declare
  named record;
begin
  -- Tables, indexes and sequences; an index that belongs to a constraint renames it.
  for named in
    select c.relname as name, case c.relkind when 'S' then 'sequence' when 'i' then 'index' else 'table' end as kind
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S', 'i') and c.relname like '%clue%'
  loop
    execute format('alter %s %I rename to %I', named.kind, named.name, replace(named.name, 'clue', 'lead'));
  end loop;
  for named in
    select a.attrelid::regclass as of_table, a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname like '%clue%' and not a.attisdropped
  loop
    execute format('alter table %s rename column %I to %I', named.of_table, named.name, replace(named.name, 'clue', 'lead'));
  end loop;
  for named in
    select conrelid::regclass as of_table, conname as name
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and conname like '%clue%'
  loop
    execute format('alter table %s rename constraint %I to %I', named.of_table, named.name, replace(named.name, 'clue', 'lead'));
  end loop;
  for named in
    select tgrelid::regclass as of_table, tgname as name
    from pg_trigger where not tgisinternal and tgname like '%clue%'
  loop
    execute format('alter trigger %I on %s rename to %I', named.name, named.of_table, replace(named.name, 'clue', 'lead'));
  end loop;
  for named in
    select p.oid::regprocedure as signature, p.proname as name
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname like '%clue%'
  loop
    execute format('alter function %s rename to %I', named.signature, replace(named.name, 'clue', 'lead'));
  end loop;
  for named in
    select pg_get_functiondef(p.oid) as text
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosrc like '%clue%'
  loop
    execute replace(named.text, 'clue', 'lead');
  end loop;
end
$$;

-- Rows that name a table, or a kind of owner.
update choice_word set entity = 'lead_pool' where entity = 'clue_pool';
update choice_change set entity = 'lead_pool' where entity = 'clue_pool';
update file set owner_kind = 'leadFollowUp' where owner_kind = 'clueFollowUp';
