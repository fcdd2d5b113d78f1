-- Collection channels, payment orders, and what is paid, refunded, tried and told about them.

-- A merchant account at a payment provider. The secrets are sealed and never read by the console.
create table collection (
  id bigint generated always as identity primary key,
  name text not null,
  provider text collate "C" not null,
  merchant_no text collate "C" not null default '',
  app_id text collate "C" not null default '',
  -- What the provider needs besides, none of it secret; and one sealed JSON object of all secrets, by name.
  settings jsonb not null default '{}',
  secrets_sealed bytea,
  -- Which secrets are set.
  secret_names text[] collate "C" not null default '{}',
  fee_bp integer not null default 0,
  min_fen integer not null default 1,
  max_fen integer not null default 100000000,
  -- Null: no limit.
  daily_limit_fen bigint,
  weight integer not null default 100,
  -- Empty: every product.
  product_ids bigint[] not null default '{}',
  status text not null default 'disabled',
  -- The last "try it": when, and why the provider refused; null: it did not.
  tried_at timestamptz(3),
  tried_reason text,
  remark text not null default '',
  created_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint collection_name_key unique (name),
  constraint collection_provider_check check (provider ~ '^[a-z]{2,16}$'),
  constraint collection_fee_bp_check check (fee_bp between 0 and 10000),
  constraint collection_amounts_check check (min_fen > 0 and max_fen >= min_fen),
  constraint collection_daily_limit_fen_check check (daily_limit_fen > 0),
  constraint collection_weight_check check (weight between 1 and 1000),
  constraint collection_status_check check (status in ('enabled', 'disabled')),
  constraint collection_secrets_check check ((secrets_sealed is null) = (secret_names = '{}'))
);
create index collection_created_at_idx on collection (created_at, id) include (provider, status);
create index collection_created_by_idx on collection (created_by);
create index collection_updated_by_idx on collection (updated_by);

-- The day of a collection channel. `ordered_fen` is what the daily limit bounds: amounts of orders that are paid or can be paid.
create table collection_day (
  collection_id bigint not null references collection (id) on delete cascade,
  day date not null,
  ordered_fen bigint not null default 0,
  orders integer not null default 0,
  paid integer not null default 0,
  paid_fen bigint not null default 0,
  failed integer not null default 0,
  primary key (collection_id, day),
  constraint collection_day_check check (ordered_fen >= 0 and orders >= 0)
) with (fillfactor = 70);

-- Failed calls in a row of a collection channel; from `open_until` on it may be tried again.
create table collection_breaker (
  collection_id bigint primary key references collection (id) on delete cascade,
  failures integer not null,
  open_until timestamptz(3)
) with (fillfactor = 70);

