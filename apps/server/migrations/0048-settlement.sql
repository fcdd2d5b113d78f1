-- What channels are owed, result by result, and its settlement.

-- A result that a channel is paid for, or a change of one, that is not gathered yet. Rows are only added here by the transaction
-- that makes the result, so that no two results wait for each other; one job moves them on, see `gather_channel_results`.
create table channel_result_new (
  channel_id bigint not null,
  id bigint generated always as identity,
  kind text not null,
  -- The user, the push, the transfer of an adjustment, or the hash of a visitor.
  ref_id text collate "C" not null,
  at timestamptz(3) not null default now(),
  -- The business day of the result; of a return, that of the accepted push.
  business_day date not null,
  -- What the contract gives for the result, and what is owed: less after a deduction or a return.
  base_fen bigint not null,
  cost_fen bigint not null,
  -- The number from 0 to 9,999 that the id gives, and the agreed rate at that moment: below it, the result is deducted.
  draw smallint,
  deduction_bp smallint,
  -- Why nothing is owed.
  deducted_for text,
  -- The channel's account has it already.
  is_booked boolean not null default false,
  primary key (channel_id, id),
  constraint channel_result_new_kind_check check (kind in ('registration', 'push', 'visitor', 'return', 'adjustment')),
  constraint channel_result_new_deducted_for_check check (
    case when deducted_for is null then draw is null or draw >= deduction_bp
    else deducted_for = 'agreedRate' and draw < deduction_bp and cost_fen = 0 end)
);

-- The results of each channel, numbered from 1 without a gap in the order in which they were gathered. Rows are only added.
create table channel_result (
  id bigint default time_id() primary key,
  channel_id bigint not null,
  number bigint not null,
  at timestamptz(3) not null,
  base_fen bigint not null,
  cost_fen bigint not null,
  business_day date not null,
  -- The earliest business day through which a settlement has it: that of the result; an adjustment goes into the next one.
  due_day date not null,
  draw smallint,
  deduction_bp smallint,
  kind text not null,
  ref_id text collate "C" not null,
  deducted_for text,
  constraint channel_result_kind_check check (kind in ('registration', 'push', 'visitor', 'return', 'adjustment')),
  constraint channel_result_deducted_for_check check (deducted_for = 'agreedRate')
) partition by range (id);
create index channel_result_number_idx on channel_result (channel_id, number);
create index channel_result_day_idx on channel_result (channel_id, due_day, number);
insert into partitioned_table values ('channel_result', 'month', 3, null);
select make_partitions('channel_result');

-- The number of a channel's last result.
create table channel_result_end (
  channel_id bigint primary key references channel (id) on delete cascade,
  number bigint not null
);

-- Moves what a channel is owed for new results to its account: each result is numbered, and all of them are booked as one transfer.
-- The account is locked, so that the numbers follow each other. What a channel owes back waits until its balance suffices.
-- Returns how many results were moved; a caller asks again until none is left to move.
create function gather_channel_results(of_channel bigint, day date, most integer) returns integer language plpgsql as $$
declare
  guarded account;
  cost_account bigint;
  last_number bigint;
  moved integer;
  back integer;
  fen bigint;
  booked record;
