-- The home page of each administrator: the order of its cards, and those that are hidden.
create table home_layout (
  admin_id bigint primary key references admin (id) on delete cascade,
  cards text[] collate "C" not null,
  hidden text[] collate "C" not null,
  updated_at timestamptz(3) not null default now()
);

-- For the number of plans that wait.
create index plan_exhausted_idx on plan (id) where status = 'exhausted';
