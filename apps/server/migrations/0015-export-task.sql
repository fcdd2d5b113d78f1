-- Exports: what was asked for, how far it is, and the file that came of it.

create table export_task (
  id bigint generated always as identity primary key,
  resource text not null,
  format text not null,
  -- Filter, order and columns: as they may be shown, personal data masked; and as they were asked for, sealed.
  filter jsonb not null,
  filter_sealed bytea not null,
  language text not null,
  -- Whose rows it may hold: those of this administrator, or everybody's where it is null.
  scope_admin_id bigint references admin (id),
  status text not null default 'queued',
  rows_done bigint not null default 0,
  -- How many rows are expected; an estimate where they are many.
  rows_total bigint not null,
  file_id bigint references file (id) on delete set null,
  file_size bigint,
  -- Why it failed, as a word of the contract.
  failure text,
  -- The run that works on it; what an earlier run still does counts for nothing.
  run uuid,
  -- The job that does it; null where the first answer already held the file.
  job_id uuid,
  created_by bigint not null references admin (id),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The area whose list it is, and a word of the contract; neither is a text of somebody's.
  constraint export_task_resource_check check (resource ~ '^[a-z][A-Za-z]{1,39}$'),
  constraint export_task_reason_check check (failure ~ '^[a-z][A-Za-z]{1,39}$'),
  constraint export_task_language_check check (language in ('zh-CN', 'en-US')),
  constraint export_task_format_check check (format in ('csv', 'xlsx')),
  constraint export_task_status_check
    check (status in ('queued', 'running', 'done', 'failed', 'cancelled', 'expired')),
  constraint export_task_rows_check check (rows_done >= 0 and rows_total >= 0),
  constraint export_task_run_check check (run is null or status = 'running'),
  constraint export_task_failure_check check ((failure is not null) = (status = 'failed')),
  -- A file is there exactly while it can be fetched, or while a run is about to bring it.
  constraint export_task_file_check check (
    case status when 'done' then file_id is not null when 'running' then true else file_id is null end
  ),
  constraint export_task_done_check
    check (status <> 'done' or (file_size is not null and expires_at is not null and finished_at is not null))
);
create index export_task_created_by_idx on export_task (created_by, created_at, id);
create index export_task_created_at_idx on export_task (created_at, id) include (created_by, resource, status);
create index export_task_open_idx on export_task (created_by) where status in ('queued', 'running');
create index export_task_expires_at_idx on export_task (expires_at) where status = 'done';
create index export_task_file_id_idx on export_task (file_id) where file_id is not null;
create index export_task_scope_admin_id_idx on export_task (scope_admin_id) where scope_admin_id is not null;
