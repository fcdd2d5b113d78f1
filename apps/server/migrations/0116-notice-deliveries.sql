-- A notice to a channel is sent by a delivery, under the number of the notice. Its own `round` and `tries` are those of older instances, which
-- may run beside this version; the tries of the delivery follow them.
alter table payment_notice add column delivery_id bigint;
comment on column payment_notice.delivery_id is 'the delivery that tells it, which is dropped earlier; null: it was told by a step of payments';
