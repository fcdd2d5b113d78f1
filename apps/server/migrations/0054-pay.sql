-- What is left of a product and what is sold, payments in suspense, and what a person decides about them and about refused refunds.

-- The pieces that orders have taken, as last summed from `product_sale`: the list is sorted by it.
alter table product add column sold_sum integer not null default 0;
create index product_left_idx on product (coalesce(pool_idle, stock - sold_sum, 2147483647), id)
  include (flow, status, kind, org_id, name);
-- The pieces that orders are paid for or can be paid for.
create function sold_of(of product) returns integer language sql stable as $$
  select coalesce((select s.taken from product_sale s where s.product_id = of.id), 0)
$$;
-- What is left of a product at this moment: its idle links if it has a pool, otherwise its stock without what is sold.
create or replace function stock_of(of product) returns integer language sql stable as $$
  select case when of.pool_idle is null then case when of.stock is not null then greatest(of.stock - sold_of(of), 0) end
    else of.pool_idle
    + coalesce((select sum(c.step) from pool_link_count c where c.product_id = of.id and c.status = 'idle'), 0)::integer end
$$;
alter function stock_of(product) rename to left_of;
update product p set sold_sum = s.taken from product_sale s where s.product_id = p.id;

-- A payment that fits no open order. `extra`: a second payment; `late`: of an order that is closed; `amount`: another amount than the
-- order's; `order`: it names no order of this collection channel. The first two are paid back by the service.
create table payment_suspense (
  id bigint generated always as identity primary key,
  provider text collate "C" not null,
  trade_no text collate "C" not null,
  collection_id bigint not null references collection (id),
  -- The order that it names, if that is one of ours, with its channel; and the number as the provider gives it.
  order_id bigint references payment_order (id),
  channel_id bigint references channel (id),
  order_no text collate "C" not null,
  kind text not null,
  amount_fen bigint not null,
  -- `open`: a person decides; `backing`: its provider is asked to pay it back; the others are what became of it.
  status text not null default 'open',
  -- What the service or a person has asked its provider to pay back.
  refund_id bigint references payment_refund (id),
  -- When those who may decide were told; null: not yet.
  told_at timestamptz(3),
  paid_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint payment_suspense_provider_check check (provider ~ '^[a-z]{2,16}$'),
  constraint payment_suspense_kind_check check (kind in ('extra', 'late', 'amount', 'order')),
  constraint payment_suspense_order_check check ((kind = 'order') = (order_id is null)),
  constraint payment_suspense_amount_fen_check check (amount_fen > 0),
  constraint payment_suspense_status_check check (status in ('open', 'backing', 'assigned', 'paidBack', 'writtenOff')),
  constraint payment_suspense_backing_check check (status <> 'backing' or refund_id is not null),
  constraint payment_suspense_trade_no_key unique (provider, trade_no)
);
create index payment_suspense_created_at_idx on payment_suspense (created_at, id) include (status, kind, collection_id, channel_id);
create index payment_suspense_amount_fen_idx on payment_suspense (amount_fen, id) include (status, kind, collection_id, channel_id);
create index payment_suspense_status_idx on payment_suspense (status, created_at, id) include (kind, collection_id, channel_id);
create index payment_suspense_collection_id_idx on payment_suspense (collection_id, created_at, id) include (status, kind, channel_id);
create index payment_suspense_channel_id_idx on payment_suspense (channel_id, created_at, id) include (status, kind);
create index payment_suspense_order_id_idx on payment_suspense (order_id);
create index payment_suspense_order_no_idx on payment_suspense (order_no, created_at, id);
create unique index payment_suspense_refund_id_key on payment_suspense (refund_id);
create index payment_suspense_told_at_idx on payment_suspense (id) where told_at is null;

-- Each of them is a payment that is known, once; one that names no order of ours has none here.
alter table payment_ref drop constraint payment_ref_role_check;
alter table payment_ref add constraint payment_ref_role_check check (role in ('order', 'extra', 'late', 'suspense'));
alter table payment_ref alter column order_id drop not null;
alter table payment_ref add constraint payment_ref_order_id_check check (order_id is not null or role = 'suspense');

-- `suspense`: a person has decided that a payment in suspense goes back. `by_hand`: it was paid back by hand, not by its provider.
alter table payment_refund drop constraint payment_refund_kind_check;
alter table payment_refund add constraint payment_refund_kind_check check (kind in ('asked', 'extra', 'late', 'suspense'));
alter table payment_refund add column by_hand boolean not null default false,
  add column told_at timestamptz(3),
  add constraint payment_refund_by_hand_check check (not by_hand or status = 'refunded');
drop index payment_refund_trade_no_key;
create unique index payment_refund_trade_no_key on payment_refund (provider, trade_no) where kind <> 'asked';
create index payment_refund_told_at_idx on payment_refund (id) where status = 'refused' and told_at is null;

insert into payment_suspense (provider, trade_no, collection_id, order_id, channel_id, order_no, kind, amount_fen, status, refund_id,
  paid_at, created_at, told_at)
select p.provider, p.trade_no, p.collection_id, p.order_id, o.channel_id, p.order_id::text, p.role, p.amount_fen,
  case r.status when 'refunded' then 'paidBack' when 'refused' then 'open' else 'backing' end, r.id, p.paid_at, p.at,
  case when r.status <> 'refused' then now() end
from payment_ref p join payment_order o on o.id = p.order_id
  join payment_refund r on r.provider = p.provider and r.trade_no = p.trade_no and r.kind = p.role
where p.role in ('extra', 'late');

