-- When a person was imported: the day on which they came is that of the file. Null: before this was kept.
alter table user_consent add column imported_at timestamptz(3);
alter table user_consent alter column imported_at set default now();

-- A table whose titles are numbers of people has none: what was learned from it is the first person's.
delete from import_columns where titles::text like '%****%';
