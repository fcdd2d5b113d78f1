-- Feedback of users, and how it was handled.

create table feedback (
  id bigint generated always as identity primary key,
  user_id bigint not null references "user" (id),
  kind text not null,
  content text not null,
  contact text,
  status text not null default 'pending',
  reply text not null default '',
  handled_by bigint references admin (id),
  handled_at timestamptz(3),
  remark text not null default '',
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint feedback_kind_check check (kind in ('suggestion', 'complaint', 'fault', 'other')),
  constraint feedback_status_check check (status in ('pending', 'processing', 'resolved', 'closed')),
  -- Whoever takes, resolves or closes it is its handler. `handled_at` is when it was resolved or closed.
  constraint feedback_handled_by_check check ((status = 'pending') = (handled_by is null)),
  constraint feedback_done_check check ((status in ('resolved', 'closed')) = (handled_at is not null))
);
create index feedback_created_at_idx on feedback (created_at, id) include (status, kind, handled_by);
create index feedback_status_idx on feedback (status, created_at, id) include (kind, handled_by);
create index feedback_kind_idx on feedback (kind, created_at, id) include (status, handled_by);
create index feedback_handled_by_idx on feedback (handled_by, created_at, id) include (status, kind);
create index feedback_user_id_idx on feedback (user_id, created_at);
create index feedback_open_idx on feedback (created_at, id) include (status, kind, handled_by)
  where status in ('pending', 'processing');

-- The images of a feedback.
create table feedback_file (
  feedback_id bigint not null references feedback (id) on delete cascade,
  file_id bigint not null,
  position integer not null default 0,
  primary key (feedback_id, file_id)
);
create index feedback_file_file_id_idx on feedback_file (file_id);

-- Exact counts by status, kept by triggers. Each count has sixteen parts, so that two writers rarely wait for each other.
create table feedback_count (
  status text collate "C" not null,
  part integer not null,
  count bigint not null,
  primary key (status, part)
);

create function count_feedback() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into feedback_count (status, part, count)
      select status, pg_backend_pid() % 16, count(*) from added group by status order by status
      on conflict (status, part) do update set count = feedback_count.count + excluded.count;
  elsif tg_op = 'DELETE' then
    insert into feedback_count (status, part, count)
      select status, pg_backend_pid() % 16, -count(*) from gone group by status order by status
      on conflict (status, part) do update set count = feedback_count.count + excluded.count;
  else
    insert into feedback_count (status, part, count)
      select status, pg_backend_pid() % 16, sum(step)
      from (select status, 1 as step from added union all select status, -1 from gone) steps
      group by status having sum(step) <> 0 order by status
      on conflict (status, part) do update set count = feedback_count.count + excluded.count;
  end if;
  return null;
end $$;

create trigger feedback_count_added after insert on feedback
  referencing new table as added for each statement execute function count_feedback();
create trigger feedback_count_gone after delete on feedback
  referencing old table as gone for each statement execute function count_feedback();
create trigger feedback_count_changed after update on feedback
  referencing old table as gone new table as added for each statement execute function count_feedback();
