-- Background jobs: when scheduled jobs are due, and which runs are under way. The queue's own tables are in the schema pgboss.

-- The last due time for which each scheduled job was sent to the queue.
create table job_schedule (
  name text collate "C" primary key,
  due_at timestamptz(3) not null
);

-- Runs of jobs that are under way: tells a run that ended with its process from one that failed.
create table job_run (
  -- The id of the job in the queue. The queue may delete its row before this one is deleted.
  job_id uuid primary key,
  name text not null,
  -- The newest run.
  run uuid not null,
  -- True until that run reports its end. A run that never reports was killed together with its process.
  is_under_way boolean not null,
  -- How many earlier runs never reported their end.
  killed integer not null default 0,
  updated_at timestamptz(3) not null default now(),
  constraint job_run_killed_check check (killed >= 0)
);
create index job_run_updated_at_idx on job_run (updated_at);
