-- What moved the balances of organizations beside charges, in the order of time: the sums of a month read only this index. Charges,
-- costs and payments of orders pay nothing for it.
create index transfer_org_idx on transfer (id) include (account_id, credit_account_id, kind, amount_fen)
  where account_id is not null and kind in ('recharge', 'payout', 'refund', 'adjust', 'reversal');
