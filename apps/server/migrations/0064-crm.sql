-- Salesmen and their teams; leads, the pools that they wait in, who holds them, and what happened to them.

create table sales_team (
  id bigint generated always as identity primary key,
  name text not null,
  -- A salesman, who sees what the team sees.
  head_id bigint,
  remark text not null default '',
  created_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint sales_team_name_key unique (name)
);
create index sales_team_created_at_idx on sales_team (created_at, id) include (name);
create index sales_team_head_id_idx on sales_team (head_id);
create index sales_team_created_by_idx on sales_team (created_by);
create index sales_team_updated_by_idx on sales_team (updated_by);

create table salesman (
  id bigint generated always as identity primary key,
  -- The account that he signs in with.
  admin_id bigint not null references admin (id),
  name text not null,
  phone text collate "C" not null default '',
  team_id bigint references sales_team (id),
  status text not null default 'onDuty',
  -- Who gets his leads when he goes on leave or leaves.
  deputy_id bigint references salesman (id),
  leave_from timestamptz(3),
  -- The most leads that he gets in a business day, by claims and by automatic assignment. Null: no limit.
  daily_quota integer,
  -- The most open leads that he holds.
  capacity integer not null default 100,
  -- His share in automatic assignment, beside the weights of the others; 0: none.
  weight integer not null default 10,
  -- Automatic assignment gives him leads of these cities and sources before others get them. Empty: no preference.
  city_codes text[] collate "C" not null default '{}',
  sources text[] collate "C" not null default '{}',
  -- When he is on duty in a week: [{weekday, from, to}] in the business zone. Empty: at any time.
  windows jsonb not null default '[]',
  -- How many open leads he holds; only the acts on leads change it, together with the lead.
  held integer not null default 0,
  -- What of the daily quota is used on a business day.
  taken_on date,
  taken integer not null default 0,
  remark text not null default '',
  created_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint salesman_admin_id_key unique (admin_id),
  constraint salesman_status_check check (status in ('onDuty', 'onLeave', 'left')),
  constraint salesman_deputy_id_check check (deputy_id <> id),
  constraint salesman_leave_from_check check ((status = 'onLeave') = (leave_from is not null)),
  constraint salesman_daily_quota_check check (daily_quota between 0 and 10000),
  constraint salesman_capacity_check check (capacity between 0 and 100000),
  constraint salesman_weight_check check (weight between 0 and 100),
  constraint salesman_windows_check check (jsonb_typeof(windows) = 'array'),
  constraint salesman_held_check check (held >= 0),
  constraint salesman_taken_check check (taken >= 0)
);
alter table sales_team add constraint sales_team_head_id_fkey foreign key (head_id) references salesman (id);
create index salesman_created_at_idx on salesman (created_at, id) include (status, team_id, name);
create index salesman_status_idx on salesman (status, created_at, id) include (team_id, name);
create index salesman_held_idx on salesman (held, id) include (status, team_id, name);
create index salesman_weight_idx on salesman (weight, id) include (status, team_id, name);
create index salesman_team_id_idx on salesman (team_id, created_at, id) include (status, name);
create index salesman_deputy_id_idx on salesman (deputy_id);
create index salesman_created_by_idx on salesman (created_by);
create index salesman_updated_by_idx on salesman (updated_by);

-- Where leads wait that nobody holds, and the rules by which they are claimed and given back.
create table clue_pool (
  id bigint generated always as identity primary key,
  name text not null,
  kind text not null,
  -- The team whose members see a team's pool.
  team_id bigint references sales_team (id),
  -- The salesman who is in charge of it.
  owner_id bigint references salesman (id),
  -- The most open leads of this pool that one salesman holds.
  max_held integer not null default 100,
  -- The most claims of one salesman in a business day; a lead that is given back returns no claim.
  max_claims_per_day integer not null default 50,
  -- How long a previous holder waits before he may claim the lead again.
  cool_down_days integer not null default 7,
  -- How long a lead that was given back rests before anybody may claim it.
  lock_minutes integer not null default 30,
  -- After how many days without a follow-up a lead returns.
  recycle_days integer not null default 7,
  -- After how many days a lead that was not won returns, whatever the follow-ups.
  protect_days integer not null default 60,
  -- Within how many minutes after its assignment a lead is contacted; otherwise it goes to the next.
  first_contact_minutes integer not null default 30,
  -- What a salesman sees of a lead only once he holds it.
  hidden_fields text[] collate "C" not null default '{}',
  is_automatic boolean not null default false,
  remark text not null default '',
  created_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint clue_pool_name_key unique (name),
  constraint clue_pool_kind_check check (kind in ('public', 'team')),
  constraint clue_pool_team_id_check check ((kind = 'team') = (team_id is not null)),
  constraint clue_pool_max_held_check check (max_held between 0 and 100000),
  constraint clue_pool_max_claims_per_day_check check (max_claims_per_day between 0 and 10000),
  constraint clue_pool_cool_down_days_check check (cool_down_days between 0 and 365),
  constraint clue_pool_lock_minutes_check check (lock_minutes between 0 and 10080),
  constraint clue_pool_recycle_days_check check (recycle_days between 1 and 365),
  constraint clue_pool_protect_days_check check (protect_days between 1 and 730),
  constraint clue_pool_first_contact_minutes_check check (first_contact_minutes between 1 and 10080),
  constraint clue_pool_hidden_fields_check check (hidden_fields <@ array['name', 'phone', 'cityCode', 'source', 'channelId', 'remark'])
);
-- There is one public pool.
create unique index clue_pool_kind_key on clue_pool (kind) where kind = 'public';
create unique index clue_pool_team_id_key on clue_pool (team_id);
create index clue_pool_owner_id_idx on clue_pool (owner_id);
create index clue_pool_created_by_idx on clue_pool (created_by);
create index clue_pool_updated_by_idx on clue_pool (updated_by);
insert into clue_pool (name, kind) values ('公海', 'public');

