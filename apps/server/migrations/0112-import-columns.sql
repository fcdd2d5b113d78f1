-- Which title of a file each column of an import is read from: chosen by the sender, and remembered for the next file.
alter table import_task add column titles jsonb, add column learned jsonb;
comment on column import_task.titles is 'titles of its sender''s file, numbers masked, 30 days';
comment on column import_task.learned is 'titles of its sender''s file, numbers masked, 30 days';

create table import_columns (
  admin_id bigint not null references admin (id) on delete cascade,
  -- The name of the list in the contract.
  list text collate "C" not null,
  -- By column, the title that the administrator last chose for it, if it is not the name of the column.
  titles jsonb not null,
  updated_at timestamptz(3) not null default now(),
  primary key (admin_id, list)
);
comment on table import_columns is 'Which titles of their own files an administrator chose for the columns of a list.';
comment on column import_columns.list is 'a word of a fixed list, or a code';
comment on column import_columns.titles is 'titles of an admin''s own files, numbers masked';
