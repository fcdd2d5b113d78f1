-- What the open API will check of a channel's requests: where they come from, and how many there are.

alter table channel
  -- Addresses and networks in their normal form; none: requests may come from anywhere.
  add column allowed_ips text[] not null default '{}',
  -- Null: the limit of the service.
  add column calls_per_second integer,
  add constraint channel_allowed_ips_check check (cardinality(allowed_ips) <= 100),
  add constraint channel_calls_per_second_check check (calls_per_second between 1 and 1000);
