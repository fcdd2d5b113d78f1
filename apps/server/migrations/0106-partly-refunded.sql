-- Orders that are paid back in part are a list of their own among the paid ones, and few.
create index payment_order_partly_refunded_idx on payment_order (id) where status = 'paid' and refunded_fen > 0;
