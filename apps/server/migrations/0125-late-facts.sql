-- Most facts are of the day on which their person came, and are found by it. Only later ones need an index by that day. It can be made before,
-- beside the running service ("Upgrade" in docs/operating.md).
create index fact_late_idx on fact (came, kind, channel_id, city_code) where came < day;
drop index fact_came_idx;
