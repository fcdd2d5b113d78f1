-- A dashboard for Metabase or Superset on the schema `reporting` (docs/reporting.md). Each statement is a question; its name is above it.

-- Last 30 days: people, acceptances and money (line chart)
select day, sum(registrations) as registrations, sum(pushes) as pushes, sum(accepted) as accepted,
  sum(charged_fen - charged_back_fen) / 100.0 as revenue_yuan, sum(cost_fen - cost_back_fen) / 100.0 as cost_yuan,
  sum(charged_fen - charged_back_fen - cost_fen + cost_back_fen) / 100.0 as profit_yuan
from reporting.figures_by_day
where way = 'day' and grain = 'all' and day > current_date - 30
group by day order by day;

-- Channels of the last 7 days, by profit (table)
select c.name as channel, c.flow, sum(f.uv) as visitors, sum(f.registrations) as registrations, sum(f.accepted) as accepted,
  sum(f.cost_fen - f.cost_back_fen) / 100.0 as cost_yuan,
  sum(f.charged_fen - f.charged_back_fen - f.cost_fen + f.cost_back_fen) / 100.0 as profit_yuan
from reporting.figures_by_day f join reporting.channel c on c.id = f.channel_id
where f.way = 'day' and f.grain = 'channel' and f.day > current_date - 7
group by c.id, c.name, c.flow order by profit_yuan desc;

-- Organizations of the last 7 days (table)
select o.name as organization, sum(f.pushes) as pushes, sum(f.accepted) as accepted,
  round(100.0 * sum(f.accepted) / nullif(sum(f.pushes), 0), 1) as accepted_percent,
  sum(f.charged_fen - f.charged_back_fen) / 100.0 as revenue_yuan
from reporting.figures_by_day f join reporting.org o on o.id = f.org_id
where f.way = 'day' and f.grain = 'org' and f.day > current_date - 7
group by o.id, o.name order by revenue_yuan desc;

-- Balances that end within a week at the pace of the last seven days (table)
select o.name as organization, a.balance_fen / 100.0 as balance_yuan, a.held_fen / 100.0 as held_yuan,
  round(7.0 * (a.balance_fen - a.held_fen) / nullif(sum(f.charged_fen - f.charged_back_fen), 0), 1) as days_left
from reporting.account a join reporting.org o on o.id = a.org_id
  left join reporting.figures_by_day f on f.org_id = a.org_id and f.way = 'day' and f.grain = 'org' and f.day > current_date - 7
group by o.id, o.name, a.balance_fen, a.held_fen
having 7.0 * (a.balance_fen - a.held_fen) < 7 * sum(f.charged_fen - f.charged_back_fen)
order by days_left;

-- The people of each of the last 14 days, and what became of them since (cohorts; table)
select day as came_on, sum(registrations) as registrations, sum(profiles) as profiles, sum(accepted) as accepted,
  round(100.0 * sum(accepted) / nullif(sum(registrations), 0), 1) as accepted_percent
from reporting.figures_by_day
where way = 'came' and grain = 'all' and day > current_date - 14
group by day order by day;

-- How long organizations take to answer, in seconds (table)
select o.name as organization, count(*) as answers,
  round(percentile_cont(0.5) within group (order by extract(epoch from p.responded_at - p.request_at))::numeric, 2) as median,
  round(percentile_cont(0.95) within group (order by extract(epoch from p.responded_at - p.request_at))::numeric, 2) as slowest_twentieth
from reporting.push p join reporting.org o on o.id = p.org_id
where p.request_at > now() - interval '1 day' and p.responded_at is not null
group by o.id, o.name order by median desc;

-- Sales: leads by stage, and how many wait too long for the first contact (bar chart)
select stage, count(*) as leads,
  count(*) filter (where first_contact_at is null and first_contact_due_at < now()) as waiting_too_long
from reporting.lead where merged_into_id is null group by stage order by stage;
