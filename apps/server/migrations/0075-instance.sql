-- The instances of the service, each with one row that it writes anew every few seconds. An instance that ends in order removes its
-- row; the row of one that was killed grows old, is shown as silent, and is removed by the others after an hour.
-- Unlogged: a commit that writes here only waits for no disk and for no standby, so an instance is still shown while other commits
-- wait for a standby that is gone. After a crash or a failover the table is empty until the next heartbeat. A replica cannot read it.
create unlogged table instance (
  -- Made anew at each start.
  id uuid primary key,
  host text not null,
  pid integer not null,
  version text not null,
  -- The commit of the build; empty where the source runs without one.
  commit text not null,
  -- The version of Node.
  node text not null,
  roles text[] not null,
  started_at timestamptz(3) not null,
  -- The last heartbeat by the clock of the database, and by that of the instance.
  beat_at timestamptz(3) not null,
  sent_at timestamptz(3) not null,
  is_draining boolean not null,
  -- What it measured of itself; another version may write other facts.
  facts jsonb not null
) with (fillfactor = 50);

-- Where a backup was written: a file or a place in a bucket. Older ones do not say it.
alter table backup_run add column place text;
