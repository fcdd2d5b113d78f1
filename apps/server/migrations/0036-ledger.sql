-- The ledger: accounts, transfers between them, and amounts that are held until they are charged or released.

-- Money is owed or had on an account. The balance of a guarded account (an organisation's prepaid, a channel's payable) is kept
-- here, because it decides; those of the other accounts are sums of their transfers, so that no row is changed by every charge.
-- No index on an amount: a change writes one row and no index.
create table account (
  id bigint generated always as identity primary key,
  balance_fen bigint,
  -- The price of pushes that are under way; what is available is the rest of the balance.
  held_fen bigint,
  -- First the columns that lists of organisations read: what stands behind columns of varying length takes longer to find.
  org_id bigint generated always as (case owner_kind when 'org' then owner_id end) stored references org (id) on delete cascade,
  -- How many transfers a guarded account has: the number of its last one; and that one's hash, or 32 zero bytes.
  transfers bigint not null default 0,
  hash bytea not null default decode(repeat('00', 32), 'hex'),
  kind text not null,
  owner_kind text,
  owner_id bigint,
  channel_id bigint generated always as (case owner_kind when 'channel' then owner_id end) stored
    references channel (id) on delete cascade,
  constraint account_kind_check check (kind in ('prepaid', 'payable', 'bank', 'gift', 'revenue', 'productRevenue', 'receivable',
    'fee', 'channelCost', 'suspense', 'adjustment')),
  constraint account_owner_id_check check ((owner_kind is null) = (owner_id is null)),
  constraint account_owner_kind_check
    check (owner_kind is not distinct from case kind when 'prepaid' then 'org' when 'payable' then 'channel' end),
  constraint account_guarded_check check (
    (kind in ('prepaid', 'payable')) = (balance_fen is not null) and (balance_fen is null) = (held_fen is null)),
  constraint account_held_fen_check check (held_fen >= 0),
  constraint account_balance_fen_check check (balance_fen >= held_fen),
  constraint account_kind_key unique nulls not distinct (kind, owner_id),
  constraint account_org_id_key unique (org_id),
  constraint account_channel_id_key unique (channel_id)
) with (fillfactor = 70);

insert into account (kind) values ('bank'), ('gift'), ('revenue'), ('productRevenue'), ('receivable'), ('fee'), ('channelCost'),
  ('suspense'), ('adjustment');

-- Every organisation and every channel has its account, whoever adds it.
create function open_account() returns trigger language plpgsql as $$
begin
  insert into account (kind, owner_kind, owner_id, balance_fen, held_fen)
    values (case tg_table_name when 'org' then 'prepaid' else 'payable' end, tg_table_name, new.id, 0, 0);
  return null;
end $$;

-- A transfer moves an amount from one account to another: the balance of the debited account falls, that of the credited one rises.
-- Rows can only be added. There are no foreign keys: each would lock the row of an account that all charges share, and an account
-- with transfers is never deleted (see below).
create table transfer (
  id bigint default time_id() primary key,
  at timestamptz(3) not null,
  debit_account_id bigint not null,
  credit_account_id bigint not null,
  amount_fen bigint not null,
  kind text not null,
  -- The business event that is booked, such as a push.
  ref_kind text collate "C" not null,
  ref_id text collate "C" not null,
  business_day date not null,
  -- The administrator who booked it; null: the service.
  by_admin bigint,
  reverses_id bigint,
  -- Of the guarded one of both accounts, if there is one: its number of this transfer, from 1 without a gap, its balance
  -- afterwards, and the chain: the hash of its transfer before and of this one.
  account_id bigint,
  number bigint,
  balance_after_fen bigint,
  previous_hash bytea,
  hash bytea,
  constraint transfer_amount_fen_check check (amount_fen > 0),
  constraint transfer_accounts_check check (debit_account_id <> credit_account_id),
  constraint transfer_account_id_check check (account_id in (debit_account_id, credit_account_id)),
  constraint transfer_kind_check
    check (kind in ('recharge', 'payout', 'charge', 'refund', 'adjust', 'cost', 'settlement', 'reversal')),
  -- Without the characters that separate the fields in the text that is hashed.
  constraint transfer_ref_check check (ref_kind ~ '^[A-Za-z]{1,32}$' and ref_id ~ '^[A-Za-z0-9:._-]{1,64}$'),
  constraint transfer_chain_check check (num_nulls(account_id, number, balance_after_fen, previous_hash, hash) in (0, 5))
) partition by range (id);
-- The statement of an account, and the check of its chain.
create index transfer_account_id_idx on transfer (account_id, number);
insert into partitioned_table values ('transfer', 'month', 3, null);
select make_partitions('transfer');

