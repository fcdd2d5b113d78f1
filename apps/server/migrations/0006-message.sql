-- Messages to administrators: one row per recipient, so that each has his own read state and counts.

create table message (
  id bigint generated always as identity primary key,
  admin_id bigint not null references admin (id) on delete cascade,
  kind text not null,
  -- Both languages, [zh-CN, en-US]; the reader's language is chosen when it is read.
  title jsonb not null,
  sub_title jsonb,
  content jsonb not null,
  avatar text,
  message_type integer,
  -- Route name and query of the page that the message is about.
  link jsonb,
  read_at timestamptz(3),
  -- The clock, not the start of the transaction: streams look back from this time for rows that were committed late.
  created_at timestamptz(3) not null default clock_timestamp(),
  constraint message_kind_check check (kind in ('message', 'notice', 'todo')),
  constraint message_message_type_check check (message_type between 0 and 3)
);
create index message_admin_id_idx on message (admin_id, created_at, id) include (kind, read_at);
create index message_kind_idx on message (admin_id, kind, created_at, id) include (read_at);
create index message_unread_idx on message (admin_id, kind, created_at, id) where read_at is null;
-- The retention job finds old messages by it.
create index message_created_at_idx on message (created_at, id);