create table clue (
  id bigint generated always as identity primary key,
  -- The user that it is about, or null; name, phone and city are the person's own.
  user_id bigint references "user" (id),
  name text not null default '',
  phone text collate "C",
  city_code text collate "C",
  source text not null,
  channel_id bigint references channel (id),
  -- The pool that it belongs to, also while a salesman holds it.
  pool_id bigint not null references clue_pool (id),
  -- Who holds it, or who held it when it was closed. Null: nobody, it waits in the pool.
  salesman_id bigint references salesman (id),
  stage text not null default 'new',
  arrived_at timestamptz(3) not null default now(),
  assigned_at timestamptz(3),
  first_contact_due_at timestamptz(3),
  first_contact_at timestamptz(3),
  next_follow_at timestamptz(3),
  last_follow_at timestamptz(3),
  -- When it returns to the pool unless something happens; and until when a protection keeps it, which is granted once to a holder.
  recycle_at timestamptz(3),
  protected_until timestamptz(3),
  -- When the holder was told that it will return; null: not told.
  notice_at timestamptz(3),
  -- Until when it rests in the pool.
  rest_until timestamptz(3),
  closed_at timestamptz(3),
  -- The user was deleted: the lead has no person any more, and is closed soon.
  is_forgotten boolean not null default false,
  score integer not null default 0,
  remark text not null default '',
  created_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint clue_phone_check check (phone ~ '^1\d{10}$'),
  constraint clue_person_check check (is_forgotten or num_nonnulls(user_id, phone) > 0),
  constraint clue_source_check check (source in ('unaccepted', 'returned', 'import', 'manual', 'open')),
  constraint clue_stage_check check (stage in ('new', 'contacted', 'interested', 'applied', 'converted', 'invalid')),
  constraint clue_closed_at_check check ((stage in ('converted', 'invalid')) = (closed_at is not null)),
  -- Exactly an open lead that somebody holds has an instant at which it returns.
  constraint clue_recycle_at_check check ((salesman_id is not null and closed_at is null) = (recycle_at is not null)),
  constraint clue_assigned_at_check check ((salesman_id is null) = (assigned_at is null)),
  constraint clue_score_check check (score between 0 and 100)
);
-- The same phone is one lead; an invalid one may come again as another.
create unique index clue_phone_key on clue (phone) where stage <> 'invalid';
create index clue_phone_idx on clue (phone, id);
create unique index clue_user_id_key on clue (user_id) where stage <> 'invalid';
create index clue_user_id_idx on clue (user_id, id);
-- The pool by arrival; the desk of a salesman by the next follow-up; the board by stage; everything by arrival.
create index clue_waiting_idx on clue (pool_id, arrived_at, id) include (rest_until, source, city_code)
  where salesman_id is null and closed_at is null;
create index clue_next_follow_at_idx on clue (salesman_id, next_follow_at, id) where closed_at is null;
create index clue_salesman_id_idx on clue (salesman_id, stage, arrived_at, id);
create index clue_stage_idx on clue (stage, arrived_at, id) include (salesman_id, pool_id, source);
create index clue_arrived_at_idx on clue (arrived_at, id) include (salesman_id, pool_id, source, stage);
create index clue_pool_id_idx on clue (pool_id, arrived_at, id) include (salesman_id, stage);
create index clue_channel_id_idx on clue (channel_id, arrived_at, id) include (salesman_id, stage);
create index clue_recycle_at_idx on clue (recycle_at, id) include (notice_at) where recycle_at is not null;
create index clue_first_contact_due_at_idx on clue (first_contact_due_at, id) where first_contact_due_at is not null;
create index clue_is_forgotten_idx on clue (id) where is_forgotten and closed_at is null;
create index clue_created_by_idx on clue (created_by);
create index clue_updated_by_idx on clue (updated_by);