-- What a person decides about a payment in suspense, or about a refund that its provider has refused: filed by one person, done when
-- another one approves.
create table payment_resolution (
  id bigint generated always as identity primary key,
  -- `assign`: it pays the order; `payBack`: its provider pays it back; `byHand`: it was paid back otherwise; `writeOff`: nobody gets it.
  kind text not null,
  -- Exactly one of both: what it is about.
  suspense_id bigint references payment_suspense (id),
  refund_id bigint references payment_refund (id),
  -- The order of ours that the payment names, or that the refund is of; and the order that gets the payment.
  order_id bigint references payment_order (id),
  target_order_id bigint references payment_order (id),
  channel_id bigint references channel (id),
  amount_fen bigint not null,
  reason text not null,
  -- How it was paid back by hand: the number of the payment there.
  reference text collate "C" not null default '',
  voucher_file_id bigint references file (id),
  status text not null default 'pending',
  request_key uuid not null default gen_random_uuid(),
  created_by bigint not null references admin (id),
  reviewed_by bigint references admin (id),
  reviewed_at timestamptz(3),
  -- Why it was rejected.
  note text not null default '',
  -- What the approval booked; null for `payBack`, which is booked when the provider has paid.
  transfer_id bigint,
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint payment_resolution_kind_check check (kind in ('assign', 'payBack', 'byHand', 'writeOff')),
  constraint payment_resolution_about_check
    check (num_nonnulls(suspense_id, refund_id) = 1 and (refund_id is null or kind = 'byHand')),
  constraint payment_resolution_order_check check ((kind = 'assign') = (target_order_id is not null)),
  constraint payment_resolution_by_hand_check check (kind = 'byHand' or (reference = '' and voucher_file_id is null)),
  constraint payment_resolution_amount_fen_check check (amount_fen > 0),
  constraint payment_resolution_status_check check (status in ('pending', 'approved', 'rejected')),
  constraint payment_resolution_reviewed_by_check check (reviewed_by <> created_by),
  constraint payment_resolution_reviewed_check check (num_nulls(reviewed_by, reviewed_at) = case status when 'pending' then 2 else 0 end),
  constraint payment_resolution_transfer_id_check
    check ((status = 'approved' and kind <> 'payBack') = (transfer_id is not null)),
  constraint payment_resolution_transfer_id_key unique (transfer_id),
  constraint payment_resolution_request_key_key unique (created_by, request_key)
);
-- One waits at a time.
create unique index payment_resolution_suspense_id_key on payment_resolution (suspense_id) where status = 'pending';
create unique index payment_resolution_refund_id_key on payment_resolution (refund_id) where status = 'pending';
create index payment_resolution_created_at_idx on payment_resolution (created_at, id) include (status, kind, channel_id);
create index payment_resolution_amount_fen_idx on payment_resolution (amount_fen, id) include (status, kind, channel_id);
create index payment_resolution_status_idx on payment_resolution (status, created_at, id) include (kind, channel_id);
create index payment_resolution_channel_id_idx on payment_resolution (channel_id, created_at, id) include (status, kind);
create index payment_resolution_suspense_id_idx on payment_resolution (suspense_id, id);
create index payment_resolution_refund_id_idx on payment_resolution (refund_id, id);
create index payment_resolution_order_id_idx on payment_resolution (order_id, created_at, id) include (status, kind, channel_id);
create index payment_resolution_target_order_id_idx on payment_resolution (target_order_id);
create index payment_resolution_created_by_idx on payment_resolution (created_by, created_at, id) include (status, kind, channel_id);
create index payment_resolution_reviewed_by_idx on payment_resolution (reviewed_by);
create index payment_resolution_updated_by_idx on payment_resolution (updated_by);
create index payment_resolution_voucher_file_id_idx on payment_resolution (voucher_file_id);

-- The deletion of a user: what persons wrote about the payments of the user's orders.
create function forget_resolutions() returns trigger language plpgsql as $$
begin
  update payment_resolution r set reason = '', note = '', reference = ''
    where r.order_id in (select id from payment_order where user_id = new.id) and (r.reason <> '' or r.note <> '' or r.reference <> '');
  return null;
end $$;
create trigger user_resolutions_deleted after update of status on "user"
  for each row when (new.status = 'deleted' and old.status <> 'deleted') execute function forget_resolutions();
create function forget_late_resolution() returns trigger language plpgsql as $$
begin
  if is_payer_deleted(new.order_id) then
    new.reason := '';
    new.note := '';
    new.reference := '';
  end if;
  return new;
end $$;
create trigger payment_resolution_late before insert or update of reason, note, reference, order_id on payment_resolution
  for each row when (new.order_id is not null and (new.reason <> '' or new.note <> '' or new.reference <> ''))
  execute function forget_late_resolution();

-- When those who may act on it were told of a notice that was given up, and of a breaker that opened; null: not yet.
alter table payment_notice add column told_at timestamptz(3);
create index payment_notice_told_at_idx on payment_notice (id) where status = 'givenUp' and told_at is null;
alter table collection_breaker add column told_at timestamptz(3);

-- Kinds of transfers, added to those that are there.
do $$
declare
  kinds text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'transfer'::regclass and conname = 'transfer_kind_check');
begin
  kinds := replace(kinds, '''reversal''::text',
    '''reversal''::text, ''refundByHand''::text, ''suspenseByHand''::text, ''suspenseAssigned''::text, ''suspenseWrittenOff''::text');
  alter table transfer drop constraint transfer_kind_check;
  execute 'alter table transfer add constraint transfer_kind_check ' || kinds;
end $$;
