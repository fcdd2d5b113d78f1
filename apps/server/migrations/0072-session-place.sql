-- The place in the write-ahead log after the last write of a session. Its reads use a replica only if that has got there.
alter table session add column wrote_lsn pg_lsn;