-- An order: a user buys a product, and one of the collection channels collects. Its id is the time id of its creation, and the
-- order number at the provider.
create table payment_order (
  id bigint not null default time_id(),
  channel_id bigint not null references channel (id),
  user_id bigint not null references "user" (id),
  product_id bigint not null references product (id),
  -- Null until one takes it.
  collection_id bigint references collection (id),
  created_at timestamptz(3) not null generated always as (time_of_id(id)) stored,
  closes_at timestamptz(3) not null,
  paid_at timestamptz(3),
  ended_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  pool_link_id bigint,
  amount_fen integer not null,
  fee_fen integer not null default 0,
  -- What was paid for it (a second payment is not part of it), what of it is paid back, and what is being paid back.
  paid_fen integer not null default 0,
  refunded_fen integer not null default 0,
  refunding_fen integer not null default 0,
  version integer not null default 1,
  -- Whether it holds its piece of the stock and its place within the limit for one user; an order that is paid keeps both.
  has_stock boolean not null default false,
  -- The day whose limit counts its amount; null: none does.
  limit_day date,
  status text not null default 'created',
  -- Why it failed or was closed, as a word of a fixed list.
  reason text collate "C",
  provider text collate "C",
  trade_no text collate "C",
  -- The channel's own number.
  channel_no text collate "C" not null,
  subject text not null,
  -- How the user pays: the answer of the provider.
  pay jsonb,
  -- The user's address, which some providers ask for.
  ip text collate "C",
  constraint payment_order_status_check check (status in ('created', 'paid', 'refunding', 'refunded', 'closed', 'failed')),
  constraint payment_order_reason_check check (reason in ('nobodyCollects', 'expired')),
  constraint payment_order_provider_check check (provider ~ '^[a-z]{2,16}$'),
  constraint payment_order_amount_fen_check check (amount_fen >= 0 and fee_fen >= 0 and paid_fen >= 0),
  constraint payment_order_refunded_fen_check
    check (refunded_fen >= 0 and refunding_fen >= 0 and refunded_fen::bigint + refunding_fen <= paid_fen),
  constraint payment_order_paid_check check ((paid_at is null) = (status in ('created', 'closed', 'failed'))),
  primary key (id) include (status, channel_id, product_id, collection_id, user_id)
) partition by range (id);
create index on payment_order (status, id) include (channel_id, product_id, collection_id);
create index on payment_order (channel_id, id) include (status, product_id, collection_id);
create index on payment_order (product_id, id) include (status, channel_id, collection_id);
create index on payment_order (collection_id, id) include (status, channel_id, product_id);
create index on payment_order (user_id, id);

-- What must be unique over all months. A channel's number names one order.
create table payment_number (
  channel_id bigint not null,
  channel_no text collate "C" not null,
  order_id bigint not null,
  primary key (channel_id, channel_no)
);
-- A payment at a provider, once, whoever reports it. `order`: it paid its order; `extra`: a second payment; `late`: a payment of an
-- order that is closed. The last two are in suspense until they are paid back.
create table payment_ref (
  provider text collate "C" not null,
  trade_no text collate "C" not null,
  order_id bigint not null,
  collection_id bigint not null,
  amount_fen integer not null,
  role text not null,
  paid_at timestamptz(3) not null,
  at timestamptz(3) not null default now(),
  primary key (provider, trade_no),
  constraint payment_ref_amount_fen_check check (amount_fen > 0),
  constraint payment_ref_role_check check (role in ('order', 'extra', 'late'))
);
create index payment_ref_order_id_idx on payment_ref (order_id);
create unique index payment_ref_order_key on payment_ref (order_id) where role = 'order';
-- For the reconciliation with a provider's bill of a day.
create index payment_ref_paid_at_idx on payment_ref (collection_id, paid_at);

-- A decision or a call about an order: which collection channel it gets, and each call to a provider. Its id is its time id.
create table payment_attempt (
  id bigint default time_id() primary key,
  order_id bigint not null,
  collection_id bigint references collection (id),
  refund_id bigint,
  took_ms integer,
  kind text not null,
  -- Null: under way.
  outcome text collate "C",
  -- What the provider said, without secrets.
  message text,
  -- Of a route: for each collection channel left out, an array of its id and why.
  why_not jsonb,
  constraint payment_attempt_kind_check check (kind in ('route', 'create', 'query', 'close', 'refund', 'queryRefund'))
) partition by range (id);
create index on payment_attempt (order_id, id);
create index on payment_attempt (collection_id, id);

-- What arrived at the address for callbacks. Its id is its time id. The body is sealed as it arrived, because it may name the payer.
create table payment_callback (
  id bigint default time_id() primary key,
  collection_id bigint not null references collection (id),
  -- Null: it names no order of ours.
  order_id bigint,
  verdict text not null,
  -- Why it is wrong, as a word of a fixed list.
  reason text collate "C",
  trade_no text collate "C",
  amount_fen bigint,
  ip text collate "C" not null,
  body_sealed bytea,
  constraint payment_callback_verdict_check check (verdict in ('believed', 'repeated', 'wrong')),
  constraint payment_callback_reason_check check ((verdict = 'wrong') = (reason is not null)),
  constraint payment_callback_reason_word_check check (reason in ('form', 'signature', 'key', 'stale', 'sealed', 'application',
    'amount', 'noCallback', 'order', 'currency', 'refund', 'tradeNo'))
) partition by range (id);
create index on payment_callback (order_id, id);
create index on payment_callback (collection_id, verdict, id);

