-- Calls that add leads or feedback are counted by channel and business day, as registrations and checks are.
alter table open_day_use drop constraint open_day_use_use_check,
  add constraint open_day_use_use_check check (use in ('register', 'check', 'lead', 'feedback'));
