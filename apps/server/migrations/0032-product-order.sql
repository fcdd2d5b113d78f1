-- The order of products, in which one can be moved between any two others by changing one row. The whole part of `place` is the
-- number that a person enters; the fraction orders the products with the same number, a new one after all others.
create sequence product_place_seq;
drop index product_sort_idx, product_org_id_idx, product_status_idx;
alter table product add column place numeric;
update product set place = sort + id * 1e-12;
select setval('product_place_seq', (select coalesce(max(id), 0) + 1 from product));
alter table product drop column sort;
alter table product
  alter column place set not null,
  alter column place set default nextval('product_place_seq') * 1e-12,
  add constraint product_place_check check (place >= -1000000 and place < 1000001),
  add column sort integer not null generated always as (floor(place)::integer) stored;
create index product_place_idx on product (place, id) include (flow, status, kind, org_id, name);
create index product_org_id_idx on product (org_id, place, id) include (flow, status, kind, name);
create index product_status_idx on product (status, place, id) include (flow, kind, org_id, name);

-- Details are rich text now; each line of an existing one becomes a paragraph.
update product set detail = case when btrim(detail, E' \t\r\n') = '' then '' else
  '<p>' || regexp_replace(
    replace(replace(btrim(detail, E' \t\r\n'), '&', '&#x26;'), '<', '&#x3C;'),
    E'[ \t\r]*\n\\s*', '</p><p>', 'g') || '</p>' end
where detail <> '';
