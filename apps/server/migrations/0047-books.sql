-- The books: what the accounts without a balance of their own add up to, checks of the ledger, and statements sent by link.

-- What new transfers moved on the accounts without a kept balance, by statement; the roll-up takes these rows and adds them to
-- `account_day`. Each statement adds rows of its own, so no two charges wait for each other. No index: rows are taken in any order.
create table account_delta (
  account_id bigint not null,
  day date not null,
  debit_fen bigint not null,
  credit_fen bigint not null,
  transfers bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- What the accounts without a kept balance moved on each business day, without what still waits in `account_delta`.
create table account_day (
  -- Without a foreign key: it would lock the row of `revenue`, and an account without an owner is never deleted.
  account_id bigint not null,
  day date not null,
  debit_fen bigint not null,
  credit_fen bigint not null,
  transfers bigint not null,
  primary key (account_id, day)
) with (fillfactor = 70);

create function note_account_deltas() returns trigger language plpgsql as $$
begin
  insert into account_delta (account_id, day, debit_fen, credit_fen, transfers)
    select side.account_id, t.business_day, sum(side.debit_fen), sum(side.credit_fen), count(*)
    from added t cross join lateral (
      values (t.debit_account_id, t.amount_fen, 0::bigint), (t.credit_account_id, 0::bigint, t.amount_fen)
    ) side (account_id, debit_fen, credit_fen)
    -- At most one account of a transfer keeps its balance, and the transfer names it.
    where side.account_id is distinct from t.account_id
    group by side.account_id, t.business_day;
  return null;
end $$;
create trigger transfer_deltas after insert on transfer referencing new table as added
  for each statement execute function note_account_deltas();

insert into account_day (account_id, day, debit_fen, credit_fen, transfers)
  select side.account_id, t.business_day, sum(side.debit_fen), sum(side.credit_fen), count(*)
  from transfer t cross join lateral (
    values (t.debit_account_id, t.amount_fen, 0::bigint), (t.credit_account_id, 0::bigint, t.amount_fen)
  ) side (account_id, debit_fen, credit_fen)
  where side.account_id is distinct from t.account_id
  group by side.account_id, t.business_day;

-- The transfers of an account in the order of time: its list, and its balance at a past instant.
create index transfer_account_time_idx on transfer (account_id, id);
-- The transfers that are few beside charges and costs, in the order of time. Charges and costs pay nothing for it.
create index transfer_rare_idx on transfer (id) include (kind, debit_account_id, credit_account_id)
  where kind not in ('charge', 'cost');

-- What each check of the ledger found. At most one row for each check; the job deletes old ones.
create table ledger_check (
  id bigint generated always as identity primary key,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3) not null default now(),
  transfers bigint not null,
  accounts bigint not null,
  -- The faults that are named; there may be more than this array holds.
  faults jsonb not null,
  -- Whether the sums by day are those of the transfers.
  sums_agree boolean not null,
  constraint ledger_check_faults_check check (jsonb_typeof(faults) = 'array')
);

-- A statement of an organization that was sent as a link. Who has the token reads this month of this organization, nothing else.
create table statement_link (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  org_id bigint not null references org (id) on delete cascade,
  -- The first day of the month.
  month date not null,
  -- The SHA-256 of the token; the token itself is shown once.
  token_hash bytea not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  revoked_by bigint references admin (id),
  -- How often it was opened, and when it was opened last.
  opened bigint not null default 0,
  opened_at timestamptz(3),
  created_by bigint not null references admin (id),
  created_at timestamptz(3) not null default now(),
  constraint statement_link_token_hash_key unique (token_hash),
  constraint statement_link_month_check check (month = date_trunc('month', month)),
  constraint statement_link_expires_at_check check (expires_at > created_at and expires_at <= created_at + interval '90 days'),
  constraint statement_link_revoked_check check ((revoked_at is null) = (revoked_by is null)),
  constraint statement_link_opened_check check (opened >= 0 and (opened = 0) = (opened_at is null))
) with (fillfactor = 70);
create index statement_link_org_id_idx on statement_link (org_id, created_at, id);
create index statement_link_created_by_idx on statement_link (created_by);
create index statement_link_revoked_by_idx on statement_link (revoked_by) where revoked_by is not null;
