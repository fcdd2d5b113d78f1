-- Salesmen, teams and pools as lists, and as records to choose.

create index clue_pool_created_at_idx on clue_pool (created_at, id) include (name, kind);

select watch_choices('salesman', 'name');
select watch_choices('sales_team', 'name');
select watch_choices('clue_pool', 'name');