-- One business event is booked once for each kind of transfer: partitions cannot hold this.
create table transfer_ref (
  kind text not null,
  ref_kind text collate "C" not null,
  ref_id text collate "C" not null,
  transfer_id bigint not null,
  primary key (kind, ref_kind, ref_id)
);

-- The service's role has no right to change or delete these rows (src/db/rights.ts). The triggers also stop the owner.
create function ledger_fence() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger can only be added to' using errcode = 'insufficient_privilege';
end $$;
create trigger transfer_no_change before update or delete on transfer for each row execute function ledger_fence();
create trigger transfer_no_truncate before truncate on transfer for each statement execute function ledger_fence();
create trigger transfer_ref_no_change before update or delete on transfer_ref for each row execute function ledger_fence();
create trigger transfer_ref_no_truncate before truncate on transfer_ref for each statement execute function ledger_fence();

-- What is held now: the row goes when the amount is charged or released. `held_fen` of an account is the sum of its rows.
create table hold (
  ref_kind text collate "C" not null,
  ref_id text collate "C" not null,
  -- Without a foreign key: it would lock the account's row, and an account on which something is held is never deleted.
  account_id bigint not null,
  amount_fen bigint not null,
  at timestamptz(3) not null default now(),
  primary key (ref_kind, ref_id),
  constraint hold_amount_fen_check check (amount_fen > 0),
  constraint hold_ref_check check (ref_kind ~ '^[A-Za-z]{1,32}$' and ref_id ~ '^[A-Za-z0-9:._-]{1,64}$')
);
-- For the job that releases old ones.
create index hold_at_idx on hold (at);

-- The text whose SHA-256 is the hash of a transfer; src/ledger/chain.ts builds the same.
create function transfer_text(t transfer) returns text language sql stable parallel safe
  return concat_ws(E'\n', encode(t.previous_hash, 'hex'), t.account_id, t.number, t.id,
    (extract(epoch from t.at) * 1000)::bigint, t.debit_account_id, t.credit_account_id, t.amount_fen, t.balance_after_fen, t.kind,
    t.ref_kind, t.ref_id, to_char(t.business_day, 'YYYY-MM-DD'), coalesce(t.by_admin, 0), coalesce(t.reverses_id, 0));

-- Books a transfer, once for each kind and reference. `outcome`: `booked`; `known`, then `booking` is the first one; `insufficient`,
-- if the guarded account would fall below what is held; `other`, if the first one was of another amount or account. Only `booked`
-- writes. `from_hold` is the part of `held_fen` that the transfer replaces.
create function book_transfer(
  debit bigint, credit bigint, amount bigint, of_kind text, of_ref_kind text, of_ref_id text, day date, admin bigint,
  reverses bigint, from_hold bigint, out outcome text, out booking transfer
) language plpgsql as $$
declare
  guarded account;
  change bigint;
