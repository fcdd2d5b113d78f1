-- Alerts on figures of reports, and reports that are sent at fixed times.

-- The rule of an alert, and up to when it was judged.
create table report_alert (
  id bigint generated always as identity primary key,
  owner_id bigint not null references admin (id) on delete cascade,
  report text collate "C" not null,
  name text not null,
  figure text collate "C" not null,
  filter jsonb not null default '{}',
  condition text collate "C" not null,
  -- In the unit of the figure, a rate in basis points; of a deviation the percentage in basis points.
  bound bigint not null,
  every text collate "C" not null,
  -- Administrators besides the owner.
  recipients bigint[] not null default '{}',
  is_on boolean not null default true,
  -- What ended until then is judged.
  judged_until timestamptz(3) not null,
  -- The business day of the last check, if the condition held then.
  met_day date,
  created_by bigint references admin (id) on delete set null,
  updated_by bigint references admin (id) on delete set null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint report_alert_report_check check (report ~ '^report[A-Za-z]{1,40}$'),
  constraint report_alert_name_check check (char_length(name) between 1 and 40),
  constraint report_alert_figure_check check (figure ~ '^[a-z][A-Za-z]{0,39}$'),
  constraint report_alert_filter_check check (jsonb_typeof(filter) = 'object' and octet_length(filter::text) <= 1000),
  constraint report_alert_condition_check check (condition in ('above', 'below', 'up', 'down')),
  constraint report_alert_every_check check (every in ('hour', 'day')),
  constraint report_alert_recipients_check check (cardinality(recipients) <= 50),
  constraint report_alert_deviation_check
    check (condition in ('above', 'below') or bound between 1 and 1000000)
);
create index report_alert_owner_idx on report_alert (owner_id, created_at desc, id desc);
create index report_alert_created_idx on report_alert (created_at desc, id desc);
create index report_alert_due_idx on report_alert (every, judged_until) where is_on;

-- What an alert was at the end of an hour or day; the key decides who judges it, and tells of it.
create table report_alert_check (
  alert_id bigint not null references report_alert (id) on delete cascade,
  until timestamptz(3) not null,
  day date not null,
  -- Null: not known, such as a rate of nothing.
  value double precision,
  base double precision,
  is_met boolean not null,
  -- To how many an occurrence was told that began here; null if none began.
  told integer,
  checked_at timestamptz(3) not null default now(),
  primary key (alert_id, until)
);
create index report_alert_check_until_idx on report_alert_check (until);

create table report_schedule (
  id bigint generated always as identity primary key,
  owner_id bigint not null references admin (id) on delete cascade,
  report text collate "C" not null,
  name text not null,
  -- The report as it is shown: range, grain, way, comparison, rows, order.
  asked jsonb not null,
  filter jsonb not null default '{}',
  columns text[] collate "C" not null,
  format text collate "C" not null,
  language text collate "C" not null,
  rhythm text collate "C" not null,
  weekday smallint,
  month_day smallint,
  hour smallint not null,
  recipients bigint[] not null,
  is_on boolean not null default true,
  next_at timestamptz(3) not null,
  -- The zone that the next time was computed for.
  time_zone text collate "C" not null,
  created_by bigint references admin (id) on delete set null,
  updated_by bigint references admin (id) on delete set null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint report_schedule_report_check check (report ~ '^report[A-Za-z]{1,40}$'),
  constraint report_schedule_name_check check (char_length(name) between 1 and 40),
  constraint report_schedule_filter_check check (jsonb_typeof(filter) = 'object' and octet_length(filter::text) <= 1000),
  constraint report_schedule_asked_check check (jsonb_typeof(asked) = 'object' and octet_length(asked::text) <= 1000),
  constraint report_schedule_columns_check check (cardinality(columns) between 1 and 200),
  constraint report_schedule_format_check check (format in ('csv', 'xlsx')),
  constraint report_schedule_language_check check (language in ('zh-CN', 'en-US')),
  constraint report_schedule_rhythm_check check (rhythm in ('day', 'week', 'month')),
  constraint report_schedule_weekday_check check ((weekday is not null) = (rhythm = 'week') and weekday between 1 and 7),
  constraint report_schedule_month_day_check check ((month_day is not null) = (rhythm = 'month') and month_day between 1 and 31),
  constraint report_schedule_hour_check check (hour between 0 and 23),
  constraint report_schedule_recipients_check check (cardinality(recipients) between 1 and 50)
);
create index report_schedule_owner_idx on report_schedule (owner_id, created_at desc, id desc);
create index report_schedule_created_idx on report_schedule (created_at desc, id desc);
create index report_schedule_due_idx on report_schedule (next_at) where is_on;

-- One making of the files of a schedule: for a time at which it was due, or by hand.
create table report_run (
  id bigint generated always as identity primary key,
  schedule_id bigint not null references report_schedule (id) on delete cascade,
  -- Null: by hand.
  due_at timestamptz(3),
  asked_by bigint references admin (id) on delete set null,
  status text collate "C" not null default 'queued',
  failure text collate "C",
  job_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  constraint report_run_due_key unique (schedule_id, due_at),
  constraint report_run_status_check check (status in ('queued', 'ready', 'failed')),
  constraint report_run_failure_check check ((failure is not null) = (status = 'failed')),
  constraint report_run_reason_check check (failure in ('owner', 'nobody', 'tooManyRows', 'unfit', 'unexpected', 'stopped'))
);
create index report_run_schedule_idx on report_run (schedule_id, id desc);
-- Of a schedule one run by hand waits at a time.
create unique index report_run_by_hand_key on report_run (schedule_id) where due_at is null and status = 'queued';
create index report_run_queued_idx on report_run (updated_at) where status = 'queued';
create index report_run_ended_idx on report_run (created_at) where status <> 'queued';

-- Who got the file of a run; the key decides that nobody gets two.
create table report_delivery (
  run_id bigint not null references report_run (id) on delete cascade,
  admin_id bigint not null references admin (id) on delete cascade,
  task_id bigint references export_task (id) on delete set null,
  primary key (run_id, admin_id)
);
create index report_delivery_task_idx on report_delivery (task_id);
