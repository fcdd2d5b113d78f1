-- Products, plans and push plans found by a part of their name, as channels and organisations are.
alter table product add column name_pairs text[] collate "C" not null generated always as (text_pairs(name)) stored;
create index product_name_pairs_idx on product using gin (name_pairs);
alter table plan add column name_pairs text[] collate "C" not null generated always as (text_pairs(name)) stored;
create index plan_name_pairs_idx on plan using gin (name_pairs);
alter table push_plan add column name_pairs text[] collate "C" not null generated always as (text_pairs(name)) stored;
create index push_plan_name_pairs_idx on push_plan using gin (name_pairs);
-- The push plans of a caller who sees only what the caller added.
create index push_plan_created_by_idx on push_plan (created_by, created_at, id);
