create schema reporting;
comment on schema reporting is
  'Version 1. What other tools may read: views whose names and columns stay. Nothing in them names a person. See docs/reporting.md.';

create view reporting.figures_by_day as
select way, grain, day, late as is_late, flow, channel_id, org_id, plan_id, product_id, city_code,
  visits, uv, registrations, profiles, matches, matched_users, pushes, accepted, rejected, duplicates, failed, returns, logins, active_users,
  orders, paid_orders, refunds, errors, charged_fen, charged_back_fen, cost_fen, cost_back_fen, paid_fen, refunded_fen
from public.roll_up;
comment on view reporting.figures_by_day is
  'The figures of the reports, added up for a day. Each thing is in every grain: choose one grain and one way, and add up within them.';
comment on column reporting.figures_by_day.way is
  'day: under the day on which it happened; came: under the day on which its person came.';
comment on column reporting.figures_by_day.grain is
  'What the row still tells apart: all, channel, org, product, city, or full, which tells everything apart and counts no visitors.';
comment on column reporting.figures_by_day.is_late is
  'With the way came: it happened after the day on which the person came.';
comment on column reporting.figures_by_day.channel_id is '0: of none, or not told apart in this grain; so is every id here.';
comment on column reporting.figures_by_day.uv is
  'Visitors, each once for a day within what the grain tells apart: not to be added up over rows that tell more apart.';

create view reporting.figures_by_hour as
select grain, hour, flow, channel_id, org_id, plan_id, product_id, city_code,
  visits, uv, registrations, profiles, matches, matched_users, pushes, accepted, rejected, duplicates, failed, returns, logins, active_users,
  orders, paid_orders, refunds, errors, charged_fen, charged_back_fen, cost_fen, cost_back_fen, paid_fen, refunded_fen
from public.roll_up_hour;
comment on view reporting.figures_by_hour is
  'The same by the hour in which it happened, for as long as hours are kept. A visitor of a day counts in the hour of the first visit.';

create view reporting.fact as
select id, time_of_id(id) as at, kind, day, came as came_day, flow, user_id, channel_id, org_id, plan_id, product_id, city_code, ref_id,
  fen, fee_fen
from public.fact;
comment on view reporting.fact is 'Each thing that happened, once. The figures are their numbers and sums.';
comment on column reporting.fact.came_day is 'The business day on which its person came.';
comment on column reporting.fact.ref_id is
  'The record that it is about, by kind: the user, the push, the order, the refund, or the transfer.';
comment on column reporting.fact.fen is 'The amount in fen, never negative; the kind says which way it goes.';

create view reporting.visit as
select id, time_of_id(id) as at, channel_id, coalesce(product_id, 0) as product_id, coalesce(city_code, 0) as city_code
from public.visit;
comment on view reporting.visit is 'Each visit, for as long as visits are kept.';

create view reporting.channel as
select id, code, name, flow, settlement, price_fen, share_bp, deduction_bp, daily_cap, status, created_at, updated_at
from public.channel;
comment on view reporting.channel is 'The channels that bring people, without their contacts.';

create view reporting.org as
select id, code, name, short_name, flow, city_codes, alert_fen, status, created_at, updated_at from public.org;
comment on view reporting.org is 'The organizations that receive people and pay for them, without their contacts.';

create view reporting.plan as
select id, org_id, name, flow, price_fen, price_min_fen, price_max_fen, city_codes, age_from, age_to, gender, income_bands, credit_bands,
  house, car, social_insurance, housing_fund, hourly_cap, daily_cap, monthly_cap, total_cap, daily_budget_fen, dedupe_days, return_days,
  priority, starts_on, ends_on, status, created_at, updated_at
from public.plan;
comment on view reporting.plan is 'The plans by which organizations receive people.';

create view reporting.product as
select id, name, kind, flow, org_id, face_fen, price_fen, valid_days, status, created_at, updated_at from public.product;
comment on view reporting.product is 'The cards, coupons and packages.';

create view reporting.person as
select id, created_at, profiled_at, last_active_at, deleted_at, attributed_at, channel_id, flow, city_code, gender,
  income_band, credit_band, house, car, social_insurance, housing_fund, status, risk_level, push_count
from public."user";
comment on view reporting.person is
  'The people, without anything that names one: no name, phone, id number, birthday, address or device.';

create view reporting.push as
select id, request_at, responded_at, user_id, channel_id, org_id, plan_id, push_plan_id, flow, city_code, stage, status, quality, attempts,
  price_fen, cost_fen
from public.push_record;
comment on view reporting.push is 'Each time that somebody was sent to an organization; the price is charged once it is accepted.';

create view reporting.payment_order as
select id, created_at, paid_at, ended_at, channel_id, user_id, product_id, collection_id, provider, status, amount_fen, fee_fen, paid_fen,
  refunded_fen
from public.payment_order;
comment on view reporting.payment_order is 'The orders of products.';

create view reporting.payment_refund as
select id, created_at, refunded_at, order_id, collection_id, provider, kind, status, amount_fen from public.payment_refund;
comment on view reporting.payment_refund is 'What is paid back, and how it stands.';

create view reporting.account as
select id, kind, org_id, channel_id, balance_fen, held_fen from public.account;
comment on view reporting.account is
  'The accounts of the ledger: what organizations paid in advance, what channels are owed, and those of the service.';

create view reporting.transfer as
select id, at, business_day, kind, debit_account_id, credit_account_id, amount_fen, ref_kind, ref_id, reverses_id, account_id, number,
  balance_after_fen
from public.transfer;
comment on view reporting.transfer is 'The ledger: each amount that moved from one account to another, in fen.';
comment on column reporting.transfer.balance_after_fen is 'What the account account_id has after it, in the order of its number.';

create view reporting.settlement as
select id, channel_id, from_day, to_day, amount_fen, base_fen, results, deducted, late, late_fen, status, created_at, reviewed_at, paid_at
from public.settlement;
comment on view reporting.settlement is 'What channels are paid for the results of some days.';

create view reporting.lead as
select id, created_at, arrived_at, assigned_at, first_contact_due_at, first_contact_at, next_follow_at, last_follow_at, closed_at, user_id,
  channel_id, pool_id, salesman_id, source, stage, score, city_code, merged_into_id
from public.lead;
comment on view reporting.lead is 'The leads of the sales, without the person''s data.';

create view reporting.lead_follow_up as
select id, lead_id, salesman_id, at, way, result, next_at from public.lead_follow_up;
comment on view reporting.lead_follow_up is 'Each time that somebody spoke with a lead, without what was said.';

create view reporting.salesman as
select id, admin_id, name, team_id, status, daily_quota, capacity, created_at from public.salesman;
comment on view reporting.salesman is 'The salesmen and saleswomen.';
