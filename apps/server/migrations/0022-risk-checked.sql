-- When the report was made that gave the risk level; null where nobody recorded it.

alter table "user"
  add column risk_checked_at timestamptz(3),
  add constraint user_risk_checked_check check (risk_checked_at is null or risk_level is not null);