insert into partitioned_table values ('payment_order', 'month', 3, null), ('payment_attempt', 'month', 3, 180),
  ('payment_callback', 'month', 3, 180);
select make_partitions('payment_order'), make_partitions('payment_attempt'), make_partitions('payment_callback');

-- A refund. Its number at the provider never changes, so asking again never pays back twice. `asked`: by a person; `extra` and
-- `late`: the payment of that role goes back.
create table payment_refund (
  id bigint generated always as identity primary key,
  order_id bigint not null references payment_order (id),
  collection_id bigint not null references collection (id),
  provider text collate "C" not null,
  -- The payment that is paid back.
  trade_no text collate "C" not null,
  refund_no text collate "C" not null generated always as ('R' || lpad(id::text, 10, '0')) stored,
  kind text not null,
  amount_fen integer not null,
  reason text not null default '',
  status text not null default 'waiting',
  -- Why the provider refused.
  message text,
  calls integer not null default 0,
  refunded_at timestamptz(3),
  -- Null: the service.
  created_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint payment_refund_provider_check check (provider ~ '^[a-z]{2,16}$'),
  constraint payment_refund_kind_check check (kind in ('asked', 'extra', 'late')),
  constraint payment_refund_amount_fen_check check (amount_fen > 0),
  -- `waiting`: to be asked at the provider; `pending`: the provider has it, or may have it; `refused`: a person must act.
  constraint payment_refund_status_check check (status in ('waiting', 'pending', 'refunded', 'refused')),
  constraint payment_refund_refunded_at_check check ((status = 'refunded') = (refunded_at is not null)),
  constraint payment_refund_refund_no_key unique (refund_no)
);
create index payment_refund_order_id_idx on payment_refund (order_id);
-- A payment that is not the order's goes back once.
create unique index payment_refund_trade_no_key on payment_refund (provider, trade_no) where kind in ('extra', 'late');
create index payment_refund_status_idx on payment_refund (status, id);
create index payment_refund_collection_id_idx on payment_refund (collection_id, refunded_at);
create index payment_refund_created_by_idx on payment_refund (created_by);
create index payment_refund_updated_by_idx on payment_refund (updated_by);

-- What a channel is told about an order, at its own address, until it takes it.
create table payment_notice (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  channel_id bigint not null references channel (id),
  event text not null,
  -- Of a refund: its id; otherwise 0.
  refund_id bigint not null default 0,
  status text not null default 'waiting',
  -- How often it was sent in this round, and each time: when, the status of the answer or why there was none, and how long it took.
  round integer not null default 0,
  tries jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint payment_notice_event_check check (event in ('paid', 'refunded', 'closed', 'failed')),
  constraint payment_notice_status_check check (status in ('waiting', 'taken', 'givenUp')),
  constraint payment_notice_key unique (order_id, event, refund_id)
);
create index payment_notice_channel_id_idx on payment_notice (channel_id, id);
create index payment_notice_status_idx on payment_notice (status, id);

-- Where the channel is told.
alter table channel add column notify_url text;

-- What the service has to do next about an order, a refund or a notice, claimed like `due_step`.
create table payment_due (
  kind text not null,
  ref_id bigint not null,
  due_at timestamptz(3) not null,
  -- The number of the claim; with another number the step belongs to somebody else.
  claims integer not null default 0,
  -- How often it was done.
  done integer not null default 0,
  primary key (kind, ref_id),
  constraint payment_due_kind_check check (kind in ('order', 'refund', 'notice'))
) with (fillfactor = 70);
create index payment_due_due_at_idx on payment_due (due_at);