begin
  -- Locks the guarded account. Callers that name the same reference name the same account, so they wait here for each other.
  select * into guarded from account a where a.id in (debit, credit) and a.balance_fen is not null for no key update;
  select t.* into booking from transfer_ref r join transfer t on t.id = r.transfer_id
    where r.kind = of_kind and r.ref_kind = of_ref_kind and r.ref_id = of_ref_id;
  if booking.id is not null then
    outcome := case when (booking.debit_account_id, booking.credit_account_id, booking.amount_fen) = (debit, credit, amount)
      then 'known' else 'other' end;
    return;
  end if;
  booking.at := date_trunc('milliseconds', clock_timestamp());
  booking.id := time_id(booking.at);
  booking.debit_account_id := debit;
  booking.credit_account_id := credit;
  booking.amount_fen := amount;
  booking.kind := of_kind;
  booking.ref_kind := of_ref_kind;
  booking.ref_id := of_ref_id;
  booking.business_day := day;
  booking.by_admin := admin;
  booking.reverses_id := reverses;
  if guarded.id is not null then
    change := case guarded.id when credit then amount else -amount end;
    booking.account_id := guarded.id;
    booking.number := guarded.transfers + 1;
    booking.balance_after_fen := guarded.balance_fen + change;
    booking.previous_hash := guarded.hash;
    booking.hash := sha256(convert_to(transfer_text(booking), 'UTF8'));
    update account a set balance_fen = a.balance_fen + change, held_fen = a.held_fen - from_hold,
        transfers = booking.number, hash = booking.hash
      where a.id = guarded.id and a.balance_fen + change >= a.held_fen - from_hold;
    if not found then
      outcome := 'insufficient';
      booking := null;
      return;
    end if;
  end if;
  insert into transfer_ref values (of_kind, of_ref_kind, of_ref_id, booking.id);
  insert into transfer values (booking.*);
  outcome := 'booked';
end $$;

-- Holds an amount of an organisation's balance: `held`, `insufficient`, or `other` if the reference holds another amount already.
-- Asked again, also after the charge: `held`.
create function hold_amount(of_org bigint, amount bigint, of_ref_kind text, of_ref_id text) returns text language plpgsql as $$
declare
  holder bigint;
  known hold;
begin
  select id into strict holder from account where org_id = of_org;
  loop
    -- First the row of the reference, last the account: its row is locked for the shortest time.
    insert into hold (ref_kind, ref_id, account_id, amount_fen) values (of_ref_kind, of_ref_id, holder, amount)
      on conflict do nothing;
    exit when found;
    select * into known from hold h where h.ref_kind = of_ref_kind and h.ref_id = of_ref_id;
    -- Not found: it went in this moment.
    if found then
      return case when (known.account_id, known.amount_fen) = (holder, amount) then 'held' else 'other' end;
    end if;
  end loop;
  if exists (select from transfer_ref r where r.kind = 'charge' and r.ref_kind = of_ref_kind and r.ref_id = of_ref_id) then
    delete from hold h where h.ref_kind = of_ref_kind and h.ref_id = of_ref_id;
    return 'held';
  end if;
  update account a set held_fen = a.held_fen + amount where a.id = holder and a.balance_fen - a.held_fen >= amount;
  if found then
    return 'held';
  end if;
  delete from hold h where h.ref_kind = of_ref_kind and h.ref_id = of_ref_id;
  return 'insufficient';
end $$;

-- Charges what is held, or the part `amount` of it, and releases the rest. `outcome` as of `book_transfer`, and `notHeld` if nothing
-- is held, `aboveHold` if less is held.
create function post_hold(
  of_ref_kind text, of_ref_id text, amount bigint, day date, out outcome text, out booking transfer
) language plpgsql as $$
declare
  known hold;
  charged record;
