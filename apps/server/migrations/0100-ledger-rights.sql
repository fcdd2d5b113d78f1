-- What the service's role can do to money is what its functions do. Its rights on the tables are in src/platform/db/rights.ts: it reads
-- `account` and may change `held_fen`, and it only reads `transfer` and `transfer_ref`.

-- With the rights of their owner: balances, transfers and accounts are written by these functions alone.
alter function book_transfer(bigint, bigint, bigint, text, text, text, date, bigint, bigint, bigint)
  security definer set search_path = public, pg_temp;
alter function open_account() security definer set search_path = public, pg_temp;

-- A row that was reviewed keeps what was reviewed. The argument names the columns that may change afterwards; the texts of people are
-- always among them, because they are emptied when a user is deleted.
create function reviewed_fence() returns trigger language plpgsql as $$
declare
  free text[] := array['version', 'updated_at', 'updated_by', 'reason', 'note'] || tg_argv::text[];
begin
  if tg_op = 'DELETE' or (to_jsonb(old) - free) is distinct from (to_jsonb(new) - free) then
    raise exception 'a reviewed row of % cannot be changed', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger recharge_reviewed before update or delete on recharge
  for each row when (old.reviewed_at is not null) execute function reviewed_fence();
create trigger adjustment_reviewed before update or delete on adjustment
  for each row when (old.reviewed_at is not null) execute function reviewed_fence();
create trigger settlement_reviewed before update or delete on settlement
  for each row when (old.reviewed_at is not null)
  execute function reviewed_fence('status', 'paid_by', 'paid_at', 'voucher_file_id');
create trigger payment_resolution_reviewed before update or delete on payment_resolution
  for each row when (old.reviewed_at is not null) execute function reviewed_fence();
create trigger correction_reviewed before update or delete on correction
  for each row when (old.reviewed_at is not null) execute function reviewed_fence();
create trigger push_return_reviewed before update or delete on push_return
  for each row when (old.reviewed_at is not null) execute function reviewed_fence();

-- The log of sign-ins can be added to; only the attempts of one minute, which share a row, are counted in it. Months are dropped by
-- `drop_partitions`, as those of the audit log.
-- The time is generated from the id, after the trigger.
create function login_log_fence() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.attempts > old.attempts and to_jsonb(new) - 'attempts' - 'at' = to_jsonb(old) - 'attempts' - 'at' then
      return new;
    end if;
  end if;
  raise exception 'the log of sign-ins can only be added to' using errcode = 'insufficient_privilege';
end $$;
create trigger login_log_no_change before update or delete on login_log for each row execute function login_log_fence();
create trigger login_log_no_truncate before truncate on login_log for each statement execute function login_log_fence();
