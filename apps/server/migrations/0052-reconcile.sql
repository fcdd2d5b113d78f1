-- Comparisons of what providers and organisations say, and of our own records, with the ledger; and where they differ.

-- A comparison of one list of some days. The next list of the same days replaces it.
create table reconcile (
  id bigint generated always as identity primary key,
  kind text collate "C" not null,
  org_id bigint references org (id),
  collection_id bigint references collection (id),
  day date not null,
  to_day date not null,
  file_id bigint references file (id) on delete set null,
  file_name text,
  -- SHA-256 of the file: the same file again changes nothing.
  sha256 bytea,
  status text not null default 'queued',
  problem text collate "C",
  problem_values jsonb not null default '{}',
  -- Rows of the other side; those that agree with ours; those that could not be read, and the first of them: [{line, problems}].
  lines integer not null default 0,
  matched integer not null default 0,
  wrong integer not null default 0,
  wrong_rows jsonb not null default '[]',
  -- How many differences the last run found.
  missing_here integer not null default 0,
  missing_there integer not null default 0,
  amount_differs integer not null default 0,
  status_differs integer not null default 0,
  created_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  constraint reconcile_kind_check check (kind in ('bill', 'orgList', 'within')),
  constraint reconcile_status_check check (status in ('queued', 'done', 'failed')),
  constraint reconcile_org_id_check check ((kind = 'orgList') = (org_id is not null)),
  constraint reconcile_collection_id_check check ((kind = 'bill') = (collection_id is not null)),
  constraint reconcile_to_day_check check (to_day >= day),
  constraint reconcile_scope_key unique nulls not distinct (kind, org_id, collection_id, day, to_day)
);
create index reconcile_created_at_idx on reconcile (created_at, id) include (kind, status);
create index reconcile_day_idx on reconcile (day, id) include (kind, status);
create index reconcile_org_id_idx on reconcile (org_id);
create index reconcile_collection_id_idx on reconcile (collection_id);
create index reconcile_file_id_idx on reconcile (file_id);
create index reconcile_created_by_idx on reconcile (created_by);
create index reconcile_updated_by_idx on reconcile (updated_by);

-- The lines of providers' bills. A payment near midnight may be in the bill of the next day, so they stay after the comparison.
create table bill_line (
  -- The smallest id of the day of the bill.
  id bigint not null,
  collection_id bigint not null,
  line integer not null,
  amount_fen bigint not null,
  fee_fen bigint not null,
  item text collate "C" not null,
  -- The provider's number of a payment; our number of a refund.
  ref text collate "C" not null,
  -- Our number of the order, as the bill has it.
  order_no text collate "C" not null,
  status text collate "C" not null,
  constraint bill_line_item_check check (item in ('payment', 'refund')),
  constraint bill_line_amount_fen_check check (amount_fen >= 0),
  primary key (collection_id, item, ref, id)
) partition by range (id);
insert into partitioned_table values ('bill_line', 'month', 3, null);
select make_partitions('bill_line');