begin
  -- Of a charge and a release at once, the second finds no row.
  select * into known from hold h where h.ref_kind = of_ref_kind and h.ref_id = of_ref_id for update;
  if not found then
    select t.* into booking from transfer_ref r join transfer t on t.id = r.transfer_id
      where r.kind = 'charge' and r.ref_kind = of_ref_kind and r.ref_id = of_ref_id;
    outcome := case when booking.id is null then 'notHeld' when booking.amount_fen <> amount then 'other' else 'known' end;
    return;
  end if;
  if amount > known.amount_fen then
    outcome := 'aboveHold';
    return;
  end if;
  delete from hold h where h.ref_kind = of_ref_kind and h.ref_id = of_ref_id;
  select * into charged from book_transfer(
    known.account_id, (select id from account where kind = 'revenue'), coalesce(amount, known.amount_fen), 'charge', of_ref_kind,
    of_ref_id, day, null, null, known.amount_fen);
  outcome := charged.outcome;
  booking := charged.booking;
  if outcome <> 'booked' then
    raise exception 'the hold of % % was charged: %', of_ref_kind, of_ref_id, outcome;
  end if;
end $$;

-- Releases what is held: `released`, `nothing` if nothing is held, `posted` if it was charged.
create function release_hold(of_ref_kind text, of_ref_id text) returns text language plpgsql as $$
declare
  known hold;
begin
  delete from hold h where h.ref_kind = of_ref_kind and h.ref_id = of_ref_id returning * into known;
  if found then
    update account a set held_fen = a.held_fen - known.amount_fen where a.id = known.account_id;
    return 'released';
  end if;
  return case when exists (
    select from transfer_ref r where r.kind = 'charge' and r.ref_kind = of_ref_kind and r.ref_id = of_ref_id
  ) then 'posted' else 'nothing' end;
end $$;

-- The accounts of today. Their balances become an opening transfer each, so that a balance is the sum of its transfers.
insert into account (kind, owner_kind, owner_id, balance_fen, held_fen) select 'prepaid', 'org', id, 0, 0 from org order by id;
insert into account (kind, owner_kind, owner_id, balance_fen, held_fen) select 'payable', 'channel', id, 0, 0 from channel order by id;
do $$
declare
  opening record;
begin
  for opening in
    select a.id, old.org_id, old.balance_fen from org_account old join account a on a.org_id = old.org_id
    where old.balance_fen > 0 order by a.id
  loop
    perform book_transfer((select id from account where kind = 'adjustment'), opening.id, opening.balance_fen, 'adjust', 'opening',
      opening.org_id::text, (now() at time zone 'Asia/Shanghai')::date, null, null, 0);
  end loop;
end $$;
-- What is held becomes the price of each push under way, where the two agree; otherwise it is available again.
insert into hold (ref_kind, ref_id, account_id, amount_fen, at)
  select 'push', p.id::text, a.id, p.price_fen, p.request_at
  from push_record p join account a on a.org_id = p.org_id
  where p.status in ('pending', 'unknown') and p.price_fen > 0 and p.org_id in (
    select old.org_id from org_account old join push_record under_way on under_way.org_id = old.org_id
    where under_way.status in ('pending', 'unknown') group by old.org_id having sum(under_way.price_fen) = old.held_fen);
update account a set held_fen = held.fen
  from (select account_id, sum(amount_fen) as fen from hold group by account_id) held where held.account_id = a.id;

drop table org_account;
drop function open_org_account cascade;
drop function keep_org_account;
-- The prepaid account of each organisation.
create view org_account as select org_id, balance_fen, held_fen from account where org_id is not null;

create trigger org_account_open after insert on org for each row execute function open_account();
create trigger channel_account_open after insert on channel for each row execute function open_account();

-- An account with money or transfers is not deleted, neither by itself nor with its owner; one without an owner never.
create function keep_account() returns trigger language plpgsql as $$
begin
  if old.balance_fen <> 0 then
    raise exception 'account % holds money', old.id using errcode = 'foreign_key_violation', constraint = 'account_empty';
  end if;
  raise exception 'account % is part of the ledger', old.id
    using errcode = 'foreign_key_violation', constraint = 'account_unused';
end $$;
create trigger account_keep before delete on account for each row
  when (old.owner_id is null or old.balance_fen <> 0 or old.held_fen <> 0 or old.transfers > 0) execute function keep_account();
