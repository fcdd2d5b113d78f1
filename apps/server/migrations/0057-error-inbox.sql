-- The inbox of errors: how often each happened by hour and day, to whom, in which releases, some of its occurrences, and its states.

alter table error_event
  add column version integer not null default 1,
  add column updated_at timestamptz(3) not null default now(),
  add column updated_by bigint references admin (id),
  -- The releases in which it happened first and last; empty if unknown.
  add column first_release text not null default '',
  add column release text not null default '',
  -- How many different people it happened to; who was forgotten since stays counted.
  add column person_count integer not null default 0,
  -- How many occurrences were written to `error_sample`, which keeps the newest.
  add column sample_count integer not null default 0,
  add column resolved_at timestamptz(3),
  -- Opens again only if it happens in a release that was first seen after it was resolved.
  add column is_until_release boolean not null default false,
  -- Opens again at this time, or once it happened this often; for ever if both are null.
  add column ignored_until timestamptz(3),
  add column ignored_to integer,
  -- The earliest of the dates at which the service changes the state.
  add column acts_at timestamptz(3),
  -- When it last opened again by itself; null once it is resolved or ignored again.
  add column reopened_at timestamptz(3),
  -- The address of its issue in a tracker.
  add column issue_url text not null default '',
  add column text_pairs text[] collate "C" not null
    generated always as (text_pairs(name || chr(10) || left(message, 200))) stored,
  add constraint error_event_ignored_check check (status = 'ignored' or (ignored_until is null and ignored_to is null)),
  add constraint error_event_resolved_check check (status <> 'resolved' or resolved_at is not null) not valid;

update error_event set resolved_at = last_at where status = 'resolved';
alter table error_event validate constraint error_event_resolved_check;

create index error_event_text_pairs_idx on error_event using gin (text_pairs);
create index error_event_status_idx on error_event (status, last_at, id) include (source, level);
create index error_event_count_idx on error_event (count, id) include (source, level, status);
create index error_event_person_count_idx on error_event (person_count, id) include (source, level, status);
create index error_event_first_at_idx on error_event (first_at, id) include (source, level, status);
create index error_event_acts_at_idx on error_event (acts_at, id) where acts_at is not null;

-- How often an error happened in each hour; kept for some days.
create table error_hour (
  event_id bigint not null references error_event (id) on delete cascade,
  hour timestamptz(0) not null,
  count integer not null,
  primary key (event_id, hour)
) with (fillfactor = 70);
create index error_hour_hour_idx on error_hour (hour);

-- How often an error happened on each business day; kept as long as errors are.
create table error_day (
  event_id bigint not null references error_event (id) on delete cascade,
  day date not null,
  count integer not null,
  primary key (event_id, day)
) with (fillfactor = 70);
create index error_day_day_idx on error_day (day);

-- The releases of each source, from their first error or their source maps on.
create table error_release (
  source text not null,
  release text not null,
  first_at timestamptz(3) not null default now(),
  primary key (source, release),
  constraint error_release_source_check check (source in ('h5', 'console', 'server', 'partner'))
);

-- The releases in which an error happened.
create table error_event_release (
  event_id bigint not null references error_event (id) on delete cascade,
  release text not null,
  count integer not null,
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now(),
  primary key (event_id, release)
) with (fillfactor = 70);
create index error_event_release_release_idx on error_event_release (release, event_id);

-- The people to whom an error happened, each once.
create table error_person (
  event_id bigint not null references error_event (id) on delete cascade,
  kind text not null,
  person_id bigint not null,
  first_at timestamptz(3) not null default now(),
  primary key (event_id, kind, person_id),
  constraint error_person_kind_check check (kind in ('admin', 'user'))
);
create index error_person_person_id_idx on error_person (person_id, kind);

-- The newest occurrences of an error: a new one takes the place of the oldest.
create table error_sample (
  event_id bigint not null references error_event (id) on delete cascade,
  place smallint not null,
  at timestamptz(3) not null,
  message text not null,
  stack text not null,
  url text not null,
  user_agent text not null,
  release text not null,
  request_id text not null,
  person_kind text,
  person_id bigint,
  primary key (event_id, place),
  constraint error_sample_person_kind_check check (person_kind in ('admin', 'user')),
  constraint error_sample_person_check check ((person_kind is null) = (person_id is null))
);
create index error_sample_words_idx on error_sample
  using gin (text_words(error_text('', message, stack, url, user_agent))) with (fastupdate = off);
alter index error_sample_words_idx alter column 1 set statistics 0;
create index error_sample_person_id_idx on error_sample (person_id, person_kind) where person_id is not null;

-- What was done to an error, and when it opened again by itself.
create table error_change (
  id bigint generated always as identity primary key,
  event_id bigint not null references error_event (id) on delete cascade,
  at timestamptz(3) not null default now(),
  act text not null,
  -- Null: the service itself.
  admin_id bigint references admin (id),
  -- The release in which it came back.
  release text not null default '',
  -- What was agreed on: until when, or up to how many more, or until a later release.
  until timestamptz(3),
  times integer,
  is_until_release boolean not null default false,
  constraint error_change_act_check check (act in ('resolve', 'ignore', 'reopen', 'comeBack'))
);
create index error_change_event_id_idx on error_change (event_id, id);

-- A deleted user is no longer named by the errors that happened to them.
create function forget_user_errors() returns trigger language plpgsql as $$
begin
  delete from error_person where kind = 'user' and person_id = new.id;
  update error_sample set message = '', stack = '', url = '', user_agent = '', person_kind = null, person_id = null
    where person_kind = 'user' and person_id = new.id;
  return null;
end $$;
create trigger user_errors_forgotten after update of status on "user"
  for each row when (new.status = 'deleted' and old.status <> 'deleted') execute function forget_user_errors();
