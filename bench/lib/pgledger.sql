-- The way of pgledger, built anew for the comparison: every account keeps its balance and a version, and a transfer locks both of its
-- accounts in the order of their ids, changes both, and adds an entry with the balance before and after to each.
create table ledger_account (
  id bigint generated always as identity primary key,
  name text not null,
  currency text not null,
  balance numeric not null default 0,
  version bigint not null default 0,
  allows_negative boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table ledger_transfer (
  id bigint generated always as identity primary key,
  from_account_id bigint not null references ledger_account (id),
  to_account_id bigint not null references ledger_account (id),
  amount numeric not null check (amount > 0),
  created_at timestamptz not null default now(),
  check (from_account_id <> to_account_id)
);
create index on ledger_transfer (from_account_id);
create index on ledger_transfer (to_account_id);
create table ledger_entry (
  id bigint generated always as identity primary key,
  account_id bigint not null references ledger_account (id),
  transfer_id bigint not null references ledger_transfer (id),
  amount numeric not null,
  previous_balance numeric not null,
  current_balance numeric not null,
  version bigint not null,
  created_at timestamptz not null default now()
);
create index on ledger_entry (account_id);
create index on ledger_entry (transfer_id);

create function create_transfer(source bigint, target bigint, fen numeric) returns bigint language plpgsql as $$
declare
  made bigint;
  side record;
  held ledger_account;
begin
  perform from ledger_account where id in (source, target) order by id for update;
  insert into ledger_transfer (from_account_id, to_account_id, amount) values (source, target, fen) returning id into made;
  for side in select * from (values (source, -fen), (target, fen)) each (account_id, change) loop
    update ledger_account set balance = balance + side.change, version = version + 1, updated_at = now()
      where id = side.account_id returning * into held;
    if held.balance < 0 and not held.allows_negative then
      raise exception 'the balance of % would fall below 0', held.id;
    end if;
    insert into ledger_entry (account_id, transfer_id, amount, previous_balance, current_balance, version)
      values (side.account_id, made, side.change, held.balance - side.change, held.balance, held.version);
  end loop;
  return made;
end $$;

insert into ledger_account (name, currency, balance, allows_negative)
  select 'org ' || n, 'CNY', 1000000000000, false from generate_series(1, 50) n;
insert into ledger_account (name, currency, allows_negative) values ('revenue', 'CNY', true);
