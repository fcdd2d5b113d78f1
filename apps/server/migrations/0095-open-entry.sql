-- Uses up the nonces of requests and claims their idempotency keys, in the caller's transaction: what the caller would do by four
-- statements. Each array has a value for each request; the key, the hash and the claim of a request without a key are null. No two
-- requests have the same nonce of a key. All callers lock rows in the same order.
-- fresh: the places of the requests whose nonce is used now and was not used within nonce_seconds.
-- claimed: of these, the places of those whose key is claimed now; of several requests with one key only the first.
create function enter_open_calls(key_ids bigint[], nonces text[], signed_at bigint[], keys text[], hashes bytea[], claims uuid[],
  nonce_seconds int, claim_seconds int, kept_hours int, midnight_minutes int, out fresh int[], out claimed int[])
language plpgsql as $$
declare
  days_id bigint[];
begin
  with given as (
    select g.key_id, g.nonce, g.nth, to_timestamp(g.at) as at, date_trunc('hour', to_timestamp(g.at)) as hour,
      g.at % 3600 <= nonce_seconds or g.at % 3600 >= 3600 - nonce_seconds as is_near
    from unnest(key_ids, nonces, signed_at) with ordinality g (key_id, nonce, at, nth)
  ), used as (
    insert into open_nonce as t (id, api_key_id, nonce, at)
    select time_id_at(g.hour), g.key_id, g.nonce, g.at from given g
    -- The nonce could have been used within the hour before or after.
    where not g.is_near or not exists (select from open_nonce o where o.api_key_id = g.key_id and o.nonce = g.nonce
      and o.id in (time_id_at(g.hour - interval '1 hour'), time_id_at(g.hour + interval '1 hour'))
      and abs(extract(epoch from o.at - g.at)) <= nonce_seconds)
    order by g.key_id, g.nonce
    on conflict (api_key_id, nonce, id) do update set at = excluded.at
      where abs(extract(epoch from excluded.at - t.at)) > nonce_seconds
    returning t.api_key_id, t.nonce
  )
  select coalesce(array_agg(g.nth::int), '{}') into fresh
    from given g join used u on u.api_key_id = g.key_id and u.nonce = g.nonce;

  claimed := '{}';
  if fresh = '{}' or array_remove(keys, null) = '{}' then
    return;
  end if;
  -- Around midnight a key could be claimed on both days.
  if (now() at time zone 'UTC')::time not between make_time(0, midnight_minutes, 0) and make_time(23, 60 - midnight_minutes, 0) then
    perform pg_advisory_xact_lock(h.hash) from (
      select distinct hashtextextended(g.key_id || ' ' || g.key, 35) as hash
      from unnest(key_ids, keys) with ordinality g (key_id, key, nth) where g.nth = any(fresh) and g.key is not null order by 1) h;
  end if;
  -- A statement after the lock, which sees what was committed meanwhile.
  select array_agg(time_id_at((date_trunc('day', now() at time zone 'UTC') + make_interval(days => d)) at time zone 'UTC') order by d)
    into days_id from generate_series(-1, 1) d;
  with given as (
    select distinct on (g.key_id, g.key) g.*
    from unnest(key_ids, keys, hashes, claims) with ordinality g (key_id, key, hash, claim, nth)
    where g.nth = any(fresh) and g.key is not null order by g.key_id, g.key, g.nth
  ), made as (
    insert into open_answer (id, api_key_id, key, request_hash, claim, claimed_until)
    select days_id[2], g.key_id, g.key, g.hash, g.claim, now() + make_interval(secs => claim_seconds) from given g
    where not exists (select from open_answer y where y.id in (days_id[1], days_id[3]) and y.api_key_id = g.key_id and y.key = g.key
      and y.created_at > now() - make_interval(hours => kept_hours))
    order by g.key_id, g.key
    on conflict (api_key_id, key, id) do nothing
    returning api_key_id, key
  )
  select coalesce(array_agg(g.nth::int), '{}') into claimed
    from given g join made m on m.api_key_id = g.key_id and m.key = g.key;
end $$;

-- Stores the answers of requests that claimed their key, in the caller's transaction. @returns how many were stored; fewer than given
-- if a claim was taken over
create function store_open_answers(key_ids bigint[], keys text[], claims uuid[], answers bytea[]) returns int language plpgsql as $$
declare
  days_id bigint[];
  stored int;
begin
  select array_agg(time_id_at((date_trunc('day', now() at time zone 'UTC') + make_interval(days => d)) at time zone 'UTC') order by d)
    into days_id from generate_series(-1, 1) d;
  update open_answer t set answer_sealed = g.answer from unnest(key_ids, keys, claims, answers) g (key_id, key, claim, answer)
    where t.api_key_id = g.key_id and t.key = g.key and t.claim = g.claim and t.answer_sealed is null and t.id = any(days_id);
  get diagnostics stored = row_count;
  return stored;
end $$;
