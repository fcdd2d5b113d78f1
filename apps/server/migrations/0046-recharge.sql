-- Recharges of organisations, and corrections of balances. One person files them, another one reviews them, and an approval books them.

create table recharge (
  id bigint generated always as identity primary key,
  org_id bigint not null references org (id),
  way text collate "C" not null,
  -- Below 0 if it is paid out.
  amount_fen bigint not null,
  voucher_file_id bigint references file (id),
  -- Said by who filed it.
  reason text not null default '',
  status text not null default 'pending',
  -- Names one sending of the form, so that the same one sent twice is filed once.
  request_key uuid not null default gen_random_uuid(),
  created_by bigint not null references admin (id),
  reviewed_by bigint references admin (id),
  reviewed_at timestamptz(3),
  -- Why it was rejected.
  note text not null default '',
  -- What the approval booked. Without a foreign key, as all tables that name a transfer.
  transfer_id bigint,
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint recharge_status_check check (status in ('pending', 'approved', 'rejected')),
  constraint recharge_way_check check (way in ('bank', 'online', 'gift', 'refund')),
  constraint recharge_amount_fen_check check (amount_fen <> 0 and (amount_fen < 0) = (way = 'refund')),
  -- Nobody reviews what he filed.
  constraint recharge_reviewed_by_check check (reviewed_by <> created_by),
  constraint recharge_reviewed_check check (num_nulls(reviewed_by, reviewed_at) = case status when 'pending' then 2 else 0 end),
  constraint recharge_transfer_id_check check ((status = 'approved') = (transfer_id is not null)),
  constraint recharge_transfer_id_key unique (transfer_id),
  constraint recharge_request_key_key unique (created_by, request_key)
);
create index recharge_created_at_idx on recharge (created_at, id) include (status, org_id, way);
create index recharge_amount_fen_idx on recharge (amount_fen, id) include (status, org_id, way);
create index recharge_status_idx on recharge (status, created_at, id) include (org_id, way);
create index recharge_org_id_idx on recharge (org_id, created_at, id) include (status, way);
create index recharge_way_idx on recharge (way, created_at, id) include (status, org_id);
create index recharge_created_by_idx on recharge (created_by, created_at, id) include (status, org_id, way);
create index recharge_reviewed_by_idx on recharge (reviewed_by);
create index recharge_updated_by_idx on recharge (updated_by);
create index recharge_voucher_file_id_idx on recharge (voucher_file_id);
create index recharge_reviewed_at_idx on recharge (reviewed_at) where reviewed_at is not null;

-- A correction of what an organisation has or a channel is owed, or the reversal of one transfer. It says what it corrects.
create table adjustment (
  id bigint generated always as identity primary key,
  kind text collate "C" not null,
  -- Exactly one of both: whose balance changes.
  org_id bigint references org (id),
  channel_id bigint references channel (id),
  -- How the balance changes; below 0, it falls.
  amount_fen bigint not null,
  reason text not null,
  -- What it corrects. Without a foreign key: it is a row of one of several tables, some of which have partitions.
  link_kind text collate "C" not null,
  link_id bigint not null,
  status text not null default 'pending',
  -- As of a recharge.
  request_key uuid not null default gen_random_uuid(),
  created_by bigint not null references admin (id),
  reviewed_by bigint references admin (id),
  reviewed_at timestamptz(3),
  -- Why it was rejected.
  note text not null default '',
  -- What the approval booked.
  transfer_id bigint,
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint adjustment_status_check check (status in ('pending', 'approved', 'rejected')),
  constraint adjustment_kind_check check (kind in ('adjust', 'reverse')),
  constraint adjustment_account_check check (num_nonnulls(org_id, channel_id) = 1),
  constraint adjustment_amount_fen_check check (amount_fen <> 0),
  constraint adjustment_reason_check check (reason <> ''),
  constraint adjustment_link_kind_check
    check (link_kind in ('transfer', 'push', 'recharge') and (kind = 'adjust' or link_kind = 'transfer')),
  constraint adjustment_reviewed_by_check check (reviewed_by <> created_by),
  constraint adjustment_reviewed_check check (num_nulls(reviewed_by, reviewed_at) = case status when 'pending' then 2 else 0 end),
  constraint adjustment_transfer_id_check check ((status = 'approved') = (transfer_id is not null)),
  constraint adjustment_transfer_id_key unique (transfer_id),
  constraint adjustment_request_key_key unique (created_by, request_key)
);
-- A transfer is reversed once, and has one reversal that waits.
create unique index adjustment_reversal_key on adjustment (link_id) where kind = 'reverse' and status <> 'rejected';
create index adjustment_created_at_idx on adjustment (created_at, id) include (status, org_id, channel_id, kind);
create index adjustment_amount_fen_idx on adjustment (amount_fen, id) include (status, org_id, channel_id, kind);
create index adjustment_status_idx on adjustment (status, created_at, id) include (org_id, channel_id, kind);
create index adjustment_org_id_idx on adjustment (org_id, created_at, id) include (status, kind);
create index adjustment_channel_id_idx on adjustment (channel_id, created_at, id) include (status, kind);
create index adjustment_link_id_idx on adjustment (link_id, link_kind);
create index adjustment_created_by_idx on adjustment (created_by, created_at, id) include (status, org_id, channel_id, kind);
create index adjustment_reviewed_by_idx on adjustment (reviewed_by);
create index adjustment_updated_by_idx on adjustment (updated_by);

-- For lists of organisations with a low balance, which read few of the notes.
create index org_low_balance_since_idx on org_low_balance (since, org_id);