begin
  select * into strict guarded from account a where a.channel_id = of_channel for no key update;
  select id into strict cost_account from account a where a.kind = 'channelCost';
  insert into channel_result_end values (of_channel, 0) on conflict do nothing;
  select number into last_number from channel_result_end e where e.channel_id = of_channel;

  with due as (
    select id from channel_result_new q where q.channel_id = of_channel and (q.is_booked or q.cost_fen >= 0) order by id limit most
  ), taken as (
    delete from channel_result_new q where q.channel_id = of_channel and q.id in (select id from due) returning *
  ), added as (
    insert into channel_result (channel_id, number, at, base_fen, cost_fen, business_day, due_day, draw, deduction_bp, kind, ref_id,
        deducted_for)
      select of_channel, last_number + row_number() over (order by id), at, base_fen, cost_fen, business_day,
        case kind when 'adjustment' then '-infinity' else business_day end, draw, deduction_bp, kind, ref_id, deducted_for from taken
  )
  select count(*), coalesce(sum(cost_fen) filter (where not is_booked), 0) into moved, fen from taken;
  if fen > 0 then
    select * into booked from book_transfer(cost_account, guarded.id, fen, 'cost', 'results',
      concat(of_channel, ':', last_number + 1, '-', last_number + moved), day, null, null, 0);
    if booked.outcome <> 'booked' then
      raise exception 'results of channel % were booked: %', of_channel, booked.outcome;
    end if;
  end if;
  last_number := last_number + moved;

  select a.balance_fen - a.held_fen into fen from account a where a.id = guarded.id;
  with due as (
    select id, sum(-cost_fen) over (order by id) as running from channel_result_new q
    where q.channel_id = of_channel and q.cost_fen < 0 and not q.is_booked order by id limit most
  ), taken as (
    delete from channel_result_new q where q.channel_id = of_channel and q.id in (select id from due where running <= fen) returning *
  ), added as (
    insert into channel_result (channel_id, number, at, base_fen, cost_fen, business_day, due_day, kind, ref_id)
      select of_channel, last_number + row_number() over (order by id), at, base_fen, cost_fen, business_day, business_day, kind, ref_id
      from taken
  )
  select count(*), coalesce(-sum(cost_fen), 0) into back, fen from taken;
  if fen > 0 then
    select * into booked from book_transfer(guarded.id, cost_account, fen, 'cost', 'results',
      concat(of_channel, ':', last_number + 1, '-', last_number + back), day, null, null, 0);
    if booked.outcome <> 'booked' then
      raise exception 'returns of channel % were booked: %', of_channel, booked.outcome;
    end if;
  end if;
  update channel_result_end e set number = last_number + back where e.channel_id = of_channel and moved + back > 0;
  return moved + back;
end $$;

-- What is booked on a channel's account by itself is a result too: what was settled is the sum of its results.
create function note_channel_adjustment() returns trigger language plpgsql as $$
begin
  insert into channel_result_new (channel_id, kind, ref_id, at, business_day, base_fen, cost_fen, is_booked)
    select a.channel_id, 'adjustment', new.id, new.at, new.business_day, side.fen, side.fen, true
    from account a, lateral (select case a.id when new.credit_account_id then new.amount_fen else -new.amount_fen end as fen) side
    where a.id = new.account_id and a.channel_id is not null;
  return null;
end $$;
create trigger transfer_note_adjustment after insert on transfer
  for each row when (new.kind in ('adjust', 'reversal') or (new.kind = 'cost' and new.ref_kind <> 'results'))
  execute function note_channel_adjustment();

-- What the accounts of channels have until now.
insert into channel_result_new (channel_id, kind, ref_id, at, business_day, base_fen, cost_fen, is_booked)
  select a.channel_id, case when t.kind = 'cost' and t.ref_kind = 'push' then 'push' else 'adjustment' end,
    case when t.kind = 'cost' and t.ref_kind = 'push' then t.ref_id else t.id::text end, t.at, t.business_day, side.fen, side.fen, true
  from account a join transfer t on t.account_id = a.id,
    lateral (select case a.id when t.credit_account_id then t.amount_fen else -t.amount_fen end as fen) side
  where a.channel_id is not null order by a.channel_id, t.number;

