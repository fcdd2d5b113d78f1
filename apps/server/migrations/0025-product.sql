-- Products: the card packages, coupons and cards that a person can open, receive or buy.

-- A product and its organisation have the same flow.
alter table org add constraint org_id_flow_key unique (id, flow);

create table product (
  id bigint generated always as identity primary key,
  name text not null,
  kind text not null,
  flow text not null,
  -- Null: a product of our own.
  org_id bigint,
  cover_file_id bigint references file (id),
  summary text not null default '',
  detail text not null default '',
  face_fen integer not null,
  price_fen integer not null,
  valid_days integer not null,
  -- Null: unlimited.
  stock integer,
  per_user_limit integer,
  -- The page of the partner; only the flows of a joint login have one.
  target_url text,
  sort integer not null default 0,
  on_sale_from timestamptz(3),
  on_sale_to timestamptz(3),
  -- The next instant at which one of the two dates acts; null if none is due.
  acts_at timestamptz(3),
  status text not null default 'draft',
  remark text not null default '',
  created_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint product_org_id_fkey foreign key (org_id, flow) references org (id, flow),
  constraint product_name_key unique nulls not distinct (flow, org_id, name),
  constraint product_kind_check check (kind in ('package', 'coupon', 'card')),
  constraint product_flow_check check (flow in ('full', 'half', 'uv', 'city')),
  constraint product_face_fen_check check (face_fen >= 0),
  constraint product_price_fen_check check (price_fen >= 0),
  constraint product_valid_days_check check (valid_days > 0),
  constraint product_stock_check check (stock >= 0),
  constraint product_per_user_limit_check check (per_user_limit > 0),
  constraint product_target_check check ((flow in ('uv', 'city')) = (target_url is not null)),
  constraint product_on_sale_to_check check (on_sale_to > on_sale_from),
  constraint product_status_check check (status in ('draft', 'onSale', 'offSale'))
);
-- One for each order of the lists, with the filters, so that a page and its count read the index only.
create index product_sort_idx on product (sort, id) include (flow, status, kind, org_id, name);
create index product_created_at_idx on product (created_at, id) include (flow, status, kind, org_id, name);
create index product_updated_at_idx on product (updated_at, id) include (flow, status, kind, org_id, name);
create index product_face_fen_idx on product (face_fen, id) include (flow, status, kind, org_id, name);
create index product_price_fen_idx on product (price_fen, id) include (flow, status, kind, org_id, name);
create index product_valid_days_idx on product (valid_days, id) include (flow, status, kind, org_id, name);
-- Unlimited stock sorts after all numbers, a missing date after all dates.
create index product_stock_idx on product (coalesce(stock, 2147483647), id) include (flow, status, kind, org_id, name);
create index product_on_sale_to_idx on product (coalesce(on_sale_to, 'infinity'), id) include (flow, status, kind, org_id, name);
create index product_org_id_idx on product (org_id, sort, id) include (flow, status, kind, name);
create index product_status_idx on product (status, sort, id) include (flow, kind, org_id, name);
create index product_acts_at_idx on product (acts_at) where acts_at is not null;

-- How many rows of other tables refer to a row and would not be deleted with it: at most `most` for each foreign key. A new table
-- that refers to the row needs no line here. 'a' is no action, 'r' is restrict.
create function references_to(row_table regclass, row_id bigint, most integer) returns integer language plpgsql stable as $$
declare
  referring record;
  few integer;
  total integer := 0;
begin
  for referring in
    select distinct c.conrelid::regclass as from_table, own.attname as from_column
    from pg_constraint c
    cross join generate_subscripts(c.conkey, 1) place
    join pg_attribute own on own.attrelid = c.conrelid and own.attnum = c.conkey[place]
    join pg_attribute theirs
      on theirs.attrelid = c.confrelid and theirs.attnum = c.confkey[place] and theirs.attname = 'id'
    where c.contype = 'f' and c.confrelid = row_table and c.confdeltype in ('a', 'r')
  loop
    execute format(
      'select count(*)::int from (select from %s r where r.%I = $1 limit $2) counted',
      referring.from_table, referring.from_column
    ) into few using row_id, most;
    total := total + few;
  end loop;
  return total;
end $$;