-- What one side has and the other has not, or has otherwise. One row for each thing that is compared, however often it is found.
create table difference (
  id bigint generated always as identity primary key,
  kind text collate "C" not null,
  -- The organisation or the collection channel whose list it is of; 0: within.
  owner_id bigint not null,
  item text collate "C" not null,
  -- What both sides know it by. Of a person whom only the other side names, a keyed hash.
  ref text collate "C" not null,
  -- The same as lists show it, personal data masked.
  shown text collate "C" not null,
  gap text collate "C" not null,
  day date not null,
  reconcile_id bigint not null references reconcile (id),
  org_id bigint references org (id),
  collection_id bigint references collection (id),
  channel_id bigint references channel (id),
  user_id bigint references "user" (id),
  -- Our push or order.
  ours_id text collate "C",
  ours_fen bigint,
  theirs_fen bigint,
  ours_status text collate "C",
  theirs_status text collate "C",
  difference_fen bigint not null generated always as (coalesce(theirs_fen, 0) - coalesce(ours_fen, 0)) stored,
  status text not null default 'open',
  -- Why it was closed.
  cause text collate "C",
  note text not null default '',
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint difference_kind_check check (kind in ('bill', 'orgList', 'within')),
  constraint difference_item_check
    check (item in ('payment', 'refund', 'push', 'charge', 'payback', 'cost', 'hold', 'order')),
  constraint difference_gap_check check (gap in ('missingHere', 'missingThere', 'amount', 'status')),
  constraint difference_status_check check (status in ('open', 'correcting', 'corrected', 'closed', 'gone')),
  constraint difference_cause_check check (cause in ('timing', 'theirs', 'ours', 'fee', 'test', 'other')),
  constraint difference_ref_key unique (kind, owner_id, item, ref)
);
create index difference_created_at_idx on difference (created_at, id) include (status, kind, channel_id);
create index difference_status_idx on difference (status, created_at, id) include (kind, channel_id);
create index difference_day_idx on difference (day, id) include (status, kind, channel_id);
create index difference_reconcile_id_idx on difference (reconcile_id, created_at, id) include (status);
create index difference_org_id_idx on difference (org_id, created_at, id) include (status, kind);
create index difference_collection_id_idx on difference (collection_id);
create index difference_channel_id_idx on difference (channel_id, created_at, id) include (status, kind);
create index difference_user_id_idx on difference (user_id);
create index difference_shown_idx on difference (shown);
create index difference_updated_by_idx on difference (updated_by);

-- A transfer that corrects a difference, asked for by one person and approved by another. Money moves in no other way.
create table correction (
  id bigint generated always as identity primary key,
  difference_id bigint not null references difference (id),
  channel_id bigint references channel (id),
  -- Above 0: the balance of the account rises.
  amount_fen bigint not null,
  reason text not null,
  status text not null default 'asked',
  -- Why it was refused.
  note text not null default '',
  created_by bigint not null references admin (id),
  reviewed_by bigint references admin (id),
  reviewed_at timestamptz(3),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint correction_amount_fen_check check (amount_fen <> 0),
  constraint correction_status_check check (status in ('asked', 'booked', 'refused', 'withdrawn')),
  -- Nobody reviews what he asked for.
  constraint correction_reviewed_by_check check (reviewed_by <> created_by)
);
-- A difference has one correction that waits.
create unique index correction_open_key on correction (difference_id) where status = 'asked';
create index correction_difference_id_idx on correction (difference_id, id);
create index correction_created_at_idx on correction (created_at, id) include (status, channel_id);
create index correction_status_idx on correction (status, created_at, id) include (channel_id);
create index correction_channel_id_idx on correction (channel_id);
create index correction_created_by_idx on correction (created_by);
create index correction_reviewed_by_idx on correction (reviewed_by);
create index correction_updated_by_idx on correction (updated_by);

-- Notes of administrators may be about the user: they go when the user is deleted, and none is kept afterwards.
create function forget_difference() returns trigger language plpgsql as $$
begin
  update correction c set reason = '', note = '' from difference d
    where d.id = c.difference_id and d.user_id = new.id and (c.reason <> '' or c.note <> '');
  update difference set note = '' where user_id = new.id and note <> '';
  return null;
end $$;
create trigger user_deleted_difference after update of status on "user"
  for each row when (new.status = 'deleted' and old.status <> 'deleted') execute function forget_difference();
create trigger difference_late_note before insert or update of note on difference
  for each row when (new.note <> '') execute function forget_late_note();
create function forget_late_correction() returns trigger language plpgsql as $$
begin
  if exists (select from difference d join "user" u on u.id = d.user_id where d.id = new.difference_id and u.status = 'deleted') then
    new.reason := '';
    new.note := '';
  end if;
  return new;
end $$;
create trigger correction_late_note before insert or update of reason, note on correction
  for each row when (new.reason <> '' or new.note <> '') execute function forget_late_correction();
