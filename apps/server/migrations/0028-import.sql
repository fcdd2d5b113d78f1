-- Imports into any list take the place of those into the blacklist. Nothing of these is kept: what is being imported is sent again.

update file set owner_kind = null, owner_id = null, unclaimed_since = now(), updated_at = now()
where owner_kind = 'blacklistImport';
drop table blacklist_import_row;
drop table blacklist_import;

-- What was sent is looked through first (`checking` → `checked`), and added when its sender says so (`committing` → `done`).
create table import_task (
  id bigint generated always as identity primary key,
  -- Into which list.
  list text collate "C" not null,
  file_id bigint references file (id) on delete set null,
  file_name text not null,
  status text not null default 'checking',
  -- How far the present step is, and how many rows were seen.
  percent integer not null default 0,
  rows_read integer not null default 0,
  -- What the dry run found, and what came of it; nothing personal unmasked.
  report jsonb,
  result jsonb,
  -- Why it failed, as a word of the contract with its values.
  problem text,
  problem_values jsonb,
  -- The run that works on it.
  job_id text collate "C",
  checked_at timestamptz(3),
  ended_at timestamptz(3),
  created_by bigint not null references admin (id),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint import_task_status_check
    check (status in ('checking', 'checked', 'committing', 'done', 'failed', 'cancelled', 'expired')),
  constraint import_task_report_check check (status not in ('checked', 'committing', 'done') or report is not null),
  constraint import_task_result_check check ((status = 'done') = (result is not null)),
  constraint import_task_problem_check check ((status = 'failed') = (problem is not null)),
  constraint import_task_ended_check
    check ((status in ('done', 'failed', 'cancelled', 'expired')) = (ended_at is not null))
);
-- One at a time for each list and sender: what he sees is what he decides on.
create unique index import_task_open_key on import_task (created_by, list)
  where status in ('checking', 'checked', 'committing');
create index import_task_created_by_idx on import_task (created_by, list, id);
create index import_task_file_id_idx on import_task (file_id) where file_id is not null;
create index import_task_status_idx on import_task (status, updated_at);

-- The rows of imports, until these have ended. No foreign key: it would be asked for each of hundreds of thousands of rows;
-- the sweep takes what belongs to nothing.
create table import_row (
  import_id bigint not null,
  line integer not null,
  -- `new`, `repeated`, `wrong`, or a word of the list for what is there already.
  state text collate "C" not null default 'new',
  -- By what two rows of one file are the same.
  key text collate "C",
  -- What is added, as the list's own declaration says; what the list keeps sealed is sealed here too.
  staged jsonb,
  -- Of a row that repeats another one of the file: that one's line.
  repeats integer,
  -- Of a wrong row: what is wrong, and its cells as they were sent, sealed.
  problems text,
  cells_sealed bytea,
  primary key (import_id, line),
  constraint import_row_wrong_check
    check ((state = 'wrong') = (problems is not null) and (state = 'wrong') = (cells_sealed is not null)),
  constraint import_row_staged_check check ((state = 'wrong') = (key is null) and (state = 'wrong') = (staged is null))
);
