-- Stores the judgment of people who were screened, each of whom is on the way with the step that the caller holds: the risk level, the
-- next step with a new lease, and the line of the timeline. Nobody on the blacklist goes on.
-- `people`: [{ user, claims, level, known }], `level` null for the blacklist, `known` false for a user who is deleted.
-- Rows are locked in one order, users before steps. Unless `waits`, a user whose row somebody else changes at this moment is `busy`, and
-- nothing is stored of that person; so no two calls wait for each other in a circle.
-- Answers for each person whose step is still held: `match` or `check` with the number of the new claim, `ended`, or `busy`.
create function store_screened(people jsonb, took_ms integer, lease interval, waits boolean)
  returns table (user_id bigint, outcome text, claims integer)
  language plpgsql
as $$
#variable_conflict use_column
declare
  -- Steps are found by an array: a join would be planned by the statistics of a table that is empty at quiet times.
  everybody bigint[] := array(select p."user" from jsonb_to_recordset(people) as p ("user" bigint));
  free bigint[] := array(
    select p."user" from jsonb_to_recordset(people) as p ("user" bigint, level text) where p.level is not null order by 1);
  locked bigint[];
begin
  if waits then
    locked := array(select u.id from "user" u where u.id = any(free) order by u.id for no key update);
  else
    locked := array(select u.id from "user" u where u.id = any(free) order by u.id for no key update skip locked);
  end if;
  perform from due_step d where d.user_id = any(everybody) order by d.user_id for update;
  return query
    with judged as materialized (
      select p."user" as id, p.claims, p.level, p.known, not waits and p.level is not null and p."user" <> all(locked) as is_busy
      from jsonb_to_recordset(people) as p ("user" bigint, claims integer, level text, known boolean)
    ), levels as (
      update "user" u set risk_level = j.level, risk_checked_at = now() from judged j
      where u.id = j.id and u.id = any(locked) and u.status <> 'deleted'
      returning u.id, case when u.flow = 'half' then 'check' when u.flow = 'full' and u.profiled_at is not null then 'match' end as next
    ), advanced as (
      update due_step d set kind = l.next, push_id = null, state = '{}', claims = d.claims + 1, due_at = now() + lease
      from judged j join levels l using (id)
      where d.user_id = any(everybody) and d.user_id = j.id and d.claims = j.claims and l.next is not null
      returning d.user_id, d.kind, d.claims
    ), ended as (
      delete from due_step d using judged j left join levels l using (id)
      where d.user_id = any(everybody) and d.user_id = j.id and d.claims = j.claims and l.next is null and not j.is_busy
      returning d.user_id
    ), done as (
      select a.user_id, a.kind as outcome, a.claims from advanced a union all select e.user_id, 'ended', 0 from ended e
    ), noted as (
      insert into step_taken (user_id, kind, ms, result)
      select d.user_id, 'screen', took_ms, coalesce(j.level, 'blacklisted') from done d join judged j on j.id = d.user_id
      where j.known order by d.user_id
    )
    select * from done union all select j.id, 'busy', 0 from judged j where j.is_busy;
end $$;
