-- Which plans would have taken a person of a run of the match too, but were worth less. The first is the one that went before them:
-- the chosen one, the one that the person waits for, or in the half flow the last that was asked. Null if there were no others.
-- The same place in each array is the same plan: its price and its acceptance rate in basis points, whose product is what it was worth.
alter table match_run
  add column ranked_plan_ids bigint[],
  add column ranked_price_fen integer[],
  add column ranked_rate_bp smallint[];
