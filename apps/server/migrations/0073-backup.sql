-- The backups of this database, made by the command: the newest one is shown to the super administrator and to the metrics. A backup
-- does not hold this table, so a restored database has none yet.
create table backup_run (
  id bigint generated always as identity primary key,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  state text not null,
  size_bytes bigint,
  row_count bigint,
  file_count integer,
  -- Files whose bytes were not in the storage.
  missing_count integer,
  failure text,
  constraint backup_run_state_check check (state in ('running', 'done', 'failed')),
  constraint backup_run_finished_check check ((state = 'running') = (finished_at is null)),
  constraint backup_run_done_check check (state <> 'done' or num_nulls(size_bytes, row_count, file_count, missing_count) = 0)
);
