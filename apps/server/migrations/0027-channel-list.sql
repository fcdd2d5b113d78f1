-- Channels can be added in the console: their codes are made here, and their lists can be sorted by each figure.

-- Every number is used once, also when its channel is deleted, so no code is ever used again.
create sequence channel_code_seq maxvalue 34359738367 no cycle;

-- The code of a number below 2^35: `c` and seven characters. No two numbers have the same code, because each step can be undone:
-- multiplying by an odd number modulo 2^35, and combining the upper 18 bits with the lower ones. Without 0, 1, l and o, which
-- look like each other.
create function channel_code(number bigint) returns text language sql immutable strict as $$
  select 'c' || string_agg(substr('23456789abcdefghijkmnpqrstuvwxyz', ((mixed >> (5 * place)) & 31)::int + 1, 1), '' order by place)
  from (select product # (product >> 17) as mixed from (select (number * 181081877) % 34359738368 as product) multiplied) numbers,
    generate_series(0, 6) place
$$;
alter table channel alter column code set default channel_code(nextval('channel_code_seq'));

-- One for each order of the lists, with the filters, so that a page and its count read the index only. The terms of the other
-- settlement and a missing cap sort after all numbers.
drop index channel_created_at_idx, channel_flow_idx, channel_owner_id_idx;
create index channel_created_at_idx on channel (created_at, id) include (flow, status, settlement, owner_id, name);
create index channel_updated_at_idx on channel (updated_at, id) include (flow, status, settlement, owner_id, name);
create index channel_price_fen_idx on channel (coalesce(price_fen, 2147483647), id) include (flow, status, settlement, owner_id, name);
create index channel_share_bp_idx on channel (coalesce(share_bp, 2147483647), id) include (flow, status, settlement, owner_id, name);
create index channel_deduction_bp_idx on channel (deduction_bp, id) include (flow, status, settlement, owner_id, name);
create index channel_daily_cap_idx on channel (coalesce(daily_cap, 2147483647), id) include (flow, status, settlement, owner_id, name);
create index channel_owner_id_idx on channel (owner_id, created_at, id) include (flow, status, settlement, name);
create index channel_status_idx on channel (status, created_at, id) include (flow, settlement, owner_id, name);
