-- The number of a refund at the provider begins with its time, like that of an order: some providers want the time of a request, and
-- read it from the number.
alter table payment_refund drop column refund_no;
alter table payment_refund
  add column refund_no text collate "C" not null generated always as ((time_id_at(created_at) + id % 4194304)::text) stored,
  add constraint payment_refund_refund_no_key unique (refund_no);
