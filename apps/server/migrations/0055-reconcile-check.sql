-- Dry runs of comparisons: what a list would change. They are deleted after a day.
create table reconcile_check (
  id bigint generated always as identity primary key,
  kind text collate "C" not null,
  org_id bigint references org (id),
  collection_id bigint references collection (id),
  day date not null,
  to_day date not null,
  file_id bigint references file (id) on delete set null,
  status text not null default 'queued',
  problem text collate "C",
  problem_values jsonb not null default '{}',
  -- The result of the comparison that was rolled back: see `reconcile`.
  lines integer not null default 0,
  matched integer not null default 0,
  wrong integer not null default 0,
  wrong_rows jsonb not null default '[]',
  missing_here integer not null default 0,
  missing_there integer not null default 0,
  amount_differs integer not null default 0,
  status_differs integer not null default 0,
  -- How many differences are new, or have other values than before.
  added integer not null default 0,
  created_by bigint not null references admin (id),
  created_at timestamptz(3) not null default now(),
  constraint reconcile_check_kind_check check (kind in ('bill', 'orgList')),
  constraint reconcile_check_status_check check (status in ('queued', 'done', 'failed')),
  constraint reconcile_check_org_id_check check ((kind = 'orgList') = (org_id is not null)),
  constraint reconcile_check_collection_id_check check ((kind = 'bill') = (collection_id is not null)),
  constraint reconcile_check_to_day_check check (to_day >= day)
);
create index reconcile_check_created_at_idx on reconcile_check (created_at, id);
create index reconcile_check_org_id_idx on reconcile_check (org_id);
create index reconcile_check_collection_id_idx on reconcile_check (collection_id);
create index reconcile_check_file_id_idx on reconcile_check (file_id);
create index reconcile_check_created_by_idx on reconcile_check (created_by);
