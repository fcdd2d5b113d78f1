-- A payment in suspense that names no order of ours can be paid back by its provider too. Such a refund has no order; its number at
-- the provider is that of the payment in suspense, and so are its calls.
alter table payment_refund alter column order_id drop not null;
alter table payment_refund add constraint payment_refund_order_check check (order_id is not null or kind = 'suspense');
alter table payment_attempt alter column order_id drop not null;
alter table payment_attempt add constraint payment_attempt_order_check check (order_id is not null or refund_id is not null);
