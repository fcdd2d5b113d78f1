-- The leads that wait in a pool are counted by stage from the index alone.
drop index clue_waiting_idx;
create index clue_waiting_idx on clue (pool_id, arrived_at, id) include (rest_until, source, city_code, stage)
  where salesman_id is null and closed_at is null;
