-- Visits and registrations of a channel on a day are compared with the figures by their numbers, not by amounts.
alter table difference
  add column ours_count bigint,
  add column theirs_count bigint,
  drop constraint difference_item_check,
  add constraint difference_item_check
    check (item in ('payment', 'refund', 'push', 'charge', 'payback', 'cost', 'hold', 'order', 'visit', 'registration')),
  add constraint difference_ours_count_check
    check ((item in ('visit', 'registration')) = (ours_count is not null and theirs_count is not null));

-- The moves of one day.
create index user_move_at_idx on user_move (at) include (user_id, to_channel_id);

-- Since when a refund is asked for at its provider: a person decides about one that is never answered.
alter table payment_refund add column asked_at timestamptz(3) not null default now();
update payment_refund set asked_at = created_at;
