-- `ask`: a person wants to know how an order stands at its provider.
alter table payment_due drop constraint payment_due_kind_check;
alter table payment_due add constraint payment_due_kind_check check (kind in ('order', 'refund', 'notice', 'ask'));
-- Steps of an act on many orders come due one after another.
alter table payment_due add column in_turn boolean not null default false;
create index payment_due_in_turn_idx on payment_due (kind, due_at) where in_turn and claims = 0;

-- An order that a late payment has opened again has its link.
update payment_order o set pool_link_id = a.link_id from pool_assignment a
where a.order_id = o.id and a.ended_at is null and o.pool_link_id is null and o.provider = 'pool'
  and o.status in ('paid', 'refunding', 'refunded');
