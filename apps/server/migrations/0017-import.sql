-- Imports into a list: a dry run first (`checking` → `checked`), then the commit after the sender confirms (`committing` → `done`).

create table import_task (
  id bigint generated always as identity primary key,
  -- The name of the list in the contract.
  list text collate "C" not null,
  file_id bigint references file (id) on delete set null,
  file_name text not null,
  status text not null default 'checking',
  -- Progress of the current step, and the number of rows read so far.
  percent integer not null default 0,
  rows_read integer not null default 0,
  -- The results of the dry run and of the commit. Personal data is masked.
  report jsonb,
  result jsonb,
  -- The reason of the failure: a key of the contract, and the values of its sentence.
  problem text,
  problem_values jsonb,
  -- The job that works on it.
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
-- One open import per administrator and list, so that the report on the screen is the one that is confirmed.
create unique index import_task_open_key on import_task (created_by, list)
  where status in ('checking', 'checked', 'committing');
create index import_task_created_by_idx on import_task (created_by, list, id);
create index import_task_file_id_idx on import_task (file_id) where file_id is not null;
create index import_task_status_idx on import_task (status, updated_at);

-- The rows of open imports. No foreign key, because checking it for hundreds of thousands of rows takes too long; the sweep
-- deletes rows without an import.
create table import_row (
  import_id bigint not null,
  line integer not null,
  -- `new`, `repeated`, `wrong`, or a state of the list for a value that exists already.
  state text collate "C" not null default 'new',
  -- Two rows of one file with the same key are duplicates.
  key text collate "C",
  -- The row to add, in the shape of the list's declaration. Values that the list encrypts are encrypted here too.
  staged jsonb,
  -- For a duplicate within the file: the line of the first one.
  repeats integer,
  -- For a wrong row: the problems, and the cells as they were sent, encrypted.
  problems text,
  cells_sealed bytea,
  primary key (import_id, line),
  constraint import_row_wrong_check
    check ((state = 'wrong') = (problems is not null) and (state = 'wrong') = (cells_sealed is not null)),
  constraint import_row_staged_check check ((state = 'wrong') = (key is null) and (state = 'wrong') = (staged is null))
);
