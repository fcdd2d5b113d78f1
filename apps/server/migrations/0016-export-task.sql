-- Exports: the request, its progress, and the resulting file.

create table export_task (
  id bigint generated always as identity primary key,
  resource text not null,
  format text not null,
  -- Filter, order and columns: `filter` with personal data masked, to show; `filter_sealed` as requested, encrypted.
  filter jsonb not null,
  -- Set to null when the task ends and the filter names a person.
  filter_sealed bytea,
  names_person boolean not null default true,
  language text not null,
  -- The data scope: rows of this administrator only, or all rows if null.
  scope_admin_id bigint references admin (id),
  status text not null default 'queued',
  rows_done bigint not null default 0,
  -- The expected number of rows; an estimate for large lists.
  rows_total bigint not null,
  file_id bigint references file (id) on delete set null,
  file_size bigint,
  -- The reason of the failure, as a key of the contract.
  failure text,
  -- The run that works on it. Writes of an earlier run have no effect.
  run uuid,
  -- The job that does it; null if the file was part of the first answer.
  job_id uuid,
  created_by bigint not null references admin (id),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Both are keys of the contract, never free text.
  constraint export_task_resource_check check (resource ~ '^[a-z][A-Za-z]{1,39}$'),
  constraint export_task_reason_check check (failure ~ '^[a-z][A-Za-z]{1,39}$'),
  constraint export_task_language_check check (language in ('zh-CN', 'en-US')),
  constraint export_task_format_check check (format in ('csv', 'xlsx')),
  constraint export_task_status_check
    check (status in ('queued', 'running', 'done', 'failed', 'cancelled', 'expired')),
  constraint export_task_rows_check check (rows_done >= 0 and rows_total >= 0),
  constraint export_task_filter_check
    check (filter_sealed is not null or (names_person and status not in ('queued', 'running'))),
  constraint export_task_run_check check (run is null or status = 'running'),
  constraint export_task_failure_check check ((failure is not null) = (status = 'failed')),
  -- A file is present exactly while it can be downloaded, or while a run writes it.
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