-- A settlement of a channel over business days that follow those of the one before. It has the results up to a number whose day is
-- at most `to_day`, without those that the one before has; a result of an earlier day came late. The figures never change.
create table settlement (
  id bigint generated always as identity primary key,
  channel_id bigint not null references channel (id),
  from_day date not null,
  to_day date not null,
  -- The last result that was known to the settlement before, the first and the last one of this.
  after_number bigint not null,
  first_number bigint not null,
  upto_number bigint not null,
  amount_fen bigint not null,
  base_fen bigint not null,
  results bigint not null,
  deducted bigint not null,
  late bigint not null,
  late_fen bigint not null,
  status text not null default 'draft',
  created_by bigint not null references admin (id),
  reviewed_by bigint references admin (id),
  reviewed_at timestamptz(3),
  -- Why it was refused.
  note text not null default '',
  paid_by bigint references admin (id),
  paid_at timestamptz(3),
  voucher_file_id bigint references file (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint settlement_status_check check (status in ('draft', 'confirmed', 'paid', 'cancelled')),
  constraint settlement_days_check check (from_day <= to_day),
  constraint settlement_numbers_check check (after_number >= 0 and first_number > 0 and upto_number >= first_number),
  constraint settlement_amount_fen_check check (amount_fen > 0),
  -- Nobody confirms what he drafted.
  constraint settlement_reviewed_by_check check (reviewed_by <> created_by),
  constraint settlement_reviewed_check check (
    case status when 'draft' then reviewed_by is null when 'cancelled' then true else reviewed_by is not null end),
  constraint settlement_paid_check check (
    (status = 'paid') = (paid_by is not null) and (paid_by is null) = (paid_at is null)
    and (status <> 'paid' or voucher_file_id is not null))
);
-- One draft at a time, and no day twice.
create unique index settlement_draft_key on settlement (channel_id) where status = 'draft';
create unique index settlement_from_day_key on settlement (channel_id, from_day) where status <> 'cancelled';
create index settlement_channel_id_idx on settlement (channel_id, created_at, id) include (status);
create index settlement_created_at_idx on settlement (created_at, id) include (status, channel_id);
create index settlement_status_idx on settlement (status, created_at, id) include (channel_id);
create index settlement_created_by_idx on settlement (created_by);
create index settlement_reviewed_by_idx on settlement (reviewed_by);
create index settlement_paid_by_idx on settlement (paid_by);
create index settlement_updated_by_idx on settlement (updated_by);
create index settlement_voucher_file_id_idx on settlement (voucher_file_id);

-- The frozen sums of a settlement by day and kind of result.
create table settlement_line (
  settlement_id bigint not null references settlement (id) on delete cascade,
  business_day date not null,
  kind text not null,
  is_late boolean not null,
  results bigint not null,
  deducted bigint not null,
  base_fen bigint not null,
  cost_fen bigint not null,
  primary key (settlement_id, business_day, kind, is_late)
);

-- Holds what a channel is to be paid by a settlement, so that no return takes it: false if less is available.
create function hold_payable(of_channel bigint, amount bigint, of_ref_kind text, of_ref_id text) returns boolean language plpgsql as $$
declare
  holder bigint;
begin
  update account a set held_fen = a.held_fen + amount where a.channel_id = of_channel and a.balance_fen - a.held_fen >= amount
    returning a.id into holder;
  if holder is null then
    return false;
  end if;
  insert into hold (ref_kind, ref_id, account_id, amount_fen) values (of_ref_kind, of_ref_id, holder, amount);
  return true;
end $$;

-- Books the payment of what is held: `outcome` as of `book_transfer`, and `notHeld` if nothing is held.
create function pay_held(
  of_ref_kind text, of_ref_id text, day date, admin bigint, out outcome text, out booking transfer
) language plpgsql as $$
declare
  known hold;
  paid record;
begin
  delete from hold h where h.ref_kind = of_ref_kind and h.ref_id = of_ref_id returning * into known;
  if not found then
    select t.* into booking from transfer_ref r join transfer t on t.id = r.transfer_id
      where r.kind = 'settlement' and r.ref_kind = of_ref_kind and r.ref_id = of_ref_id;
    outcome := case when booking.id is null then 'notHeld' else 'known' end;
    return;
  end if;
  select * into paid from book_transfer(known.account_id, (select id from account where kind = 'bank'), known.amount_fen, 'settlement',
    of_ref_kind, of_ref_id, day, admin, null, known.amount_fen);
  outcome := paid.outcome;
  booking := paid.booking;
  if outcome <> 'booked' then
    raise exception 'the payment of % % was booked: %', of_ref_kind, of_ref_id, outcome;
  end if;
end $$;

-- Visits are counted once a day for as long as they may be reported late.
update partitioned_table set keep_days_min = 9 where name = 'unique_visitor';
select make_partitions('unique_visitor', now() - interval '8 days');