-- What happened to a lead, in order. Lines are added only.
create table clue_event (
  id bigint generated always as identity primary key,
  clue_id bigint not null references clue (id),
  kind text not null,
  at timestamptz(3) not null default clock_timestamp(),
  -- The administrator who did it; null: the service.
  by_id bigint references admin (id),
  -- Who held it before and after; both are null if nobody did.
  from_id bigint references salesman (id),
  to_id bigint references salesman (id),
  from_stage text not null,
  to_stage text not null,
  reason text not null default '',
  constraint clue_event_kind_check check (kind in ('arrived', 'arrivedAgain', 'claimed', 'assigned', 'transferred', 'released', 'recycled',
    'protected', 'followUp', 'stage', 'invalidated', 'converted'))
);
create index clue_event_clue_id_idx on clue_event (clue_id, id);
create index clue_event_from_id_idx on clue_event (from_id, at) where from_id is not null;
create index clue_event_to_id_idx on clue_event (to_id, at) include (kind, from_id, clue_id) where to_id is not null;
create index clue_event_by_id_idx on clue_event (by_id);

create table clue_follow_up (
  id bigint generated always as identity primary key,
  clue_id bigint not null references clue (id),
  salesman_id bigint not null references salesman (id),
  way text not null,
  content text not null,
  result text not null,
  next_at timestamptz(3),
  at timestamptz(3) not null default clock_timestamp(),
  by_id bigint references admin (id),
  constraint clue_follow_up_way_check check (way in ('call', 'wechat', 'sms', 'visit', 'other')),
  constraint clue_follow_up_result_check check (result in ('reached', 'noAnswer', 'refused', 'wrongNumber'))
);
create index clue_follow_up_clue_id_idx on clue_follow_up (clue_id, id);
create index clue_follow_up_salesman_id_idx on clue_follow_up (salesman_id, at, id);
create index clue_follow_up_by_id_idx on clue_follow_up (by_id);

-- Until when a previous holder may not claim a lead.
create table clue_wait (
  clue_id bigint not null references clue (id),
  salesman_id bigint not null references salesman (id),
  until timestamptz(3) not null,
  primary key (clue_id, salesman_id)
);
create index clue_wait_salesman_id_idx on clue_wait (salesman_id);
create index clue_wait_until_idx on clue_wait (until);

-- What of the limits of a pool a salesman uses: open leads held, and claims made on a business day.
create table clue_pool_use (
  salesman_id bigint not null references salesman (id),
  pool_id bigint not null references clue_pool (id),
  held integer not null default 0,
  day date,
  claims integer not null default 0,
  primary key (salesman_id, pool_id),
  constraint clue_pool_use_held_check check (held >= 0),
  constraint clue_pool_use_claims_check check (claims >= 0)
);
create index clue_pool_use_pool_id_idx on clue_pool_use (pool_id);

-- By how much a salesman is below his share (above zero) or above it, in automatic assignment: in millionths of a lead.
create table clue_credit (
  pool_id bigint not null references clue_pool (id),
  salesman_id bigint not null references salesman (id),
  credit integer not null default 0,
  primary key (pool_id, salesman_id),
  constraint clue_credit_credit_check check (credit between -2000000 and 2000000)
);
create index clue_credit_salesman_id_idx on clue_credit (salesman_id);

-- All leads of a salesman go to another one, or to their pools, in batches. `moved`: how many went to the other one.
create table clue_hand_over (
  id bigint generated always as identity primary key,
  from_id bigint not null references salesman (id),
  -- Null: to their pools.
  to_id bigint references salesman (id),
  reason text not null default '',
  moved integer not null default 0,
  to_pool integer not null default 0,
  created_by bigint references admin (id),
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  constraint clue_hand_over_to_id_check check (to_id <> from_id)
);
create unique index clue_hand_over_from_id_key on clue_hand_over (from_id) where ended_at is null;
create index clue_hand_over_from_id_idx on clue_hand_over (from_id, id);
create index clue_hand_over_to_id_idx on clue_hand_over (to_id);
create index clue_hand_over_created_by_idx on clue_hand_over (created_by);

-- The deletion of a user empties the leads about this person. It locks leads only: an open one is closed later by a job, because
-- closing it changes its holder's counters, which are locked after all leads.
create function forget_clues() returns trigger language plpgsql as $$
declare
  about bigint[];
begin
  about := array(select c.id from clue c where c.user_id = old.id or c.phone = old.phone order by c.id for no key update);
  update clue set name = '', phone = null, remark = '', is_forgotten = true, version = version + 1, updated_at = now()
    where id = any(about);
  update clue_follow_up set content = '' where clue_id = any(about);
  update clue_event set reason = '' where clue_id = any(about);
  return null;
end $$;
create trigger user_forget_clues after update of status on "user"
  for each row when (new.status = 'deleted' and old.status <> 'deleted') execute function forget_clues();
