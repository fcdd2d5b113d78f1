-- The link pool: payment links that come in batches from files, and are given to orders one by one.

-- A product has a pool from its first link on. Its stock is then the number of its idle links.
alter table product
  -- The idle links, as last summed; see `pool_link_count`. Null: it has no pool.
  add column pool_idle integer,
  -- When it was told that few links are idle; null: enough are.
  add column pool_low_at timestamptz(3),
  add constraint product_pool_idle_check check (pool_idle is null or (pool_idle >= 0 and stock is null));
create index product_pool_idle_idx on product (id) include (pool_idle) where pool_idle is not null;
drop index product_stock_idx;
create index product_stock_idx on product (coalesce(pool_idle, stock, 2147483647), id) include (flow, status, kind, org_id, name);
select watch_choices('product', 'name');
select watch_choices('collection', 'name');

-- The links of one import, and how many of them are in each state, as last summed.
create table pool_batch (
  id bigint generated always as identity primary key,
  -- No foreign key: imports are deleted sooner.
  import_id bigint not null,
  file_name text not null,
  idle integer not null default 0,
  assigned integer not null default 0,
  used integer not null default 0,
  expired integer not null default 0,
  void integer not null default 0,
  created_by bigint references admin (id),
  created_at timestamptz(3) not null default now(),
  constraint pool_batch_import_id_key unique (import_id)
);
create index pool_batch_created_at_idx on pool_batch (created_at, id);
create index pool_batch_created_by_idx on pool_batch (created_by);

create table pool_link (
  id bigint generated always as identity primary key,
  -- In its normal form, ASCII only.
  url text collate "C" not null,
  product_id bigint not null references product (id),
  -- Null: any collection channel of the kind `pool`.
  collection_id bigint references collection (id),
  amount_fen integer not null,
  expires_at timestamptz(3),
  -- When it expires, while that has not acted yet.
  acts_at timestamptz(3),
  batch_id bigint not null references pool_batch (id),
  status text not null default 'idle',
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- A link is in the pool once, also after it was voided or used.
  constraint pool_link_url_key unique (url),
  constraint pool_link_url_check check (octet_length(url) between 1 and 1000),
  constraint pool_link_amount_fen_check check (amount_fen > 0),
  constraint pool_link_status_check check (status in ('idle', 'assigned', 'used', 'expired', 'void'))
);
-- The links of an order to choose from, the oldest first. A comparison with null would not keep that order, so 0 stands for it.
create index pool_link_idle_idx on pool_link (product_id, amount_fen, coalesce(collection_id, 0), id) where status = 'idle';
create index pool_link_acts_at_idx on pool_link (acts_at, id) where acts_at is not null;
create index pool_link_created_at_idx on pool_link (created_at, id) include (status, product_id, collection_id, batch_id);
create index pool_link_expires_at_idx on pool_link (coalesce(expires_at, 'infinity'), id)
  include (status, product_id, collection_id, batch_id);
create index pool_link_status_idx on pool_link (status, created_at, id) include (product_id, collection_id, batch_id);
create index pool_link_product_id_idx on pool_link (product_id, created_at, id) include (status, collection_id, batch_id);
create index pool_link_collection_id_idx on pool_link (collection_id, created_at, id) include (status, product_id, batch_id);
create index pool_link_batch_id_idx on pool_link (batch_id, created_at, id) include (status, product_id, collection_id);
create index pool_link_updated_by_idx on pool_link (updated_by);

-- Which orders had which links. An order has one link, and a link one order at a time; the indexes say so.
create table pool_assignment (
  -- No foreign key: an order is in a partition of its month.
  order_id bigint primary key,
  link_id bigint not null references pool_link (id),
  at timestamptz(3) not null default now(),
  -- When the link was given back; null: it is the order's.
  ended_at timestamptz(3)
);
create unique index pool_assignment_link_id_key on pool_assignment (link_id) where ended_at is null;
create index pool_assignment_link_id_idx on pool_assignment (link_id, at);

-- What changed in the numbers of links since they were last summed. Rows are only added, so that two orders never wait for each
-- other; a job adds them to the batch and to the stock of the product, and deletes them. Both together are exact at any time.
create table pool_link_count (
  id bigint generated always as identity primary key,
  batch_id bigint not null,
  product_id bigint not null,
  status text collate "C" not null,
  step integer not null
);
create index pool_link_count_product_id_idx on pool_link_count (product_id, status) include (step);
create index pool_link_count_batch_id_idx on pool_link_count (batch_id, status) include (step);

create function count_pool_links() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- From its first link on, only idle links are stock.
    update product p set pool_idle = 0, stock = null
      where p.pool_idle is null and p.id in (select product_id from added);
    insert into pool_link_count (batch_id, product_id, status, step)
      select batch_id, product_id, status, count(*) from added group by batch_id, product_id, status;
  else
    insert into pool_link_count (batch_id, product_id, status, step)
      select batch_id, product_id, status, sum(step)
      from (select batch_id, product_id, status, 1 as step from added
        union all select batch_id, product_id, status, -1 from gone) steps
      group by batch_id, product_id, status having sum(step) <> 0;
  end if;
  return null;
end $$;
create trigger pool_link_count_added after insert on pool_link
  referencing new table as added for each statement execute function count_pool_links();
create trigger pool_link_count_changed after update on pool_link
  referencing old table as gone new table as added for each statement execute function count_pool_links();

-- What is left of a product: its idle links at this moment if it has a pool, otherwise its own stock.
create function stock_of(of product) returns integer language sql stable as $$
  select case when of.pool_idle is null then of.stock else of.pool_idle
    + coalesce((select sum(c.step) from pool_link_count c where c.product_id = of.id and c.status = 'idle'), 0)::integer end
$$;
