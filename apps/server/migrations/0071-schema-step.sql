-- The migrations of this database, for code that does not have their files: an older version finds here whether it still fits.
-- A migration that only adds (expand) leaves `needs_code` empty; one that takes something away (contract) names the number of the
-- migration that code must have to run on it.
create table schema_step (
  name text primary key,
  needs_code int
);
do $$ begin
  if to_regclass('kysely_migration') is not null then
    insert into schema_step (name) select name from kysely_migration;
  end if;
end $$;
