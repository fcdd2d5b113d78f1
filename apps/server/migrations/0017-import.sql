-- Imports of the blacklist: what was sent is looked through first (`checking` → `checked`), and added when its sender says so
-- (`committing` → `done`).

create table blacklist_import (
  id bigint generated always as identity primary key,
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
  constraint blacklist_import_status_check
    check (status in ('checking', 'checked', 'committing', 'done', 'failed', 'cancelled', 'expired')),
  constraint blacklist_import_report_check check (status not in ('checked', 'committing', 'done') or report is not null),
  constraint blacklist_import_result_check check ((status = 'done') = (result is not null)),
  constraint blacklist_import_problem_check check ((status = 'failed') = (problem is not null)),
  constraint blacklist_import_ended_check
    check ((status in ('done', 'failed', 'cancelled', 'expired')) = (ended_at is not null))
);
-- One at a time for each: what he sees is what he decides on.
create unique index blacklist_import_open_key on blacklist_import (created_by)
  where status in ('checking', 'checked', 'committing');
create index blacklist_import_created_by_idx on blacklist_import (created_by, id);
create index blacklist_import_file_id_idx on blacklist_import (file_id) where file_id is not null;
create index blacklist_import_status_idx on blacklist_import (status, updated_at);

-- The rows of imports, until these have ended. No foreign key: it would be asked for each of hundreds of thousands of rows;
-- the sweep takes what belongs to nothing.
create table blacklist_import_row (
  import_id bigint not null,
  line integer not null,
  state text collate "C" not null default 'new',
  kind text collate "C",
  value text collate "C",
  value_sealed bytea,
  reason text not null default '',
  expires_at timestamptz(3),
  remark text not null default '',
  -- Of a row that repeats another one of the file: that one's line.
  repeats integer,
  -- Of a wrong row: what is wrong, and its cells as they were sent, sealed.
  problems text,
  cells_sealed bytea,
  primary key (import_id, line),
  constraint blacklist_import_row_state_check check (state in ('new', 'present', 'lapsed', 'repeated', 'wrong')),
  constraint blacklist_import_row_wrong_check
    check ((state = 'wrong') = (problems is not null) and (state = 'wrong') = (cells_sealed is not null)),
  constraint blacklist_import_row_value_check check (state = 'wrong' or (kind is not null and value is not null))
);
