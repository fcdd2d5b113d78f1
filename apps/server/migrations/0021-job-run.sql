-- Runs of jobs that are under way, to tell those that ended with their process from those that failed.

create table job_run (
  -- Of the queue; its row there may be gone before this one is.
  job_id uuid primary key,
  name text not null,
  -- The run that began last.
  run uuid not null,
  -- Whether that run has not said yet that it ended. A run that never says so was killed with its process.
  is_under_way boolean not null,
  -- How many earlier runs never said that they ended.
  killed integer not null default 0,
  updated_at timestamptz(3) not null default now(),
  constraint job_run_killed_check check (killed >= 0)
);
create index job_run_updated_at_idx on job_run (updated_at);
