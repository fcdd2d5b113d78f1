-- Stores whom people of the half flow are asked about, for many people at once, each of whom is on the way with the step that the caller
-- holds: a push with the stage `check` for each plan, the run of the match, and the next step with a new lease. Whoever has no plan is at
-- the end of the way, with a line of the timeline. No cap, no price and no pair of person and organization is claimed.
-- `wanted`: [{ user, claims, state, channel, city, flow, plans: [{ plan, org, price, lowest, highest, dedupe }], run, ms }], the plans in
-- the order of their worth, `run` the columns of the run.
-- Rows are locked in one order for all callers: users, steps.
-- Answers for each person who is not deleted and whose step is still held: the pushes in the order of the plans, and the number of the new claim; null if the
-- way is at its end.
create function choose_checks(wanted jsonb, lease interval)
  returns table (user_id bigint, claims integer, pushes bigint[])
  language plpgsql
as $$
#variable_conflict use_column
begin
  -- As the pushes name them.
  perform from "user" u where u.id in (select r."user" from jsonb_to_recordset(wanted) as r ("user" bigint))
    order by u.id for key share;
  return query
    with held as materialized (
      select r.* from due_step d join jsonb_to_recordset(wanted) as r ("user" bigint, claims integer, state jsonb, channel bigint,
          city text, flow text, plans jsonb, run jsonb, ms integer)
        on d.user_id = r."user" and d.claims = r.claims
        join "user" u on u.id = r."user" and u.status <> 'deleted'
      order by d.user_id for update of d
    ), numbered as materialized (
      select h.*, time_id() as run_id from held h
    ), chosen as materialized (
      select p.*, time_id() as push_id
      from (
        select n."user", n.channel, n.city, n.flow, n.run_id, p.*
        from numbered n cross join lateral rows from (jsonb_to_recordset(n.plans) as (plan bigint, org bigint, price integer,
          lowest integer, highest integer, dedupe integer)) with ordinality p (plan, org, price, lowest, highest, dedupe, nth)
        order by n.run_id, p.nth
      ) p
    ), added as (
      insert into push_record (id, user_id, channel_id, plan_id, org_id, match_run_id, price_fen, price_min_fen, price_max_fen,
        dedupe_days, flow, city_code, stage)
      select c.push_id, c."user", c.channel, c.plan, c.org, c.run_id, c.price, c.lowest, c.highest, c.dedupe, c.flow, c.city, 'check'
      from chosen c order by c.push_id
    ), asked as materialized (
      select c."user", array_agg(c.push_id order by c.push_id) as pushes from chosen c group by c."user"
    ), advanced as (
      update due_step d set kind = 'check', push_id = null, state = n.state || jsonb_build_object('checks', to_jsonb(a.pushes::text[])),
        due_at = now() + lease, claims = d.claims + 1, waits_for = null, wakes = false
      from numbered n join asked a using ("user") where d.user_id = n."user" returning d.user_id, d.claims
    ), ended as (
      delete from due_step d using numbered n where d.user_id = n."user" and n.plans = '[]'
    ), runs as (
      insert into match_run (id, user_id, plan_id, flow, why_not, ranked_plan_ids, ranked_price_fen, ranked_rate_bp, snapshot_id,
        reasons, later, facts, seen, ranked)
      select n.run_id, n."user", null, n.flow, r."whyNot"::jsonb, r."rankedPlanIds", r."rankedPriceFen", r."rankedRateBp",
        r."snapshotId", r.reasons, r.later, r.facts::jsonb, r.seen::jsonb, r.ranked
      from numbered n cross join lateral jsonb_to_record(n.run) as r ("whyNot" text, "rankedPlanIds" bigint[],
        "rankedPriceFen" integer[], "rankedRateBp" smallint[], "snapshotId" bigint, reasons bytea, later bytea, facts text, seen text,
        ranked bytea)
      order by n.run_id
    ), noted as (
      insert into step_taken (user_id, kind, ms, result)
      select n."user", 'check', n.ms, '0' from numbered n where n.plans = '[]' order by n."user"
    )
    select n."user", v.claims, a.pushes from numbered n left join asked a using ("user") left join advanced v on v.user_id = n."user";
end $$;

-- Ends the way of people about whom all organizations have been asked: whoever has an offer is matched, and the timeline has a line.
-- `wanted`: [{ user, claims, checks, ms }], `checks` the pushes that were stored for the person.
-- Rows are locked in one order for all callers: users, steps.
-- Answers for each person whose step was still held: how many offers there are.
create function end_checks(wanted jsonb) returns table (user_id bigint, offers integer) language plpgsql as $$
#variable_conflict use_column
declare
  offered bigint[] := array(
    select r."user" from jsonb_to_recordset(wanted) as r ("user" bigint, checks bigint[])
    where exists (select from push_record p where p.id = any(r.checks) and p.stage <> 'check') order by 1);
begin
  perform from "user" u where u.id = any(offered) order by u.id for no key update;
  update "user" u set status = 'matched' where u.id = any(offered) and u.status in ('registered', 'profiled');
  perform from due_step d join jsonb_to_recordset(wanted) as r ("user" bigint, claims integer)
    on d.user_id = r."user" and d.claims = r.claims order by d.user_id for update of d;
  return query
    with ended as (
      delete from due_step d using jsonb_to_recordset(wanted) as r ("user" bigint, claims integer)
      where d.user_id = r."user" and d.claims = r.claims returning d.user_id
    ), counted as materialized (
      select e.user_id, r.ms, (select count(*) from push_record p where p.id = any(r.checks) and p.stage <> 'check')::integer as offers
      from ended e join jsonb_to_recordset(wanted) as r ("user" bigint, checks bigint[], ms integer) on r."user" = e.user_id
    ), noted as (
      insert into step_taken (user_id, kind, ms, result)
      select c.user_id, 'check', c.ms, c.offers::text from counted c order by c.user_id
    )
    select c.user_id, c.offers from counted c;
end $$;
