-- Leaves of salesmen, in business days: those to come, the one under way, and those that are over.
create table salesman_leave (
  id bigint generated always as identity primary key,
  salesman_id bigint not null references salesman (id) on delete cascade,
  -- Who gets the leads; null: only in leaves from before this table.
  deputy_id bigint references salesman (id),
  first_on date not null,
  -- The last day; null: until he comes back, only of a leave that has begun.
  last_on date,
  reason text not null default '',
  began_at timestamptz(3),
  -- When it ended, or when it was missed because its days passed before it could begin.
  ended_at timestamptz(3),
  created_by bigint references admin (id),
  created_at timestamptz(3) not null default now(),
  constraint salesman_leave_deputy_id_check check (deputy_id <> salesman_id),
  constraint salesman_leave_last_on_check check (last_on >= first_on),
  constraint salesman_leave_open_check check (last_on is not null or began_at is not null),
  -- No two leaves of a salesman share a day. A number as a range needs no extension.
  constraint salesman_leave_days_excl exclude using gist (
    int8range(salesman_id, salesman_id, '[]') with &&, daterange(first_on, last_on, '[]') with &&
  ) where (ended_at is null)
);
create index salesman_leave_salesman_id_idx on salesman_leave (salesman_id, first_on);
create index salesman_leave_deputy_id_idx on salesman_leave (deputy_id);
create index salesman_leave_created_by_idx on salesman_leave (created_by);
-- For the job that begins and ends leaves.
create index salesman_leave_to_begin_idx on salesman_leave (first_on) where began_at is null and ended_at is null;
create index salesman_leave_to_end_idx on salesman_leave (last_on) where began_at is not null and ended_at is null;

insert into salesman_leave (salesman_id, deputy_id, first_on, began_at)
select id, deputy_id, leave_from::date, leave_from from salesman where status = 'onLeave';
