-- People whom the company already has: imported, not registered through a channel.
alter table "user" add column source text not null default 'channel';
alter table "user" add constraint user_source_check check (source in ('channel', 'import'));
comment on column "user".source is 'a word of a fixed list, or a code';
create index user_imported_idx on "user" (created_at, id) include (status, risk_level, flow, channel_id, city_code) where source = 'import';

-- A push plan that was made before them sends none of them.
alter table push_plan add column sources text[] not null default '{channel}';
alter table push_plan add constraint push_plan_sources_check check (sources <@ array['channel', 'import'] and sources <> '{}');
comment on column push_plan.sources is 'a word of a fixed list, or a code';

create table user_consent (
  user_id bigint primary key references "user" (id),
  import_id bigint not null,
  -- What the person consented to, and when.
  text text not null,
  given_at timestamptz(3) not null
);
comment on table user_consent is 'What imported users consented to, until they are deleted.';
comment on column user_consent.text is 'deleted with the user';
create function forget_user_consent() returns trigger language plpgsql as $$
begin
  delete from user_consent where user_id = new.id;
  return null;
end $$;
create trigger user_deleted_user_consent after update of status on "user" for each row
  when (new.status = 'deleted' and old.status <> 'deleted') execute function forget_user_consent();

-- An imported user is a fact of the kind `imported` on the day of the import, and no registration or profile of the channel.
alter table fact drop constraint fact_kind_check;
alter table fact add constraint fact_kind_check check (kind in ('registration', 'imported', 'profile', 'match', 'matched', 'push',
  'accepted', 'rejected', 'duplicate', 'failed', 'return', 'login', 'order', 'error', 'paid', 'refund', 'charge', 'chargeBack', 'cost',
  'costBack', 'active'));
alter table roll_up add column imported_users bigint not null default 0;
alter table roll_up_hour add column imported_users bigint not null default 0;

create or replace function note_user_facts() returns trigger language plpgsql as $$
begin
  insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, fen, fee_fen, day, came, city_code, kind, flow)
    select time_id(i.at), q.user_id, q.user_id, coalesce(q.channel_id, 0), 0, 0, 0, 0, 0, d.day, coalesce(least(d.day, came.day), d.day),
      city_number(q.city_code), q.kind, coalesce(q.flow, '')
    from (
      select e.kind, e.at, case when u.source = 'import' then now() else u.created_at end as came_at, u.id as user_id, u.channel_id,
        u.city_code, u.flow
      from added u cross join lateral (values
        (case when u.source = 'import' then 'imported' else 'registration' end,
          case when u.source = 'import' then now() else u.created_at end),
        ('profile', case when u.source = 'import' then null else u.profiled_at end)) e (kind, at)
      where e.at is not null) q
      cross join lateral (select least(q.at, now()) as at) i
      cross join lateral (
        select business_day(i.at, c.time_zone, c.day_starts_at) as day from business_clock c
        where c.from_at <= i.at order by c.from_at desc limit 1) d
      left join lateral (
        select business_day(q.came_at, c.time_zone, c.day_starts_at) as day from business_clock c
        where c.from_at <= q.came_at order by c.from_at desc limit 1) came on true;
  return null;
end $$;
drop trigger user_profiled on "user";
create trigger user_profiled after update of profiled_at on "user" for each row
  when (old.profiled_at is null and new.profiled_at is not null and new.source <> 'import')
  execute function note_user_change('profile');

create or replace view reporting.figures_by_day as
select way, grain, day, late as is_late, flow, channel_id, org_id, plan_id, product_id, city_code,
  visits, uv, registrations, profiles, matches, matched_users, pushes, accepted, rejected, duplicates, failed, returns, logins, active_users,
  orders, paid_orders, refunds, errors, charged_fen, charged_back_fen, cost_fen, cost_back_fen, paid_fen, refunded_fen,
  imported_users
from public.roll_up;
create or replace view reporting.figures_by_hour as
select grain, hour, flow, channel_id, org_id, plan_id, product_id, city_code,
  visits, uv, registrations, profiles, matches, matched_users, pushes, accepted, rejected, duplicates, failed, returns, logins, active_users,
  orders, paid_orders, refunds, errors, charged_fen, charged_back_fen, cost_fen, cost_back_fen, paid_fen, refunded_fen,
  imported_users
from public.roll_up_hour;