-- How many of a product are taken by orders that are paid or can be paid: at most `stock` of the product, which counts all that may
-- be sold. Apart from the product, so that an order never changes what a person is editing.
create table product_sale (
  product_id bigint primary key references product (id) on delete cascade,
  taken integer not null default 0,
  constraint product_sale_taken_check check (taken >= 0)
) with (fillfactor = 70);
create table product_user (
  product_id bigint not null references product (id) on delete cascade,
  user_id bigint not null,
  taken integer not null default 0,
  primary key (product_id, user_id),
  constraint product_user_taken_check check (taken >= 0)
);

-- Kinds of transfers of orders, added to those that are there.
do $$
declare
  kinds text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'transfer'::regclass and conname = 'transfer_kind_check');
begin
  kinds := replace(kinds, '''reversal''::text',
    '''reversal''::text, ''payment''::text, ''paymentFee''::text, ''paymentRefund''::text, ''suspense''::text, ''suspenseBack''::text');
  alter table transfer drop constraint transfer_kind_check;
  execute 'alter table transfer add constraint transfer_kind_check ' || kinds;
end $$;

-- The deletion of a user: the address, what callbacks and providers say of the payer, and the reasons of refunds. Amounts and numbers
-- stay, because the books need them.
create function forget_payer() returns trigger language plpgsql as $$
declare
  orders bigint[] := array(select id from payment_order where user_id = new.id);
begin
  if orders <> '{}' then
    update payment_callback set body_sealed = null, ip = '' where order_id = any(orders) and (body_sealed is not null or ip <> '');
    update payment_attempt set message = null where order_id = any(orders) and message is not null;
    update payment_refund set reason = '', message = null where order_id = any(orders) and (reason <> '' or message is not null);
    update payment_order set ip = null, pay = null where id = any(orders) and num_nonnulls(ip, pay) > 0;
  end if;
  return null;
end $$;
create trigger user_payer_deleted after update of status on "user"
  for each row when (new.status = 'deleted' and old.status <> 'deleted') execute function forget_payer();

-- What arrives after the user was deleted is not kept. Triggers of partitioned tables are of a statement, because such a trigger sees
-- the rows of all partitions.
create function is_payer_deleted(of_order bigint) returns boolean language sql stable
  return exists (select from payment_order o join "user" u on u.id = o.user_id where o.id = of_order and u.status = 'deleted');
create function forget_late_callback() returns trigger language plpgsql as $$
declare
  late bigint[] := array(
    select a.id from added a where is_payer_deleted(a.order_id) and (a.body_sealed is not null or a.ip <> ''));
begin
  if late <> '{}' then
    update payment_callback set body_sealed = null, ip = '' where id = any(late);
  end if;
  return null;
end $$;
create trigger payment_callback_late_insert after insert on payment_callback
  referencing new table as added for each statement execute function forget_late_callback();
create function forget_late_payment_message() returns trigger language plpgsql as $$
declare
  late bigint[] := array(select a.id from added a where a.message is not null and is_payer_deleted(a.order_id));
begin
  if late <> '{}' then
    update payment_attempt set message = null where id = any(late);
  end if;
  return null;
end $$;
create trigger payment_attempt_late_insert after insert on payment_attempt
  referencing new table as added for each statement execute function forget_late_payment_message();
create trigger payment_attempt_late_update after update on payment_attempt
  referencing new table as added for each statement execute function forget_late_payment_message();
create function forget_late_refund() returns trigger language plpgsql as $$
begin
  if is_payer_deleted(new.order_id) then
    new.reason := '';
    new.message := null;
  end if;
  return new;
end $$;
create trigger payment_refund_late before insert or update of reason, message on payment_refund
  for each row when (new.reason <> '' or new.message is not null) execute function forget_late_refund();
