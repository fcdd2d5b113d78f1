-- Batches: one act on all rows that match a filter, done piece by piece because they are too many for one call.

create table batch (
  id bigint generated always as identity primary key,
  act text not null,
  -- The filter, encrypted: it may identify a person. Set to null at the end.
  filter_sealed bytea,
  -- The data scope: rows of this administrator only, or all rows if null.
  scope_admin_id bigint references admin (id),
  status text not null default 'queued',
  total integer not null,
  done integer not null default 0,
  -- The reason of the failure, as a key of the contract.
  failure text,
  -- The run that works on it. Writes of an earlier run have no effect.
  run uuid,
  job_id uuid,
  created_by bigint not null references admin (id),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint batch_status_check check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  constraint batch_total_check check (total > 0 and done between 0 and total),
  constraint batch_run_check check (run is null or status = 'running'),
  constraint batch_failure_check check ((failure is not null) = (status = 'failed')),
  constraint batch_end_check check ((finished_at is null) = (status in ('queued', 'running'))),
  constraint batch_filter_check check ((filter_sealed is null) = (finished_at is not null))
);
-- One open batch per administrator and act: a second click starts no second batch.
create unique index batch_created_by_act_key on batch (created_by, act) where status in ('queued', 'running');
create index batch_created_by_idx on batch (created_by, id);
create index batch_open_idx on batch (updated_at) where status in ('queued', 'running');
create index batch_scope_admin_id_idx on batch (scope_admin_id) where scope_admin_id is not null;
create index batch_finished_at_idx on batch (finished_at) where finished_at is not null;

-- The rows of a batch in pieces, one transaction each. A piece is deleted when it is done.
create table batch_piece (
  batch_id bigint not null references batch (id) on delete cascade,
  number integer not null,
  ids bigint[] not null,
  primary key (batch_id, number)
);
