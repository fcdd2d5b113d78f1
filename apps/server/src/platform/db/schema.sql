-- Generated from the migrated database by `npm run schema`; a test compares. It is for reading: migrations make the database.

-- platform

create table admin_answer (
  admin_id bigint not null,
  key text not null,
  answer_sealed bytea,
  created_at timestamp(3) with time zone default now() not null,
  constraint admin_answer_pkey PRIMARY KEY (admin_id, key)
);
CREATE INDEX admin_answer_created_at_idx ON public.admin_answer USING btree (created_at);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF answer_sealed ON public.admin_answer FOR EACH ROW WHEN ((new.answer_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_admin_answer();

create table archive_day (
  table_name text not null,
  from_at timestamp(3) with time zone not null,
  to_at timestamp(3) with time zone not null,
  row_count bigint not null,
  checksum numeric not null,
  taken_at timestamp(3) with time zone default now() not null,
  dropped_at timestamp(3) with time zone,
  constraint archive_day_pkey PRIMARY KEY (table_name, from_at),
  constraint archive_day_span_check CHECK ((from_at < to_at)),
  constraint archive_day_table_name_fkey FOREIGN KEY (table_name) REFERENCES partitioned_table(name)
);

create table archive_part (
  id bigint generated always as identity not null,
  table_name text not null,
  from_at timestamp(3) with time zone not null,
  first_owner bigint not null,
  last_owner bigint not null,
  row_count integer not null,
  file_id bigint not null,
  constraint archive_part_day_fkey FOREIGN KEY (table_name, from_at) REFERENCES archive_day(table_name, from_at) ON DELETE CASCADE,
  constraint archive_part_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  constraint archive_part_file_id_key UNIQUE (file_id),
  constraint archive_part_owner_check CHECK ((first_owner <= last_owner)),
  constraint archive_part_pkey PRIMARY KEY (id),
  constraint archive_part_row_count_check CHECK ((row_count > 0))
);
CREATE INDEX archive_part_day_idx ON public.archive_part USING btree (table_name, from_at, first_owner, last_owner);

create table audit_log (
  id bigint default time_id() not null,
  at timestamp(3) with time zone generated always as (time_of_id(id)) stored not null,
  admin_id bigint,
  username text,
  ip text,
  point text not null,
  target_kind text,
  target_id text,
  before jsonb,
  after jsonb,
  request_id text,
  result text default 'done'::text not null,
  code text default '0000'::text not null,
  act_group text,
  is_head boolean default true not null,
  token_name text,
  constraint audit_log_head_check CHECK ((is_head OR (act_group IS NOT NULL))),
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_result_check CHECK ((result = ANY (ARRAY['done'::text, 'refused'::text])))
) partition by RANGE (id);
CREATE INDEX audit_log_act_group_idx ON ONLY public.audit_log USING btree (act_group, id) WHERE (act_group IS NOT NULL);
CREATE INDEX audit_log_admin_id_idx ON ONLY public.audit_log USING btree (admin_id, is_head, id);
CREATE INDEX audit_log_head_idx ON ONLY public.audit_log USING btree (id) WHERE is_head;
CREATE INDEX audit_log_ip_idx ON ONLY public.audit_log USING btree (ip, is_head, id);
CREATE INDEX audit_log_point_idx ON ONLY public.audit_log USING btree (point, is_head, id);
CREATE INDEX audit_log_refused_idx ON ONLY public.audit_log USING btree (id) WHERE (result = 'refused'::text);
CREATE INDEX audit_log_request_id_idx ON ONLY public.audit_log USING btree (request_id, id);
CREATE INDEX audit_log_target_idx ON ONLY public.audit_log USING btree (target_kind, target_id, id);
CREATE INDEX audit_log_token_name_idx ON ONLY public.audit_log USING btree (token_name, is_head, id) WHERE (token_name IS NOT NULL);
CREATE TRIGGER audit_log_head BEFORE INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_set_head();
CREATE TRIGGER audit_log_no_change BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_fence();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_fence();

create table backup_run (
  id bigint generated always as identity not null,
  started_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  state text not null,
  size_bytes bigint,
  row_count bigint,
  file_count integer,
  missing_count integer,
  failure text,
  place text,
  constraint backup_run_done_check CHECK (((state <> 'done'::text) OR (num_nulls(size_bytes, row_count, file_count, missing_count) = 0))),
  constraint backup_run_finished_check CHECK (((state = 'running'::text) = (finished_at IS NULL))),
  constraint backup_run_pkey PRIMARY KEY (id),
  constraint backup_run_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);

create table batch (
  id bigint generated always as identity not null,
  act text not null,
  filter_sealed bytea,
  scope_admin_id bigint,
  status text default 'queued'::text not null,
  total integer not null,
  done integer default 0 not null,
  failure text,
  run uuid,
  job_id uuid,
  created_by bigint not null,
  finished_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  refused integer default 0 not null,
  constraint batch_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint batch_end_check CHECK (((finished_at IS NULL) = (status = ANY (ARRAY['queued'::text, 'running'::text])))),
  constraint batch_failure_check CHECK (((failure IS NOT NULL) = (status = 'failed'::text))),
  constraint batch_filter_check CHECK (((filter_sealed IS NULL) = (finished_at IS NOT NULL))),
  constraint batch_pkey PRIMARY KEY (id),
  constraint batch_refused_check CHECK (((refused >= 0) AND (refused <= (total - done)))),
  constraint batch_run_check CHECK (((run IS NULL) OR (status = 'running'::text))),
  constraint batch_scope_admin_id_fkey FOREIGN KEY (scope_admin_id) REFERENCES admin(id),
  constraint batch_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))),
  constraint batch_total_check CHECK (((total > 0) AND ((done >= 0) AND (done <= total))))
);
CREATE UNIQUE INDEX batch_created_by_act_key ON public.batch USING btree (created_by, act) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX batch_created_by_idx ON public.batch USING btree (created_by, id);
CREATE INDEX batch_finished_at_idx ON public.batch USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX batch_open_idx ON public.batch USING btree (updated_at) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX batch_scope_admin_id_idx ON public.batch USING btree (scope_admin_id) WHERE (scope_admin_id IS NOT NULL);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF filter_sealed ON public.batch FOR EACH ROW WHEN ((new.filter_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_batch();

create table batch_piece (
  batch_id bigint not null,
  number integer not null,
  ids bigint[] not null,
  constraint batch_piece_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batch(id) ON DELETE CASCADE,
  constraint batch_piece_pkey PRIMARY KEY (batch_id, number)
);

create table batch_refusal (
  batch_id bigint not null,
  row_id bigint not null,
  reason jsonb not null,
  constraint batch_refusal_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batch(id) ON DELETE CASCADE,
  constraint batch_refusal_pkey PRIMARY KEY (batch_id, row_id)
);

create table business_clock (
  from_at timestamp with time zone not null,
  time_zone text not null,
  day_starts_at time without time zone not null,
  constraint business_clock_pkey PRIMARY KEY (from_at)
);

create table call_throttle (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint call_throttle_pkey PRIMARY KEY (key)
);

create table choice_change (
  entity text not null,
  entity_id bigint not null,
  constraint choice_change_pkey PRIMARY KEY (entity, entity_id)
);

create table choice_word (
  entity text not null,
  word text not null,
  entity_id bigint not null,
  constraint choice_word_pkey PRIMARY KEY (entity, word, entity_id)
);
CREATE INDEX choice_word_entity_id_idx ON public.choice_word USING btree (entity, entity_id);

create table data_key (
  id bigint generated always as identity not null,
  key_check text not null,
  mark bytea default '\x'::bytea not null,
  state text not null,
  fingerprint_key_sealed bytea,
  created_at timestamp(3) with time zone default now() not null,
  replaced_at timestamp(3) with time zone,
  gone_at timestamp(3) with time zone,
  constraint data_key_gone_check CHECK (((state = 'gone'::text) = (gone_at IS NOT NULL))),
  constraint data_key_key_check_key UNIQUE (key_check),
  constraint data_key_mark_key UNIQUE (mark),
  constraint data_key_pkey PRIMARY KEY (id),
  constraint data_key_state_check CHECK ((state = ANY (ARRAY['writing'::text, 'leaving'::text, 'closed'::text, 'ending'::text, 'gone'::text])))
);
CREATE UNIQUE INDEX data_key_former_key ON public.data_key USING btree ((true)) WHERE (state = ANY (ARRAY['leaving'::text, 'closed'::text, 'ending'::text]));
CREATE UNIQUE INDEX data_key_writing_key ON public.data_key USING btree ((true)) WHERE (state = 'writing'::text);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF fingerprint_key_sealed ON public.data_key FOR EACH ROW WHEN ((new.fingerprint_key_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_data_key();

create table delivery (
  id bigint default time_id() not null,
  event_id bigint not null,
  target_id bigint not null,
  subject_id bigint default 0 not null,
  ref_id bigint default 0 not null,
  fen bigint default 0 not null,
  ended_at timestamp(3) with time zone,
  round smallint default 0 not null,
  is_counted boolean default false not null,
  kind text not null,
  event text not null,
  state text default 'waiting'::text not null,
  reason text,
  tries jsonb default '[]'::jsonb not null,
  constraint delivery_ended_at_check CHECK (((state = 'waiting'::text) = (ended_at IS NULL))),
  constraint delivery_event_check CHECK ((event ~ '^[a-zA-Z]{1,32}$'::text)),
  constraint delivery_kind_check CHECK ((kind ~ '^[a-zA-Z]{1,32}$'::text)),
  constraint delivery_pkey PRIMARY KEY (id),
  constraint delivery_reason_check CHECK ((reason ~ '^[a-zA-Z]{1,32}$'::text)),
  constraint delivery_reason_state_check CHECK (((state = ANY (ARRAY['dead'::text, 'untold'::text])) = (reason IS NOT NULL))),
  constraint delivery_round_check CHECK ((round >= 0)),
  constraint delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'dead'::text, 'untold'::text])))
) partition by RANGE (id);
CREATE INDEX delivery_reason_idx ON ONLY public.delivery USING btree (kind, reason, id) INCLUDE (target_id, event) WHERE (reason IS NOT NULL);
CREATE INDEX delivery_state_idx ON ONLY public.delivery USING btree (kind, state, target_id, id) INCLUDE (event);
CREATE INDEX delivery_subject_idx ON ONLY public.delivery USING btree (subject_id, id) WHERE (subject_id <> 0);
CREATE INDEX delivery_target_idx ON ONLY public.delivery USING btree (kind, target_id, id) INCLUDE (state, event);

create table delivery_count (
  day date not null,
  target_id bigint not null,
  n bigint not null,
  kind text not null,
  event text not null,
  what text not null,
  constraint delivery_count_pkey PRIMARY KEY (kind, target_id, day, event, what)
);

create table delivery_due (
  delivery_id bigint not null,
  due_at timestamp(3) with time zone not null,
  claims integer default 0 not null,
  most smallint default 1 not null,
  target text not null,
  constraint delivery_due_most_check CHECK (((most >= 1) AND (most <= 100))),
  constraint delivery_due_pkey PRIMARY KEY (delivery_id)
);
CREATE INDEX delivery_due_target_idx ON public.delivery_due USING btree (target, due_at);

create table delivery_target (
  target text not null,
  since timestamp(3) with time zone default now() not null,
  calls integer default 0 not null,
  failures integer default 0 not null,
  broken_at timestamp(3) with time zone,
  probe_at timestamp(3) with time zone,
  paused_until timestamp(3) with time zone,
  constraint delivery_target_broken_check CHECK (((broken_at IS NULL) = (probe_at IS NULL))),
  constraint delivery_target_pkey PRIMARY KEY (target)
);

create table error_change (
  id bigint generated always as identity not null,
  event_id bigint not null,
  at timestamp(3) with time zone default now() not null,
  act text not null,
  admin_id bigint,
  release text default ''::text not null,
  until timestamp(3) with time zone,
  times integer,
  is_until_release boolean default false not null,
  constraint error_change_act_check CHECK ((act = ANY (ARRAY['resolve'::text, 'ignore'::text, 'reopen'::text, 'comeBack'::text]))),
  constraint error_change_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id),
  constraint error_change_event_id_fkey FOREIGN KEY (event_id) REFERENCES error_event(id) ON DELETE CASCADE,
  constraint error_change_pkey PRIMARY KEY (id)
);
CREATE INDEX error_change_event_id_idx ON public.error_change USING btree (event_id, id);

create table error_day (
  event_id bigint not null,
  day date not null,
  count integer not null,
  constraint error_day_event_id_fkey FOREIGN KEY (event_id) REFERENCES error_event(id) ON DELETE CASCADE,
  constraint error_day_pkey PRIMARY KEY (event_id, day)
);
CREATE INDEX error_day_day_idx ON public.error_day USING btree (day);

create table error_event (
  id bigint generated always as identity not null,
  source text not null,
  level text default 'error'::text not null,
  name text not null,
  message text not null,
  stack text default ''::text not null,
  url text default ''::text not null,
  user_agent text default ''::text not null,
  user_id bigint,
  fingerprint bytea not null,
  count integer default 1 not null,
  status text default 'open'::text not null,
  first_at timestamp(3) with time zone default now() not null,
  last_at timestamp(3) with time zone default now() not null,
  org_id bigint,
  stage text,
  version integer default 1 not null,
  updated_at timestamp(3) with time zone default now() not null,
  updated_by bigint,
  first_release text default ''::text not null,
  release text default ''::text not null,
  person_count integer default 0 not null,
  sample_count integer default 0 not null,
  resolved_at timestamp(3) with time zone,
  is_until_release boolean default false not null,
  ignored_until timestamp(3) with time zone,
  ignored_to integer,
  acts_at timestamp(3) with time zone,
  reopened_at timestamp(3) with time zone,
  issue_url text default ''::text not null,
  text_pairs text[] generated always as (text_pairs(((name || chr(10)) || "left"(message, 200)))) stored not null,
  constraint error_event_fingerprint_key UNIQUE (fingerprint),
  constraint error_event_ignored_check CHECK (((status = 'ignored'::text) OR ((ignored_until IS NULL) AND (ignored_to IS NULL)))),
  constraint error_event_level_check CHECK ((level = ANY (ARRAY['error'::text, 'warning'::text, 'info'::text]))),
  constraint error_event_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id) ON DELETE SET NULL,
  constraint error_event_pkey PRIMARY KEY (id),
  constraint error_event_resolved_check CHECK (((status <> 'resolved'::text) OR (resolved_at IS NOT NULL))),
  constraint error_event_source_check CHECK ((source = ANY (ARRAY['h5'::text, 'console'::text, 'server'::text, 'partner'::text]))),
  constraint error_event_status_check CHECK ((status = ANY (ARRAY['open'::text, 'ignored'::text, 'resolved'::text]))),
  constraint error_event_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id)
);
CREATE INDEX error_event_acts_at_idx ON public.error_event USING btree (acts_at, id) WHERE (acts_at IS NOT NULL);
CREATE INDEX error_event_count_idx ON public.error_event USING btree (count, id) INCLUDE (source, level, status);
CREATE INDEX error_event_first_at_idx ON public.error_event USING btree (first_at, id) INCLUDE (source, level, status);
CREATE INDEX error_event_last_at_idx ON public.error_event USING btree (last_at, id) INCLUDE (source, level, status);
CREATE INDEX error_event_org_id_idx ON public.error_event USING btree (org_id, last_at) WHERE (org_id IS NOT NULL);
CREATE INDEX error_event_person_count_idx ON public.error_event USING btree (person_count, id) INCLUDE (source, level, status);
CREATE INDEX error_event_status_idx ON public.error_event USING btree (status, last_at, id) INCLUDE (source, level);
CREATE INDEX error_event_text_pairs_idx ON public.error_event USING gin (text_pairs);
CREATE INDEX error_event_user_id_idx ON public.error_event USING btree (user_id) WHERE ((source <> 'console'::text) AND (user_id IS NOT NULL));
CREATE INDEX error_event_words_idx ON public.error_event USING gin (text_words(error_text(name, message, stack, url, user_agent))) WITH (fastupdate=off);

create table error_event_release (
  event_id bigint not null,
  release text not null,
  count integer not null,
  first_at timestamp(3) with time zone default now() not null,
  last_at timestamp(3) with time zone default now() not null,
  constraint error_event_release_event_id_fkey FOREIGN KEY (event_id) REFERENCES error_event(id) ON DELETE CASCADE,
  constraint error_event_release_pkey PRIMARY KEY (event_id, release)
);
CREATE INDEX error_event_release_release_idx ON public.error_event_release USING btree (release, event_id);

create table error_hour (
  event_id bigint not null,
  hour timestamp(0) with time zone not null,
  count integer not null,
  constraint error_hour_event_id_fkey FOREIGN KEY (event_id) REFERENCES error_event(id) ON DELETE CASCADE,
  constraint error_hour_pkey PRIMARY KEY (event_id, hour)
);
CREATE INDEX error_hour_hour_idx ON public.error_hour USING btree (hour);
CREATE TRIGGER error_hour_added AFTER INSERT ON public.error_hour FOR EACH ROW EXECUTE FUNCTION note_errors();
CREATE TRIGGER error_hour_counted AFTER UPDATE OF count ON public.error_hour FOR EACH ROW WHEN ((new.count > old.count)) EXECUTE FUNCTION note_errors();

create table error_person (
  event_id bigint not null,
  kind text not null,
  person_id bigint not null,
  first_at timestamp(3) with time zone default now() not null,
  constraint error_person_event_id_fkey FOREIGN KEY (event_id) REFERENCES error_event(id) ON DELETE CASCADE,
  constraint error_person_kind_check CHECK ((kind = ANY (ARRAY['admin'::text, 'user'::text]))),
  constraint error_person_pkey PRIMARY KEY (event_id, kind, person_id)
);
CREATE INDEX error_person_person_id_idx ON public.error_person USING btree (person_id, kind);

create table error_release (
  source text not null,
  release text not null,
  first_at timestamp(3) with time zone default now() not null,
  constraint error_release_pkey PRIMARY KEY (source, release),
  constraint error_release_source_check CHECK ((source = ANY (ARRAY['h5'::text, 'console'::text, 'server'::text, 'partner'::text])))
);

create table error_sample (
  event_id bigint not null,
  place smallint not null,
  at timestamp(3) with time zone not null,
  message text not null,
  stack text not null,
  url text not null,
  user_agent text not null,
  release text not null,
  request_id text not null,
  person_kind text,
  person_id bigint,
  constraint error_sample_event_id_fkey FOREIGN KEY (event_id) REFERENCES error_event(id) ON DELETE CASCADE,
  constraint error_sample_person_check CHECK (((person_kind IS NULL) = (person_id IS NULL))),
  constraint error_sample_person_kind_check CHECK ((person_kind = ANY (ARRAY['admin'::text, 'user'::text]))),
  constraint error_sample_pkey PRIMARY KEY (event_id, place)
);
CREATE INDEX error_sample_person_id_idx ON public.error_sample USING btree (person_id, person_kind) WHERE (person_id IS NOT NULL);
CREATE INDEX error_sample_words_idx ON public.error_sample USING gin (text_words(error_text(''::text, message, stack, url, user_agent))) WITH (fastupdate=off);

create table error_throttle (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint error_throttle_pkey PRIMARY KEY (key)
);

create table export_task (
  id bigint generated always as identity not null,
  resource text not null,
  format text not null,
  filter jsonb not null,
  filter_sealed bytea,
  names_person boolean default true not null,
  language text not null,
  scope_admin_id bigint,
  status text default 'queued'::text not null,
  rows_done bigint default 0 not null,
  rows_total bigint not null,
  file_id bigint,
  file_size bigint,
  failure text,
  run uuid,
  job_id uuid,
  created_by bigint not null,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  space_tries smallint default 0 not null,
  constraint export_task_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint export_task_done_check CHECK (((status <> 'done'::text) OR ((file_size IS NOT NULL) AND (expires_at IS NOT NULL) AND (finished_at IS NOT NULL)))),
  constraint export_task_failure_check CHECK (((failure IS NOT NULL) = (status = 'failed'::text))),
  constraint export_task_file_check CHECK (
CASE status
    WHEN 'done'::text THEN (file_id IS NOT NULL)
    WHEN 'running'::text THEN true
    ELSE (file_id IS NULL)
END),
  constraint export_task_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE SET NULL,
  constraint export_task_filter_check CHECK (((filter_sealed IS NOT NULL) OR (names_person AND (status <> ALL (ARRAY['queued'::text, 'running'::text]))))),
  constraint export_task_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text]))),
  constraint export_task_language_check CHECK ((language = ANY (ARRAY['zh-CN'::text, 'en-US'::text]))),
  constraint export_task_pkey PRIMARY KEY (id),
  constraint export_task_reason_check CHECK ((failure ~ '^[a-z][A-Za-z]{1,39}$'::text)),
  constraint export_task_resource_check CHECK ((resource ~ '^[a-z][A-Za-z]{1,39}$'::text)),
  constraint export_task_rows_check CHECK (((rows_done >= 0) AND (rows_total >= 0))),
  constraint export_task_run_check CHECK (((run IS NULL) OR (status = 'running'::text))),
  constraint export_task_scope_admin_id_fkey FOREIGN KEY (scope_admin_id) REFERENCES admin(id),
  constraint export_task_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])))
);
CREATE INDEX export_task_created_at_idx ON public.export_task USING btree (created_at, id) INCLUDE (created_by, resource, status);
CREATE INDEX export_task_created_by_idx ON public.export_task USING btree (created_by, created_at, id);
CREATE INDEX export_task_expires_at_idx ON public.export_task USING btree (expires_at) WHERE (status = 'done'::text);
CREATE INDEX export_task_file_id_idx ON public.export_task USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX export_task_open_idx ON public.export_task USING btree (created_by) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX export_task_scope_admin_id_idx ON public.export_task USING btree (scope_admin_id) WHERE (scope_admin_id IS NOT NULL);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF filter_sealed ON public.export_task FOR EACH ROW WHEN ((new.filter_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_export_task();

create table file (
  id bigint generated always as identity not null,
  use text not null,
  key text not null,
  name text not null,
  media_type text not null,
  size bigint not null,
  sha256 bytea not null,
  width integer,
  height integer,
  status text default 'pending'::text not null,
  owner_kind text,
  owner_id bigint,
  unclaimed_since timestamp(3) with time zone default now(),
  created_by bigint,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint file_claim_check CHECK (((owner_kind IS NULL) = (unclaimed_since IS NOT NULL))),
  constraint file_claimed_check CHECK (((owner_kind IS NULL) OR (status = 'stored'::text))),
  constraint file_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint file_key_key UNIQUE (key),
  constraint file_owner_check CHECK (((owner_kind IS NULL) = (owner_id IS NULL))),
  constraint file_pkey PRIMARY KEY (id),
  constraint file_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'stored'::text, 'removing'::text])))
);
CREATE INDEX file_owner_idx ON public.file USING btree (owner_kind, owner_id) WHERE (owner_kind IS NOT NULL);
CREATE INDEX file_unclaimed_by_idx ON public.file USING btree (created_by) WHERE (unclaimed_since IS NOT NULL);
CREATE INDEX file_unclaimed_since_idx ON public.file USING btree (unclaimed_since, id) WHERE (unclaimed_since IS NOT NULL);

create table file_ticket (
  token_hash bytea not null,
  file_id bigint not null,
  session_id bigint,
  expires_at timestamp(3) with time zone not null,
  access_token_id bigint,
  constraint file_ticket_access_token_id_fkey FOREIGN KEY (access_token_id) REFERENCES access_token(id) ON DELETE CASCADE,
  constraint file_ticket_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE,
  constraint file_ticket_holder_check CHECK ((num_nonnulls(session_id, access_token_id) = 1)),
  constraint file_ticket_pkey PRIMARY KEY (token_hash),
  constraint file_ticket_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
CREATE INDEX file_ticket_access_token_id_idx ON public.file_ticket USING btree (access_token_id);
CREATE INDEX file_ticket_expires_at_idx ON public.file_ticket USING btree (expires_at);
CREATE INDEX file_ticket_file_id_idx ON public.file_ticket USING btree (file_id);
CREATE INDEX file_ticket_session_id_idx ON public.file_ticket USING btree (session_id);

create table import_columns (
  admin_id bigint not null,
  list text not null,
  titles jsonb not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint import_columns_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint import_columns_pkey PRIMARY KEY (admin_id, list)
);

create table import_row (
  import_id bigint not null,
  line integer not null,
  state text default 'new'::text not null,
  key text,
  staged jsonb,
  repeats integer,
  problems text,
  cells_sealed bytea,
  mask text,
  print bigint,
  constraint import_row_pkey PRIMARY KEY (import_id, line),
  constraint import_row_staged_check CHECK ((((state = 'wrong'::text) = (key IS NULL)) AND ((state = 'wrong'::text) = (staged IS NULL)))),
  constraint import_row_wrong_check CHECK ((((state = 'wrong'::text) = (problems IS NOT NULL)) AND ((state = 'wrong'::text) = (cells_sealed IS NOT NULL))))
);

create table import_task (
  id bigint generated always as identity not null,
  list text not null,
  file_id bigint,
  file_name text not null,
  status text default 'checking'::text not null,
  percent integer default 0 not null,
  rows_read integer default 0 not null,
  report jsonb,
  result jsonb,
  problem text,
  problem_values jsonb,
  job_id text,
  checked_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  created_by bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  choices jsonb,
  titles jsonb,
  learned jsonb,
  constraint import_task_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint import_task_ended_check CHECK (((status = ANY (ARRAY['done'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])) = (ended_at IS NOT NULL))),
  constraint import_task_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE SET NULL,
  constraint import_task_pkey PRIMARY KEY (id),
  constraint import_task_problem_check CHECK (((status = 'failed'::text) = (problem IS NOT NULL))),
  constraint import_task_report_check CHECK (((status <> ALL (ARRAY['checked'::text, 'committing'::text, 'done'::text])) OR (report IS NOT NULL))),
  constraint import_task_result_check CHECK (((status = 'done'::text) = (result IS NOT NULL))),
  constraint import_task_status_check CHECK ((status = ANY (ARRAY['checking'::text, 'checked'::text, 'committing'::text, 'done'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])))
);
CREATE INDEX import_task_created_by_idx ON public.import_task USING btree (created_by, list, id);
CREATE INDEX import_task_file_id_idx ON public.import_task USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE UNIQUE INDEX import_task_open_key ON public.import_task USING btree (created_by, list) WHERE (status = ANY (ARRAY['checking'::text, 'checked'::text, 'committing'::text]));
CREATE INDEX import_task_status_idx ON public.import_task USING btree (status, updated_at);

create table instance (
  id uuid not null,
  host text not null,
  pid integer not null,
  version text not null,
  commit text not null,
  node text not null,
  roles text[] not null,
  started_at timestamp(3) with time zone not null,
  beat_at timestamp(3) with time zone not null,
  sent_at timestamp(3) with time zone not null,
  is_draining boolean not null,
  facts jsonb not null,
  constraint instance_pkey PRIMARY KEY (id)
);

create table job_run (
  job_id uuid not null,
  name text not null,
  run uuid not null,
  is_under_way boolean not null,
  killed integer default 0 not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint job_run_killed_check CHECK ((killed >= 0)),
  constraint job_run_pkey PRIMARY KEY (job_id)
);
CREATE INDEX job_run_updated_at_idx ON public.job_run USING btree (updated_at);

create table job_schedule (
  name text not null,
  due_at timestamp(3) with time zone not null,
  constraint job_schedule_pkey PRIMARY KEY (name)
);

create table key_holder (
  id uuid not null,
  key_checks text[] not null,
  follows text not null,
  serves_open boolean not null,
  seen_at timestamp(3) with time zone default now() not null,
  constraint key_holder_pkey PRIMARY KEY (id)
);

create table list_guess (
  admin_id bigint not null,
  mask text not null,
  print bigint not null,
  compared_at timestamp with time zone default now() not null,
  constraint list_guess_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint list_guess_pkey PRIMARY KEY (admin_id, mask, print)
);
CREATE INDEX list_guess_compared_at_idx ON public.list_guess USING brin (compared_at);

create table look_up (
  admin_id bigint not null,
  value_hash bytea not null,
  mask_hash bytea,
  counted_at timestamp(3) with time zone default clock_timestamp() not null,
  is_miss boolean default true not null,
  noted text[] default '{}'::text[] not null,
  constraint look_up_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint look_up_pkey PRIMARY KEY (admin_id, value_hash)
);
CREATE INDEX look_up_counted_at_idx ON public.look_up USING btree (counted_at);
CREATE INDEX look_up_mask_idx ON public.look_up USING btree (admin_id, mask_hash, counted_at) WHERE (mask_hash IS NOT NULL);
CREATE INDEX look_up_miss_idx ON public.look_up USING btree (admin_id, counted_at) WHERE is_miss;

create table look_up_alarm (
  admin_id bigint not null,
  told_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint look_up_alarm_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint look_up_alarm_pkey PRIMARY KEY (admin_id)
);

create table message (
  id bigint generated always as identity not null,
  admin_id bigint not null,
  kind text not null,
  title jsonb not null,
  sub_title jsonb,
  content jsonb not null,
  avatar text,
  message_type integer,
  link jsonb,
  read_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint message_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint message_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'notice'::text, 'todo'::text]))),
  constraint message_message_type_check CHECK (((message_type >= 0) AND (message_type <= 3))),
  constraint message_pkey PRIMARY KEY (id)
);
CREATE INDEX message_admin_id_idx ON public.message USING btree (admin_id, created_at, id) INCLUDE (kind, read_at);
CREATE INDEX message_created_at_idx ON public.message USING btree (created_at, id);
CREATE INDEX message_kind_idx ON public.message USING btree (admin_id, kind, created_at, id) INCLUDE (read_at);
CREATE INDEX message_unread_idx ON public.message USING btree (admin_id, kind, created_at, id) WHERE (read_at IS NULL);

create table notice (
  id bigint default time_id() not null,
  told bigint[] not null,
  kind text not null,
  title jsonb not null,
  content jsonb not null,
  link jsonb,
  figures jsonb,
  constraint notice_kind_check CHECK ((kind ~ '^[a-zA-Z]{1,32}$'::text)),
  constraint notice_pkey PRIMARY KEY (id)
) partition by RANGE (id);

create table notice_file (
  id bigint not null,
  nth integer not null,
  name text not null,
  content bytea,
  constraint notice_file_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint notice_file_pkey PRIMARY KEY (id, nth)
) partition by RANGE (id);

create table partitioned_table (
  name text not null,
  unit text not null,
  ahead integer not null,
  keep_days_min integer,
  constraint partitioned_table_ahead_check CHECK ((ahead > 0)),
  constraint partitioned_table_pkey PRIMARY KEY (name),
  constraint partitioned_table_unit_check CHECK ((unit = ANY (ARRAY['hour'::text, 'day'::text, 'month'::text])))
);

create table push_dedupe (
  user_id bigint not null,
  org_id bigint not null,
  until timestamp(3) with time zone not null,
  constraint push_dedupe_pkey PRIMARY KEY (user_id, org_id)
);

create table resealed_column (
  data_key_id bigint not null,
  name text not null,
  after jsonb,
  seen bigint default 0 not null,
  resealed bigint default 0 not null,
  unreadable bigint default 0 not null,
  in_pass bigint default 0 not null,
  done_at timestamp(3) with time zone,
  constraint resealed_column_data_key_id_fkey FOREIGN KEY (data_key_id) REFERENCES data_key(id),
  constraint resealed_column_pkey PRIMARY KEY (data_key_id, name)
);

create table schema_step (
  name text not null,
  needs_code integer,
  constraint schema_step_pkey PRIMARY KEY (name)
);

create table service_fact (
  key text not null,
  value text not null,
  constraint service_fact_pkey PRIMARY KEY (key)
);

create table setting (
  key text not null,
  value jsonb,
  updated_by bigint,
  updated_at timestamp(3) with time zone default now() not null,
  version integer default 1 not null,
  constraint setting_pkey PRIMARY KEY (key),
  constraint setting_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id)
);
CREATE TRIGGER setting_clock AFTER INSERT OR DELETE OR UPDATE ON public.setting FOR EACH STATEMENT EXECUTE FUNCTION note_clock();

CREATE OR REPLACE FUNCTION public.add_fact(kind text, ref_id bigint, person "user", channel_id bigint, org_id bigint, plan_id bigint, product_id bigint, city_code text, flow text, fen bigint DEFAULT 0, fee_fen bigint DEFAULT 0)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  today date := business_day(now());
begin
  insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, fen, fee_fen, day, came, city_code, kind, flow)
    values (time_id(now()), ref_id, coalesce(person.id, 0), coalesce(channel_id, 0), coalesce(org_id, 0), coalesce(plan_id, 0),
      coalesce(product_id, 0), fen, fee_fen, today, coalesce(least(today, business_day(person.created_at)), today),
      city_number(city_code), kind, coalesce(flow, ''));
end $function$;

CREATE OR REPLACE FUNCTION public.add_order_fact(kind text, ref_id bigint, of_order payment_order, fen bigint, fee_fen bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  person "user" := (select u from "user" u where u.id = of_order.user_id);
  bought product := (select p from product p where p.id = of_order.product_id);
begin
  perform add_fact(kind, ref_id, person, of_order.channel_id, bought.org_id, 0, of_order.product_id, person.city_code,
    coalesce(bought.flow, person.flow), fen, fee_fen);
end $function$;

CREATE OR REPLACE FUNCTION public.add_push_fact(kind text, ref_id bigint, of_push push_record)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform add_fact(kind, ref_id, (select u from "user" u where u.id = of_push.user_id), of_push.channel_id, of_push.org_id,
    of_push.plan_id, 0, of_push.city_code, of_push.flow);
end $function$;

CREATE OR REPLACE FUNCTION public.announce_open_callers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('open_caller', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_log_fence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log can only be added to' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.audit_log_set_head()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  week constant bigint := 7 * 86400000::bigint << 22;
begin
  new.is_head := new.act_group is null or not exists (
    select from public.audit_log h
    where h.act_group = new.act_group and h.point = new.point and h.admin_id is not distinct from new.admin_id
      and h.id between new.id - week and new.id + week);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.book_transfer(debit bigint, credit bigint, amount bigint, of_kind text, of_ref_kind text, of_ref_id text, day date, admin bigint, reverses bigint, from_hold bigint, OUT outcome text, OUT booking transfer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  guarded account;
  change bigint;
begin
  -- Locks the guarded account. Callers that name the same reference name the same account, so they wait here for each other.
  select * into guarded from account a where a.id in (debit, credit) and a.balance_fen is not null for no key update;
  select t.* into booking from transfer_ref r join transfer t on t.id = r.transfer_id
    where r.kind = of_kind and r.ref_kind = of_ref_kind and r.ref_id = of_ref_id;
  if booking.id is not null then
    outcome := case when (booking.debit_account_id, booking.credit_account_id, booking.amount_fen) = (debit, credit, amount)
      then 'known' else 'other' end;
    return;
  end if;
  booking.at := date_trunc('milliseconds', clock_timestamp());
  booking.id := time_id(booking.at);
  booking.debit_account_id := debit;
  booking.credit_account_id := credit;
  booking.amount_fen := amount;
  booking.kind := of_kind;
  booking.ref_kind := of_ref_kind;
  booking.ref_id := of_ref_id;
  booking.business_day := day;
  booking.by_admin := admin;
  booking.reverses_id := reverses;
  if guarded.id is not null then
    change := case guarded.id when credit then amount else -amount end;
    booking.account_id := guarded.id;
    booking.number := guarded.transfers + 1;
    booking.balance_after_fen := guarded.balance_fen + change;
    booking.previous_hash := guarded.hash;
    booking.hash := sha256(convert_to(transfer_text(booking), 'UTF8'));
    update account a set balance_fen = a.balance_fen + change, held_fen = a.held_fen - from_hold,
        transfers = booking.number, hash = booking.hash
      where a.id = guarded.id and a.balance_fen + change >= a.held_fen - from_hold;
    if not found then
      outcome := 'insufficient';
      booking := null;
      return;
    end if;
  end if;
  insert into transfer_ref values (of_kind, of_ref_kind, of_ref_id, booking.id);
  insert into transfer values (booking.*);
  outcome := 'booked';
end $function$;

CREATE OR REPLACE FUNCTION public.business_day(at timestamp with time zone)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (select business_day(at, c.time_zone, c.day_starts_at) from business_clock c where c.from_at <= at
    order by c.from_at desc limit 1);
end $function$;

CREATE OR REPLACE FUNCTION public.business_day(at timestamp with time zone, zone text, day_starts_at time without time zone)
 RETURNS date
 LANGUAGE sql
 STABLE
RETURN CASE WHEN ((((at - '24:00:00'::interval) AT TIME ZONE zone) + '24:00:00'::interval) <= (at AT TIME ZONE zone)) THEN (((at AT TIME ZONE zone) - (day_starts_at)::interval))::date ELSE business_day_put_back(at, zone, day_starts_at) END;

CREATE OR REPLACE FUNCTION public.business_day_put_back(at timestamp with time zone, zone text, day_starts_at time without time zone)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  -- What the clock would show if it had not been put back.
  unchanged timestamp := (at - interval '24 hours') at time zone zone + interval '24 hours';
  day date := (at at time zone zone - day_starts_at)::date;
  next_begins timestamp := day + 1 + day_starts_at;
  began timestamptz := at - (unchanged - next_begins);
begin
  return case when began <= at and began at time zone zone = next_begins then day + 1 else day end;
end $function$;

CREATE OR REPLACE FUNCTION public.channel_code(number bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  select 'c' || string_agg(substr('23456789abcdefghijkmnpqrstuvwxyz', ((mixed >> (5 * place)) & 31)::int + 1, 1), '' order by place)
  from (select product # (product >> 17) as mixed from (select (number * 181081877) % 34359738368 as product) multiplied) numbers,
    generate_series(0, 6) place
$function$;

CREATE OR REPLACE FUNCTION public.choose_checks(wanted jsonb, lease interval)
 RETURNS TABLE(user_id bigint, claims integer, pushes bigint[])
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
begin
  -- As the pushes name them.
  perform from "user" u where u.id in (select r."user" from jsonb_to_recordset(wanted) as r ("user" bigint))
    order by u.id for key share;
  return query
    with held as materialized (
      select r.* from due_step d join jsonb_to_recordset(wanted) as r ("user" bigint, claims integer, state jsonb, channel bigint,
          city text, flow text, plans jsonb, run jsonb, ms integer)
        on d.user_id = r."user" and d.claims = r.claims
        join "user" u on u.id = r."user" and u.status <> 'deleted'
      order by d.user_id for update of d
    ), numbered as materialized (
      select h.*, time_id() as run_id from held h
    ), chosen as materialized (
      select p.*, time_id() as push_id
      from (
        select n."user", n.channel, n.city, n.flow, n.run_id, p.*
        from numbered n cross join lateral rows from (jsonb_to_recordset(n.plans) as (plan bigint, org bigint, price integer,
          lowest integer, highest integer, dedupe integer)) with ordinality p (plan, org, price, lowest, highest, dedupe, nth)
        order by n.run_id, p.nth
      ) p
    ), added as (
      insert into push_record (id, user_id, channel_id, plan_id, org_id, match_run_id, price_fen, price_min_fen, price_max_fen,
        dedupe_days, flow, city_code, stage)
      select c.push_id, c."user", c.channel, c.plan, c.org, c.run_id, c.price, c.lowest, c.highest, c.dedupe, c.flow, c.city, 'check'
      from chosen c order by c.push_id
    ), asked as materialized (
      select c."user", array_agg(c.push_id order by c.push_id) as pushes from chosen c group by c."user"
    ), advanced as (
      update due_step d set kind = 'check', push_id = null, state = n.state || jsonb_build_object('checks', to_jsonb(a.pushes::text[])),
        due_at = now() + lease, claims = d.claims + 1, waits_for = null, wakes = false
      from numbered n join asked a using ("user") where d.user_id = n."user" returning d.user_id, d.claims
    ), ended as (
      delete from due_step d using numbered n where d.user_id = n."user" and n.plans = '[]'
    ), runs as (
      insert into match_run (id, user_id, plan_id, flow, why_not, ranked_plan_ids, ranked_price_fen, ranked_rate_bp, snapshot_id,
        reasons, later, facts, seen, ranked)
      select n.run_id, n."user", null, n.flow, r."whyNot"::jsonb, r."rankedPlanIds", r."rankedPriceFen", r."rankedRateBp",
        r."snapshotId", r.reasons, r.later, r.facts::jsonb, r.seen::jsonb, r.ranked
      from numbered n cross join lateral jsonb_to_record(n.run) as r ("whyNot" text, "rankedPlanIds" bigint[],
        "rankedPriceFen" integer[], "rankedRateBp" smallint[], "snapshotId" bigint, reasons bytea, later bytea, facts text, seen text,
        ranked bytea)
      order by n.run_id
    ), noted as (
      insert into step_taken (user_id, kind, ms, result)
      select n."user", 'check', n.ms, '0' from numbered n where n.plans = '[]' order by n."user"
    )
    select n."user", v.claims, a.pushes from numbered n left join asked a using ("user") left join advanced v on v.user_id = n."user";
end $function$;

CREATE OR REPLACE FUNCTION public.city_number(code text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (code ~ '^[0-9]{6}$'::text) THEN (code)::integer ELSE 0 END;

CREATE OR REPLACE FUNCTION public.claim_caps(wanted jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  w record;
  seen record;
begin
  for w in select * from rows from (jsonb_to_recordset(wanted) as (kind text, id bigint, "channelId" bigint, span text,
    starts timestamptz, fen bigint, most integer, "mostFen" bigint)) with ordinality
  loop
    if coalesce(w.most >= 1, true) and coalesce(w.fen <= w."mostFen", true) then
      insert into cap_use as c (kind, id, channel_id, span, starts, used, fen)
        values (w.kind, w.id, w."channelId", w.span, w.starts, 1, w.fen)
        on conflict (kind, id, channel_id, span, starts) do update set used = c.used + 1, fen = c.fen + excluded.fen
        where (w.most is null or c.used < w.most) and (w."mostFen" is null or c.fen + excluded.fen <= w."mostFen");
      continue when found;
    end if;
    select c.used, c.fen into seen from cap_use c where (c.kind, c.id, c.channel_id, c.span, c.starts)
      = (w.kind, w.id, w."channelId", w.span, w.starts);
    return jsonb_build_object('at', w.ordinality - 1, 'used', coalesce(seen.used, 0), 'fen', coalesce(seen.fen, 0));
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.days_since_sent(of_users bigint[])
 RETURNS TABLE(user_id bigint, org_id bigint, days integer)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
begin
  return query
    select r.user_id, r.org_id, case when bool_or(r.status in ('pending', 'unknown')) then 0
      else floor(extract(epoch from now() - max(r.request_at)) / 86400)::integer end
    from push_record r where r.user_id = any(of_users) and r.status <> 'failed' and r.stage not in ('check', 'consent')
    group by r.user_id, r.org_id;
end $function$;

CREATE OR REPLACE FUNCTION public.decide_pushes(wanted jsonb, counters jsonb, orgs bigint[], lease interval)
 RETURNS TABLE(nth integer, outcome text, push_id bigint, claims integer, cap integer, used integer, fen bigint)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_variable
declare
  -- Rows are found by arrays: a join would be planned by the statistics of a table that is empty at quiet times.
  people bigint[] := array(select r."user" from jsonb_to_recordset(wanted) as r ("user" bigint));
  repeated bigint[] := array(select r.again from jsonb_to_recordset(wanted) as r (again bigint) where r.again is not null);
  cap_used integer[];
  cap_fen bigint[];
  cap_most integer[];
  cap_most_fen bigint[];
  is_touched boolean[];
  available bigint[];
  decided integer[] := '{}';
  screen_ids bigint[] := '{}';
  step_ids bigint[] := '{}';
  run_ids bigint[] := '{}';
  push_ids bigint[] := '{}';
  w record;
  c integer;
  stored bigint;
  holds bigint;
begin
  perform from "user" u where u.id = any(people) order by u.id for no key update;
  perform from due_step d where d.user_id = any(people) order by d.user_id for update;
  perform from push_target t join jsonb_to_recordset(wanted) as r ("user" bigint, "pushPlan" bigint)
    on t.push_plan_id = r."pushPlan" and t.user_id = r."user" order by t.push_plan_id, t.user_id for no key update of t;
  -- Locks the counters one by one in their order, whether they are new or not.
  insert into cap_use as u (kind, id, channel_id, span, starts)
    select r.kind, r.id, r."channelId", r.span, r.starts
    from rows from (jsonb_to_recordset(counters) as (kind text, id bigint, "channelId" bigint, span text, starts timestamptz))
      with ordinality r (kind, id, "channelId", span, starts, place) order by r.place
    on conflict (kind, id, channel_id, span, starts) do update set used = u.used where false;
  select array_agg(u.used order by r.place), array_agg(u.fen order by r.place), array_agg(r.most order by r.place),
      array_agg(r."mostFen" order by r.place), array_agg(false)
    into cap_used, cap_fen, cap_most, cap_most_fen, is_touched
    from rows from (jsonb_to_recordset(counters) as (kind text, id bigint, "channelId" bigint, span text, starts timestamptz,
        most integer, "mostFen" bigint))
      with ordinality r (kind, id, "channelId", span, starts, most, "mostFen", place)
    join cap_use u on (u.kind, u.id, u.channel_id, u.span, u.starts) = (r.kind, r.id, r."channelId", r.span, r.starts);
  perform from account a where a.org_id = any(orgs) order by a.id for no key update;
  available := array(select coalesce(a.balance_fen - a.held_fen, 0) from unnest(orgs) with ordinality o (org, place)
    left join account a on a.org_id = o.org order by o.place);

  for w in
    select r.place::integer as place, r.caps, r.amount, r.account, r.again,
      u.id is not null and d.user_id is not null and (r.again is null or exists (
        select from push_record p where p.user_id = r."user" and p.id = r.again and p.status = 'failed')) as is_held,
      s.until >= now() as is_sent
    from rows from (jsonb_to_recordset(wanted) as ("user" bigint, claims integer, org bigint, caps integer[], amount bigint,
        account integer, again bigint))
      with ordinality r ("user", claims, org, caps, amount, account, again, place)
    left join "user" u on u.id = r."user" and u.status <> 'deleted'
    left join due_step d on d.user_id = any(people) and d.user_id = r."user" and d.claims = r.claims
    left join push_dedupe s on s.user_id = r."user" and s.org_id = r.org
    order by r.place
  loop
    nth := w.place;
    outcome := case when not w.is_held then 'gone' end;
    push_id := null;
    claims := null;
    cap := null;
    used := null;
    fen := null;
    if outcome is null then
      foreach c in array w.caps loop
        if cap_used[c] >= cap_most[c] or cap_fen[c] + w.amount > cap_most_fen[c] then
          outcome := 'cap';
          cap := c;
          used := cap_used[c];
          fen := cap_fen[c];
          exit;
        end if;
      end loop;
    end if;
    if outcome is null then
      outcome := case when w.is_sent then 'dedupe' when w.amount > available[w.account] then 'funds' end;
    end if;
    if outcome is not null then
      return next;
      continue;
    end if;
    foreach c in array w.caps loop
      cap_used[c] := cap_used[c] + 1;
      cap_fen[c] := cap_fen[c] + w.amount;
      is_touched[c] := true;
    end loop;
    available[w.account] := available[w.account] - w.amount;
    -- In the order of time: the push is later than the match, and the match than the screening.
    decided := decided || w.place;
    screen_ids := screen_ids || time_id();
    step_ids := step_ids || time_id();
    run_ids := run_ids || time_id();
    push_ids := push_ids || coalesce(w.again, time_id());
  end loop;
  if decided = '{}' then
    return;
  end if;

  update cap_use u set used = n.used, fen = n.fen
    from rows from (jsonb_to_recordset(counters) as (kind text, id bigint, "channelId" bigint, span text, starts timestamptz))
      with ordinality r (kind, id, "channelId", span, starts, place)
    join unnest(cap_used, cap_fen, is_touched) with ordinality n (used, fen, is_touched, place) on n.place = r.place
    where n.is_touched and (u.kind, u.id, u.channel_id, u.span, u.starts) = (r.kind, r.id, r."channelId", r.span, r.starts);

  return query
    with chosen as materialized (
      select r.*, i.screen_id, i.step_id, i.run_id, i.push_id, r.again is null as is_new
      from rows from (jsonb_to_recordset(wanted) as ("user" bigint, claims integer, state jsonb, plan bigint, org bigint, channel bigint,
          city text, flow text, price integer, lowest integer, highest integer, dedupe integer, "pushPlan" bigint, again bigint, run jsonb,
          ms integer, level text, "screenMs" integer))
        with ordinality r ("user", claims, state, plan, org, channel, city, flow, price, lowest, highest, dedupe, "pushPlan", again, run,
          ms, level, "screenMs", place)
      join unnest(decided, screen_ids, step_ids, run_ids, push_ids) i (place, screen_id, step_id, run_id, push_id) on i.place = r.place
    ), users as (
      update "user" u set push_count = u.push_count + case when c.is_new then 1 else 0 end,
        status = case when u.status in ('registered', 'profiled') then 'matched' else u.status end,
        risk_level = coalesce(c.level, u.risk_level), risk_checked_at = case when c.level is null then u.risk_checked_at else now() end
      from chosen c where u.id = c."user" and (c.is_new or u.status in ('registered', 'profiled'))
    ), steps as (
      update due_step d set kind = 'submit', push_id = c.push_id, state = c.state, due_at = lease_end(d.due_at, lease),
        claims = d.claims + 1, waits_for = null, wakes = false
      from chosen c where d.user_id = any(people) and d.user_id = c."user" returning d.user_id, d.claims
    ), pairs as (
      insert into push_dedupe as d (user_id, org_id, until)
      select c."user", c.org, time_of_id(c.push_id) + c.dedupe * interval '1 day' from chosen c
      on conflict (user_id, org_id) do update set until = excluded.until
    ), pushes as (
      insert into push_record (id, user_id, channel_id, plan_id, org_id, push_plan_id, match_run_id, price_fen, price_min_fen,
        price_max_fen, dedupe_days, flow, city_code)
      select c.push_id, c."user", c.channel, c.plan, c.org, c."pushPlan", c.run_id, c.price, c.lowest, c.highest, c.dedupe, c.flow, c.city
      from chosen c where c.is_new order by c.push_id
    ), repeats as (
      update push_record p set status = 'pending', responded_at = null, price_fen = c.price, price_min_fen = c.lowest,
        price_max_fen = c.highest, updated_at = now()
      from chosen c where p.id = any(repeated) and p.id = c.push_id and p.user_id = c."user"
    ), targets as (
      update push_target t set state = 'pushed', push_id = c.push_id
      from chosen c where c.is_new and t.push_plan_id = c."pushPlan" and t.user_id = c."user" and t.state = 'sent'
    ), runs as (
      insert into match_run (id, user_id, plan_id, flow, why_not, ranked_plan_ids, ranked_price_fen, ranked_rate_bp, snapshot_id,
        reasons, later, facts, seen, ranked)
      select c.run_id, c."user", c.plan, c.flow, r."whyNot"::jsonb, r."rankedPlanIds", r."rankedPriceFen", r."rankedRateBp",
        r."snapshotId", r.reasons, r.later, r.facts::jsonb, r.seen::jsonb, r.ranked
      from chosen c cross join lateral jsonb_to_record(c.run) as r ("whyNot" text, "rankedPlanIds" bigint[], "rankedPriceFen" integer[],
        "rankedRateBp" smallint[], "snapshotId" bigint, reasons bytea, later bytea, facts text, seen text, ranked bytea)
      where c.is_new order by c.run_id
    ), noted as (
      insert into step_taken (id, user_id, kind, ms, result, plan_id)
      select s.* from chosen c cross join lateral (values (c.screen_id, c."user", 'screen', c."screenMs", c.level, null),
        (c.step_id, c."user", 'match', c.ms, 'matched', c.plan)) s (id, user_id, kind, ms, result, plan_id)
      where c.is_new and s.result is not null order by s.id
    )
    select c.place::integer, 'decided', c.push_id, s.claims, null::integer, null::integer, null::bigint
    from chosen c join steps s on s.user_id = c."user";

  select count(*), count(*) filter (where h.outcome = 'held') into stored, holds
    from (select array_agg(r.org order by r.place) as orgs, array_agg(r.amount order by r.place) as amounts,
        array_agg('push'::text order by r.place) as kinds, array_agg(i.push_id::text order by r.place) as ids
      from rows from (jsonb_to_recordset(wanted) as (org bigint, amount bigint)) with ordinality r (org, amount, place)
      join unnest(decided, push_ids) i (place, push_id) on i.place = r.place where r.amount > 0) a
    cross join lateral hold_amounts(a.orgs, a.amounts, a.kinds, a.ids) h
    where a.orgs is not null;
  if stored <> holds then
    raise exception 'a price that is available could not be held';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.drop_archived(of_table text, day_from timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  day public.archive_day;
  part_name text;
  found_rows record;
begin
  select * into strict day from public.archive_day d
    where d.table_name = of_table and d.from_at = day_from and d.dropped_at is null for update;
  if day.to_at > now() - interval '7 days' then
    raise exception 'the day % of % is not closed for long enough', day_from, of_table using errcode = 'invalid_parameter_value';
  end if;
  select p.name into part_name from public.partitions_of(of_table) p where p.from_at = day.from_at and p.to_at = day.to_at;
  if part_name is null or exists (select from public.partitions_of(of_table) p where p.from_at < day.from_at) then
    return 'waits';
  end if;
  execute format('lock table part.%I in share mode', part_name);
  select * into found_rows from public.rows_within(of_table, day.from_at, day.to_at);
  if found_rows.row_count <> day.row_count or found_rows.checksum <> day.checksum then
    return 'changed';
  end if;
  execute format('drop table part.%I', part_name);
  update public.archive_day d set dropped_at = now() where d.table_name = of_table and d.from_at = day_from;
  return 'dropped';
end $function$;

CREATE OR REPLACE FUNCTION public.drop_open_nonces()
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  part_name text;
  bounds text;
begin
  for part_name, bounds in
    select c.relname, pg_get_expr(c.relpartbound, c.oid) from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.open_nonce'::regclass order by c.relname
  loop
    continue when (regexp_match(bounds, 'TO \(''?(\d+)''?\)'))[1]::bigint > public.time_id_at(now() - interval '20 minutes');
    execute format('drop table part.%I', part_name);
    return next part_name;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.drop_partitions(of_table text, keep_days integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  declared public.partitioned_table;
  part_name text;
  lines bigint;
begin
  select * into strict declared from public.partitioned_table t where t.name = of_table;
  if declared.keep_days_min is null or keep_days < declared.keep_days_min then
    raise exception 'partitions of % are kept longer than % days: at least %', of_table, keep_days,
      coalesce(declared.keep_days_min::text, 'for ever')
      using errcode = 'invalid_parameter_value';
  end if;
  for part_name in
    select p.name from public.partitions_of(of_table) p where p.to_at <= now() - keep_days * interval '1 day' order by p.to_at
  loop
    if of_table = 'audit_log' then
      execute format('select count(*) from part.%I', part_name) into lines;
      insert into public.audit_log (point, target_kind, target_id, after)
        values ('audit:retention', 'auditLog', replace(right(part_name, 7), '_', '-'), jsonb_build_object('deleted', lines));
    end if;
    execute format('drop table part.%I', part_name);
    return next part_name;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.end_checks(wanted jsonb)
 RETURNS TABLE(user_id bigint, offers integer)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  offered bigint[] := array(
    select r."user" from jsonb_to_recordset(wanted) as r ("user" bigint, checks bigint[])
    where exists (select from push_record p where p.user_id = r."user" and p.id = any(r.checks) and p.stage <> 'check') order by 1);
begin
  perform from "user" u where u.id = any(offered) order by u.id for no key update;
  update "user" u set status = 'matched' where u.id = any(offered) and u.status in ('registered', 'profiled');
  perform from due_step d join jsonb_to_recordset(wanted) as r ("user" bigint, claims integer)
    on d.user_id = r."user" and d.claims = r.claims order by d.user_id for update of d;
  return query
    with ended as (
      delete from due_step d using jsonb_to_recordset(wanted) as r ("user" bigint, claims integer)
      where d.user_id = r."user" and d.claims = r.claims returning d.user_id
    ), counted as materialized (
      select e.user_id, r.ms, (
        select count(*) from push_record p where p.user_id = r."user" and p.id = any(r.checks) and p.stage <> 'check')::integer as offers
      from ended e join jsonb_to_recordset(wanted) as r ("user" bigint, checks bigint[], ms integer) on r."user" = e.user_id
    ), noted as (
      insert into step_taken (user_id, kind, ms, result)
      select c.user_id, 'check', c.ms, c.offers::text from counted c order by c.user_id
    )
    select c.user_id, c.offers from counted c;
end $function$;

CREATE OR REPLACE FUNCTION public.enter_open_calls(key_ids bigint[], nonces text[], signed_at bigint[], keys text[], hashes bytea[], claims uuid[], nonce_seconds integer, claim_seconds integer, kept_hours integer, midnight_minutes integer, OUT fresh integer[], OUT claimed integer[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  days_id bigint[];
begin
  with given as (
    select g.key_id, g.nonce, g.nth, to_timestamp(g.at) as at, date_trunc('hour', to_timestamp(g.at)) as hour,
      g.at % 3600 <= nonce_seconds or g.at % 3600 >= 3600 - nonce_seconds as is_near
    from unnest(key_ids, nonces, signed_at) with ordinality g (key_id, nonce, at, nth)
  ), used as (
    insert into open_nonce as t (id, api_key_id, nonce, at)
    select time_id_at(g.hour), g.key_id, g.nonce, g.at from given g
    -- The nonce could have been used within the hour before or after.
    where not g.is_near or not exists (select from open_nonce o where o.api_key_id = g.key_id and o.nonce = g.nonce
      and o.id in (time_id_at(g.hour - interval '1 hour'), time_id_at(g.hour + interval '1 hour'))
      and abs(extract(epoch from o.at - g.at)) <= nonce_seconds)
    order by g.key_id, g.nonce
    on conflict (api_key_id, nonce, id) do update set at = excluded.at
      where abs(extract(epoch from excluded.at - t.at)) > nonce_seconds
    returning t.api_key_id, t.nonce
  )
  select coalesce(array_agg(g.nth::int), '{}') into fresh
    from given g join used u on u.api_key_id = g.key_id and u.nonce = g.nonce;

  claimed := '{}';
  if fresh = '{}' or array_remove(keys, null) = '{}' then
    return;
  end if;
  -- Around midnight a key could be claimed on both days.
  if (now() at time zone 'UTC')::time not between make_time(0, midnight_minutes, 0) and make_time(23, 60 - midnight_minutes, 0) then
    perform pg_advisory_xact_lock(h.hash) from (
      select distinct hashtextextended(g.key_id || ' ' || g.key, 35) as hash
      from unnest(key_ids, keys) with ordinality g (key_id, key, nth) where g.nth = any(fresh) and g.key is not null order by 1) h;
  end if;
  -- A statement after the lock, which sees what was committed meanwhile.
  select array_agg(time_id_at((date_trunc('day', now() at time zone 'UTC') + make_interval(days => d)) at time zone 'UTC') order by d)
    into days_id from generate_series(-1, 1) d;
  with given as (
    select distinct on (g.key_id, g.key) g.*
    from unnest(key_ids, keys, hashes, claims) with ordinality g (key_id, key, hash, claim, nth)
    where g.nth = any(fresh) and g.key is not null order by g.key_id, g.key, g.nth
  ), made as (
    insert into open_answer (id, api_key_id, key, request_hash, claim, claimed_until)
    select days_id[2], g.key_id, g.key, g.hash, g.claim, now() + make_interval(secs => claim_seconds) from given g
    where not exists (select from open_answer y where y.id in (days_id[1], days_id[3]) and y.api_key_id = g.key_id and y.key = g.key
      and y.created_at > now() - make_interval(hours => kept_hours))
    order by g.key_id, g.key
    on conflict (api_key_id, key, id) do nothing
    returning api_key_id, key
  )
  select coalesce(array_agg(g.nth::int), '{}') into claimed
    from given g join made m on m.api_key_id = g.key_id and m.key = g.key;
end $function$;

CREATE OR REPLACE FUNCTION public.error_text(name text, message text, stack text, url text, user_agent text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select name || ' ' || message || ' ' || stack || ' ' || url || ' ' || user_agent $function$;

CREATE OR REPLACE FUNCTION public.event_of_fact(kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case kind when 'registration' then 'registered' when 'profile' then 'profiled' when 'push' then 'pushed' when 'accepted' then 'accepted'
    when 'rejected' then 'rejected' when 'charge' then 'charged' when 'return' then 'returned' when 'paid' then 'ordered' end
$function$;

CREATE OR REPLACE FUNCTION public.fold_push_tally()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  folded integer;
begin
  with gone as (
    delete from push_tally_new returning kind, id, slot, what, n
  ), summed as (
    select kind, id, slot, what, sum(n)::integer as n, count(*) as rows from gone group by 1, 2, 3, 4 order by 1, 2, 3, 4
  ), added as (
    insert into push_tally as t (kind, id, slot, what, n) select kind, id, slot, what, n from summed where n <> 0
    on conflict (kind, id, slot, what) do update set n = t.n + excluded.n
  )
  select coalesce(sum(rows), 0) into folded from summed;
  return folded;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_late_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from "user" u where u.id = new.user_id and u.status = 'deleted') then
    new.note := '';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.gather_channel_results(of_channel bigint, day date, most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  guarded account;
  cost_account bigint;
  last_number bigint;
  moved integer;
  back integer;
  fen bigint;
  booked record;
begin
  select * into strict guarded from account a where a.channel_id = of_channel for no key update;
  select id into strict cost_account from account a where a.kind = 'channelCost';
  insert into channel_result_end values (of_channel, 0) on conflict do nothing;
  select number into last_number from channel_result_end e where e.channel_id = of_channel;

  with due as (
    select id from channel_result_new q where q.channel_id = of_channel and (q.is_booked or q.cost_fen >= 0) order by id limit most
  ), taken as (
    delete from channel_result_new q where q.channel_id = of_channel and q.id in (select id from due) returning *
  ), added as (
    insert into channel_result (id, channel_id, number, at, base_fen, cost_fen, business_day, due_day, draw, deduction_bp, kind, ref_id,
        deducted_for)
      select result_id, of_channel, last_number + row_number() over (order by id), at, base_fen, cost_fen, business_day,
        case kind when 'adjustment' then '-infinity' else business_day end, draw, deduction_bp, kind, ref_id, deducted_for from taken
  )
  select count(*), coalesce(sum(cost_fen) filter (where not is_booked), 0) into moved, fen from taken;
  if fen > 0 then
    select * into booked from book_transfer(cost_account, guarded.id, fen, 'cost', 'results',
      concat(of_channel, ':', last_number + 1, '-', last_number + moved), day, null, null, 0);
    if booked.outcome <> 'booked' then
      raise exception 'results of channel % were booked: %', of_channel, booked.outcome;
    end if;
  end if;
  last_number := last_number + moved;

  select a.balance_fen - a.held_fen into fen from account a where a.id = guarded.id;
  with due as (
    select id, sum(-cost_fen) over (order by id) as running from channel_result_new q
    where q.channel_id = of_channel and q.cost_fen < 0 and not q.is_booked order by id limit most
  ), taken as (
    delete from channel_result_new q where q.channel_id = of_channel and q.id in (select id from due where running <= fen) returning *
  ), added as (
    insert into channel_result (id, channel_id, number, at, base_fen, cost_fen, business_day, due_day, kind, ref_id)
      select result_id, of_channel, last_number + row_number() over (order by id), at, base_fen, cost_fen, business_day, business_day, kind, ref_id
      from taken
  )
  select count(*), coalesce(-sum(cost_fen), 0) into back, fen from taken;
  if fen > 0 then
    select * into booked from book_transfer(guarded.id, cost_account, fen, 'cost', 'results',
      concat(of_channel, ':', last_number + 1, '-', last_number + back), day, null, null, 0);
    if booked.outcome <> 'booked' then
      raise exception 'returns of channel % were booked: %', of_channel, booked.outcome;
    end if;
  end if;
  update channel_result_end e set number = last_number + back where e.channel_id = of_channel and moved + back > 0;
  return moved + back;
end $function$;

CREATE OR REPLACE FUNCTION public.give_back_caps(claimed jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  w record;
begin
  for w in select * from jsonb_to_recordset(claimed) as (kind text, id bigint, "channelId" bigint, span text,
    starts timestamptz, fen bigint)
  loop
    update cap_use c set used = c.used - 1, fen = c.fen - w.fen
      where (c.kind, c.id, c.channel_id, c.span, c.starts) = (w.kind, w.id, w."channelId", w.span, w.starts);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.give_back_fen(claimed jsonb, back bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  w record;
begin
  for w in select * from jsonb_to_recordset(claimed) as (kind text, id bigint, "channelId" bigint, span text,
    starts timestamptz)
  loop
    update cap_use c set fen = c.fen - back
      where (c.kind, c.id, c.channel_id, c.span, c.starts) = (w.kind, w.id, w."channelId", w.span, w.starts);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_amount(of_org bigint, amount bigint, of_ref_kind text, of_ref_id text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  holder bigint;
  known hold;
begin
  select id into strict holder from account where org_id = of_org;
  loop
    -- First the row of the reference, last the account: its row is locked for the shortest time.
    insert into hold (ref_kind, ref_id, account_id, amount_fen) values (of_ref_kind, of_ref_id, holder, amount)
      on conflict do nothing;
    exit when found;
    select * into known from hold h where h.ref_kind = of_ref_kind and h.ref_id = of_ref_id;
    -- Not found: it went in this moment.
    if found then
      return case when (known.account_id, known.amount_fen) = (holder, amount) then 'held' else 'other' end;
    end if;
  end loop;
  if exists (select from transfer_ref r where r.kind = 'charge' and r.ref_kind = of_ref_kind and r.ref_id = of_ref_id) then
    delete from hold h where h.ref_kind = of_ref_kind and h.ref_id = of_ref_id;
    return 'held';
  end if;
  update account a set held_fen = a.held_fen + amount where a.id = holder and a.balance_fen - a.held_fen >= amount;
  if found then
    return 'held';
  end if;
  delete from hold h where h.ref_kind = of_ref_kind and h.ref_id = of_ref_id;
  return 'insufficient';
end $function$;

CREATE OR REPLACE FUNCTION public.hold_amounts(orgs bigint[], amounts bigint[], ref_kinds text[], ref_ids text[])
 RETURNS TABLE(nth integer, outcome text)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  accounts bigint[];
  fresh int[] := '{}';
  added int[];
  refused int[] := '{}';
  wanted record;
  account_now bigint;
  available bigint;
  taken bigint;
begin
  accounts := array(select a.id from unnest(orgs) with ordinality o (org, nth) left join account a on a.org_id = o.org order by o.nth);
  if array_position(accounts, null) is not null then
    raise exception 'there is no account of an organisation that something is to be held of';
  end if;
  loop
    with inserted as (
      insert into hold (ref_kind, ref_id, account_id, amount_fen)
        select distinct on (w.ref_kind, w.ref_id) w.ref_kind, w.ref_id, w.account_id, w.amount
        from unnest(ref_kinds, ref_ids, accounts, amounts) with ordinality w (ref_kind, ref_id, account_id, amount, nth)
        order by w.ref_kind, w.ref_id, w.nth
        on conflict do nothing returning ref_kind, ref_id
    ) select array_agg(first.nth) into added from (
      select min(w.nth)::int as nth from inserted i
        join unnest(ref_kinds, ref_ids) with ordinality w (ref_kind, ref_id, nth) using (ref_kind, ref_id) group by w.ref_kind, w.ref_id
    ) first;
    fresh := fresh || coalesce(added, '{}');
    -- One that is neither new nor there went in this moment.
    exit when not exists (select from unnest(ref_kinds, ref_ids) w (ref_kind, ref_id)
      where not exists (select from hold h where h.ref_kind = w.ref_kind and h.ref_id = w.ref_id));
  end loop;
  for wanted in
    select f.nth, accounts[f.nth] as account_id, amounts[f.nth] as amount,
      exists (select from transfer_ref r where r.kind = 'charge' and r.ref_kind = ref_kinds[f.nth] and r.ref_id = ref_ids[f.nth]) as is_charged
    from unnest(fresh) f (nth) order by 2, 1
  loop
    if wanted.is_charged then
      delete from hold h where h.ref_kind = ref_kinds[wanted.nth] and h.ref_id = ref_ids[wanted.nth];
      continue;
    end if;
    if account_now is distinct from wanted.account_id then
      update account a set held_fen = a.held_fen + taken where a.id = account_now and taken > 0;
      account_now := wanted.account_id;
      taken := 0;
      select a.balance_fen - a.held_fen into available from account a where a.id = account_now for no key update;
    end if;
    if available - taken >= wanted.amount then
      taken := taken + wanted.amount;
    else
      refused := refused || wanted.nth;
    end if;
  end loop;
  update account a set held_fen = a.held_fen + taken where a.id = account_now and taken > 0;
  delete from hold h using unnest(refused) r (nth) where h.ref_kind = ref_kinds[r.nth] and h.ref_id = ref_ids[r.nth];
  return query
    select w.nth::int, case
      when exists (select from unnest(refused) r (nth) where ref_kinds[r.nth] = w.ref_kind and ref_ids[r.nth] = w.ref_id) then 'insufficient'
      when fresh @> array[w.nth::int] or h.ref_id is null then 'held'
      when (h.account_id, h.amount_fen) = (accounts[w.nth], w.amount) then 'held'
      else 'other' end
    from unnest(ref_kinds, ref_ids, amounts) with ordinality w (ref_kind, ref_id, amount, nth) left join hold h using (ref_kind, ref_id)
    order by w.nth;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_payable(of_channel bigint, amount bigint, of_ref_kind text, of_ref_id text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  holder bigint;
begin
  update account a set held_fen = a.held_fen + amount where a.channel_id = of_channel and a.balance_fen - a.held_fen >= amount
    returning a.id into holder;
  if holder is null then
    return false;
  end if;
  insert into hold (ref_kind, ref_id, account_id, amount_fen) values (of_ref_kind, of_ref_id, holder, amount);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.hours_from()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN (date_trunc('day'::text, now()) - '40 days'::interval);

CREATE OR REPLACE FUNCTION public.id_in(value text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (value ~ '^[0-9]{1,18}$'::text) THEN (value)::bigint ELSE NULL::bigint END;

CREATE OR REPLACE FUNCTION public.is_payer_deleted(of_order bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM (payment_order o JOIN "user" u ON ((u.id = o.user_id))) WHERE ((o.id = is_payer_deleted.of_order) AND (u.status = 'deleted'::text))));

CREATE OR REPLACE FUNCTION public.lease_end(due timestamp with time zone, lease interval)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN ((due >= (now() + ((0.9)::double precision * lease))) AND (due <= (now() + lease))) THEN due ELSE (now() + lease) END;

CREATE OR REPLACE FUNCTION public.left_of(of product)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select case when of.pool_idle is null then case when of.stock is not null then greatest(of.stock - sold_of(of), 0) end
    else of.pool_idle
    + coalesce((select sum(c.step) from pool_link_count c where c.product_id = of.id and c.status = 'idle'), 0)::integer end
$function$;

CREATE OR REPLACE FUNCTION public.make_notice(told_kind text, title jsonb, content jsonb, link jsonb, told bigint[])
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  notice_id bigint;
begin
  if not exists (select from notice_target t where t.is_on and told_kind = any(t.kinds)) then
    return null;
  end if;
  insert into notice (kind, title, content, link, told) values (told_kind, title, content, link, told) returning id into notice_id;
  with made as materialized (
    select time_id() as id, t.id as target_id from notice_target t where t.is_on and told_kind = any(t.kinds)
  ), added_due as (
    insert into delivery_due (delivery_id, due_at, most, target)
      select id, now() + interval '5 seconds', 100, 'notice:' || target_id from made
  )
  insert into delivery (id, event_id, target_id, kind, event) select id, notice_id, target_id, 'notice', told_kind from made;
  return notice_id;
end $function$;

CREATE OR REPLACE FUNCTION public.make_partitions(of_table text, from_at timestamp with time zone DEFAULT now())
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  declared public.partitioned_table;
  key_type text;
  starts timestamp;
  step interval;
  part_name text;
  detailed record;
  settings text;
  made integer := 0;
begin
  select * into strict declared from public.partitioned_table t where t.name = of_table;
  perform pg_advisory_xact_lock(hashtext('kabao partitions ' || of_table));
  select format_type(a.atttypid, null) into strict key_type from pg_partitioned_table p
    join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
    where p.partrelid = format('public.%I', of_table)::regclass;
  step := ('1 ' || declared.unit)::interval;
  starts := date_trunc(declared.unit, least(from_at, now()) at time zone 'UTC'
    - case key_type when 'date' then interval '1 day' else interval '0' end);
  select ' with (' || array_to_string(c.reloptions, ', ') || ')' into settings from public.partitions_of(of_table) p
    join pg_class c on c.oid = format('part.%I', p.name)::regclass order by p.to_at desc limit 1;
  while starts <= date_trunc(declared.unit, now() at time zone 'UTC') + declared.ahead * step loop
    part_name := of_table || to_char(starts, case declared.unit
      when 'hour' then '_YYYY_MM_DD_HH24' when 'day' then '_YYYY_MM_DD' else '_YYYY_MM' end);
    if to_regclass(format('part.%I', part_name)) is null and not exists (
      select from public.partitions_of(of_table) p
      where p.from_at < (starts + step) at time zone 'UTC' and p.to_at > starts at time zone 'UTC')
    then
      execute format('create table part.%I (like public.%I including defaults including generated including constraints '
        'including storage including compression including statistics)%s', part_name, of_table, coalesce(settings, ''));
      for detailed in
        select attname, attstattarget from pg_attribute
        where attrelid = format('public.%I', of_table)::regclass and attnum > 0 and attstattarget >= 0
      loop
        execute format('alter table part.%I alter column %I set statistics %s', part_name, detailed.attname,
          detailed.attstattarget);
      end loop;
      execute format('alter table public.%I attach partition part.%I for values from (%s) to (%s)', of_table, part_name,
        public.partition_bound(key_type, starts), public.partition_bound(key_type, starts + step));
      made := made + 1;
    end if;
    starts := starts + step;
  end loop;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_added_choices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into choice_change (entity, entity_id) select tg_table_name, id from added
    on conflict (entity, entity_id) do update set entity_id = excluded.entity_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_choice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into choice_change (entity, entity_id)
    values (tg_table_name, case tg_op when 'DELETE' then old.id else new.id end)
    on conflict (entity, entity_id) do update set entity_id = excluded.entity_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.may_be_one(one bigint, other bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  with recursive behind (root, id) as (
    select a, a from unnest(array[one, other]) a where one <> other
    union
    select b.root, s.by_admin from behind b join account_setup s on s.admin_id = b.id and s.at > now() - interval '30 days'
  )
  select exists (
    select from behind x join behind y on y.id = x.id and x.root = one and y.root = other
    where x.id in (one, other) or not exists (
      select from admin_role ar join role r on r.id = ar.role_id where ar.admin_id = x.id and r.is_super))
$function$;

CREATE OR REPLACE FUNCTION public.mention_query(wanted text[])
 RETURNS tsquery
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  found tsquery;
  phrase tsquery;
  value text;
begin
  foreach value in array wanted loop
    -- A single character is only a surname and identifies nobody.
    continue when value is null or char_length(value) < 2;
    phrase := phraseto_tsquery('pg_catalog.simple', public.spaced_words(value));
    continue when numnode(phrase) = 0;
    found := case when found is null then phrase else found || phrase end;
  end loop;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.note_clock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into business_clock (from_at, time_zone, day_starts_at)
    select case when last.from_at is null then '-infinity' else clock_timestamp() end, clock.time_zone, clock.day_starts_at
    from (select
        coalesce((select s.value #>> '{}' from setting s where s.key = 'business.timezone'), 'Asia/Shanghai') as time_zone,
        coalesce((select s.value #>> '{}' from setting s where s.key = 'business.dayStartsAt'), '00:00')::time as day_starts_at
      ) clock
      left join (select c.* from business_clock c order by c.from_at desc limit 1) last on true
    where (last.time_zone, last.day_starts_at) is distinct from (clock.time_zone, clock.day_starts_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_errors()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  times integer := new.count;
  at timestamptz := least(now(), new.hour + interval '1 hour' - interval '1 millisecond');
begin
  if tg_op = 'UPDATE' then
    times := new.count - old.count;
  end if;
  insert into fact (id, ref_id, org_id, day, came, kind)
    select time_id(at), new.event_id, coalesce(e.org_id, 0), d.day, d.day, 'error'
    from error_event e, (select business_day(at) as day) d, generate_series(1, times) where e.id = new.event_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_gathered_costs(of_channel bigint, after_number bigint)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 WITH added AS (
          SELECT g.id,
             g.channel_id,
             g.number,
             g.at,
             g.base_fen,
             g.cost_fen,
             g.business_day,
             g.due_day,
             g.draw,
             g.deduction_bp,
             g.kind,
             g.ref_id,
             g.deducted_for,
             g.id AS result_id
            FROM channel_result g
           WHERE ((g.channel_id = note_gathered_costs.of_channel) AND (g.number > note_gathered_costs.after_number))
         )
  INSERT INTO fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, fen, fee_fen, day, came, city_code, kind, flow)  SELECT time_id(i.at) AS time_id,
             q.ref_id,
             COALESCE(q.user_id, (0)::bigint) AS "coalesce",
             COALESCE(q.channel_id, (0)::bigint) AS "coalesce",
             COALESCE(q.org_id, (0)::bigint) AS "coalesce",
             COALESCE(q.plan_id, (0)::bigint) AS "coalesce",
             COALESCE(q.product_id, 0) AS "coalesce",
             q.fen,
             q.fee_fen,
             d.day,
             COALESCE(LEAST(d.day, came.day), d.day) AS "coalesce",
             city_number(q.city_code) AS city_number,
             q.kind,
             COALESCE(q.flow, ''::text) AS "coalesce"
            FROM (((( SELECT
                         CASE
                             WHEN (c.cost_fen > 0) THEN 'cost'::text
                             ELSE 'costBack'::text
                         END AS "case",
                     c.at,
                     u.created_at,
                     NULL::date AS date,
                     c.result_id,
                     u.id,
                     c.channel_id,
                     r.org_id,
                     r.plan_id,
                     0 AS "?column?",
                     COALESCE(r.city_code, u.city_code) AS "coalesce",
                     COALESCE(r.flow, u.flow, h.flow) AS "coalesce",
                     abs(c.cost_fen) AS abs,
                     0 AS "?column?"
                    FROM (((added c
                      LEFT JOIN channel h ON ((h.id = c.channel_id)))
                      LEFT JOIN push_record r ON (((c.kind = ANY (ARRAY['push'::text, 'return'::text])) AND (r.id = id_in(c.ref_id)))))
                      LEFT JOIN "user" u ON ((u.id =
                         CASE
                             WHEN (c.kind = 'registration'::text) THEN id_in(c.ref_id)
                             ELSE r.user_id
                         END)))
                   WHERE (c.cost_fen <> 0)) q(kind, at, came_at, day, ref_id, user_id, channel_id, org_id, plan_id, product_id, city_code, flow, fen, fee_fen)
              CROSS JOIN LATERAL ( SELECT LEAST(q.at, now()) AS at) i)
              CROSS JOIN LATERAL ( SELECT COALESCE(q.day, business_day(i.at, c.time_zone, c.day_starts_at)) AS day
                    FROM business_clock c
                   WHERE (c.from_at <= i.at)
                   ORDER BY c.from_at DESC
                  LIMIT 1) d)
              LEFT JOIN LATERAL ( SELECT business_day(q.came_at, c.time_zone, c.day_starts_at) AS day
                    FROM business_clock c
                   WHERE (c.from_at <= q.came_at)
                   ORDER BY c.from_at DESC
                  LIMIT 1) came ON (true));
END;

CREATE OR REPLACE FUNCTION public.note_troubles(people bigint[], pushes bigint[], of_kind text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into push_trouble as t (push_id, plan_id, user_id, org_id, channel_id, kind, owner_id)
  select r.id, r.plan_id, r.user_id, r.org_id, r.channel_id, of_kind, coalesce(adder.id, salesman.id)
  from push_record r join plan p on p.id = r.plan_id join org o on o.id = p.org_id
    left join admin adder on adder.id = p.created_by and adder.status = 'enabled'
    left join admin salesman on salesman.id = o.salesman_id and salesman.status = 'enabled'
  where r.user_id = any(people) and r.id = any(pushes) order by r.id
  on conflict (push_id) do update set kind = excluded.kind, at = now(), told_at = null, closed_at = null, closed_how = null,
    closed_by = null, note = '', owner_id = coalesce(t.owner_id, excluded.owner_id), version = t.version + 1
$function$;

CREATE OR REPLACE FUNCTION public.note_troubles(pushes bigint[], of_kind text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into push_trouble as t (push_id, plan_id, user_id, org_id, channel_id, kind, owner_id)
  select r.id, r.plan_id, r.user_id, r.org_id, r.channel_id, of_kind, coalesce(adder.id, salesman.id)
  from push_record r join plan p on p.id = r.plan_id join org o on o.id = p.org_id
    left join admin adder on adder.id = p.created_by and adder.status = 'enabled'
    left join admin salesman on salesman.id = o.salesman_id and salesman.status = 'enabled'
  where r.id = any(pushes) order by r.id
  on conflict (push_id) do update set kind = excluded.kind, at = now(), told_at = null, closed_at = null, closed_how = null,
    closed_by = null, note = '', owner_id = coalesce(t.owner_id, excluded.owner_id), version = t.version + 1
$function$;

CREATE OR REPLACE FUNCTION public.open_offers(of_user bigint)
 RETURNS TABLE(push_id bigint, plan_id bigint, org_id bigint, org_name text, price_fen integer, price_min_fen integer, price_max_fen integer, agreements jsonb, offered_at timestamp with time zone, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
begin
  return query
    select r.id, r.plan_id, r.org_id, coalesce(nullif(o.short_name, ''), o.name), r.price_fen, r.price_min_fen, r.price_max_fen,
      f.agreements, f.offered_at, f.expires_at
    from push_record r join offer f on f.id = r.id and (f.user_id = r.user_id or f.user_id is null)
      join org o on o.id = r.org_id
    where r.user_id = of_user and r.stage = 'consent' and r.status = 'pending' and f.is_open and f.expires_at > now()
    order by r.id;
end $function$;

CREATE OR REPLACE FUNCTION public.owner_writing_since(of_table regclass)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN writing_since(of_table);

CREATE OR REPLACE FUNCTION public.partition_bound(key_type text, starts timestamp without time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
RETURN CASE key_type WHEN 'bigint'::text THEN (time_id_at((starts AT TIME ZONE 'UTC'::text)))::text WHEN 'date'::text THEN quote_literal((starts)::date) ELSE quote_literal((starts AT TIME ZONE 'UTC'::text)) END;

CREATE OR REPLACE FUNCTION public.partitions_of(of_table text)
 RETURNS TABLE(name text, from_at timestamp with time zone, to_at timestamp with time zone)
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT (c.relname)::text AS relname,
     at.bounds[1] AS bounds,
     at.bounds[2] AS bounds
    FROM (((pg_inherits i
      JOIN pg_class c ON ((c.oid = i.inhrelid)))
      CROSS JOIN LATERAL regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''?([^'')]+)''?\) TO \(''?([^'')]+)''?\)'::text) found(found))
      CROSS JOIN LATERAL ( SELECT array_agg(
                 CASE
                     WHEN (f.bound = 'MINVALUE'::text) THEN '-infinity'::timestamp with time zone
                     WHEN (f.bound ~ '^-?\d+$'::text) THEN time_of_id((f.bound)::bigint)
                     WHEN (f.bound ~ '^\d+-\d\d-\d\d$'::text) THEN ((f.bound)::timestamp without time zone AT TIME ZONE 'UTC'::text)
                     ELSE (f.bound)::timestamp with time zone
                 END ORDER BY f.place) AS bounds
            FROM unnest(found.found) WITH ORDINALITY f(bound, place)) at)
   WHERE (i.inhparent = (to_regclass(format('public.%I'::text, partitions_of.of_table)))::oid);
END;

CREATE OR REPLACE FUNCTION public.pay_held(of_ref_kind text, of_ref_id text, day date, admin bigint, OUT outcome text, OUT booking transfer)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  known hold;
  paid record;
begin
  delete from hold h where h.ref_kind = of_ref_kind and h.ref_id = of_ref_id returning * into known;
  if not found then
    select t.* into booking from transfer_ref r join transfer t on t.id = r.transfer_id
      where r.kind = 'settlement' and r.ref_kind = of_ref_kind and r.ref_id = of_ref_id;
    outcome := case when booking.id is null then 'notHeld' else 'known' end;
    return;
  end if;
  select * into paid from book_transfer(known.account_id, (select id from account where kind = 'bank'), known.amount_fen, 'settlement',
    of_ref_kind, of_ref_id, day, admin, null, known.amount_fen);
  outcome := paid.outcome;
  booking := paid.booking;
  if outcome <> 'booked' then
    raise exception 'the payment of % % was booked: %', of_ref_kind, of_ref_id, outcome;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.plain_ip(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case
    when address ~ '^::ffff:[0-9]{1,3}([.][0-9]{1,3}){3}$' then substr(address, 8)
    when address ~ '^::ffff:[0-9a-f]{1,4}:[0-9a-f]{1,4}$'
      then host(inet '0.0.0.0' + (address::inet - inet '::ffff:0.0.0.0'))
    else address end
$function$;

CREATE OR REPLACE FUNCTION public.plain_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select btrim(regexp_replace(regexp_replace(regexp_replace(translate(
    regexp_replace(normalize(name, NFC), '[\u00ad\u034f\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]', '', 'g'),
    '！＂＃＄％＆＇（）＊＋，－．／０１２３４５６７８９：；＜＝＞？＠ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯ'
    || 'ＰＱＲＳＴＵＶＷＸＹＺ［＼］＾＿｀ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ｛｜｝～',
    '!"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNO'
    || 'PQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~'),
    '[\s\u3000\u00a0]*[·•‧∙⋅・･][\s\u3000\u00a0]*|(?<=[\u3400-\u9fff\U00020000-\U0003ffff])[\s\u3000\u00a0]*[.。｡][\s\u3000\u00a0]*(?=[\u3400-\u9fff\U00020000-\U0003ffff])', '·', 'g'),
    '(?<=[\u3400-\u9fff\U00020000-\U0003ffff])[\s\u3000\u00a0]+(?=[\u3400-\u9fff\U00020000-\U0003ffff])', '', 'g'),
    '[\s\u3000\u00a0]+', ' ', 'g'))
$function$;

CREATE OR REPLACE FUNCTION public.plan_window_range(from_time time without time zone, to_time time without time zone)
 RETURNS int4range
 LANGUAGE sql
 IMMUTABLE
RETURN int4range(((EXTRACT(epoch FROM from_time) / (60)::numeric))::integer, ((EXTRACT(epoch FROM to_time) / (60)::numeric))::integer, '[]'::text);

CREATE OR REPLACE FUNCTION public.plans_waited_for()
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  with recursive plan (id) as (
    (select waits_for from due_step where wakes and waits_for is not null order by waits_for limit 1)
    union all
    select (select d.waits_for from due_step d where d.wakes and d.waits_for > plan.id order by d.waits_for limit 1)
    from plan where plan.id is not null
  )
  select id from plan where id is not null
$function$;

CREATE OR REPLACE FUNCTION public.post_hold(of_ref_kind text, of_ref_id text, amount bigint, day date, OUT outcome text, OUT booking transfer)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  known hold;
  charged record;
begin
  -- Of a charge and a release at once, the second finds no row.
  select * into known from hold h where h.ref_kind = of_ref_kind and h.ref_id = of_ref_id for update;
  if not found then
    select t.* into booking from transfer_ref r join transfer t on t.id = r.transfer_id
      where r.kind = 'charge' and r.ref_kind = of_ref_kind and r.ref_id = of_ref_id;
    outcome := case when booking.id is null then 'notHeld' when booking.amount_fen <> amount then 'other' else 'known' end;
    return;
  end if;
  if amount > known.amount_fen then
    outcome := 'aboveHold';
    return;
  end if;
  delete from hold h where h.ref_kind = of_ref_kind and h.ref_id = of_ref_id;
  select * into charged from book_transfer(
    known.account_id, (select id from account where kind = 'revenue'), coalesce(amount, known.amount_fen), 'charge', of_ref_kind,
    of_ref_id, day, null, null, known.amount_fen);
  outcome := charged.outcome;
  booking := charged.booking;
  if outcome <> 'booked' then
    raise exception 'the hold of % % was charged: %', of_ref_kind, of_ref_id, outcome;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.post_holds(ref_kinds text[], ref_ids text[], amounts bigint[], day date)
 RETURNS TABLE(nth integer, outcome text)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  wanted record;
begin
  perform from hold h where (h.ref_kind, h.ref_id) in (select * from unnest(ref_kinds, ref_ids)) order by h.ref_kind, h.ref_id for update;
  for wanted in
    select w.* from unnest(ref_kinds, ref_ids, amounts) with ordinality w (ref_kind, ref_id, amount, nth) left join hold h using (ref_kind, ref_id)
    order by h.account_id, w.nth
  loop
    nth := wanted.nth;
    outcome := (post_hold(wanted.ref_kind, wanted.ref_id, wanted.amount, day)).outcome;
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.references_to(row_table regclass, row_id bigint, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  referring record;
  few integer;
  total integer := 0;
begin
  for referring in
    select distinct c.conrelid::regclass as from_table, own.attname as from_column
    from pg_constraint c
    cross join generate_subscripts(c.conkey, 1) place
    join pg_attribute own on own.attrelid = c.conrelid and own.attnum = c.conkey[place]
    join pg_attribute theirs
      on theirs.attrelid = c.confrelid and theirs.attnum = c.confkey[place] and theirs.attname = 'id'
    where c.contype = 'f' and c.conparentid = 0 and c.confrelid = row_table and c.confdeltype in ('a', 'r')
  loop
    execute format(
      'select count(*)::int from (select from %s r where r.%I = $1 limit $2) counted',
      referring.from_table, referring.from_column
    ) into few using row_id, most;
    total := total + few;
  end loop;
  return total;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_admin_answer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from public.data_key where mark = public.sealed_mark(new.answer_sealed) and state in ('closed', 'ending', 'gone')) then
    raise exception 'A value of admin_answer.answer_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_batch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from public.data_key where mark = public.sealed_mark(new.filter_sealed) and state in ('closed', 'ending', 'gone')) then
          raise exception 'A value of batch.filter_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_data_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from public.data_key where mark = public.sealed_mark(new.fingerprint_key_sealed) and state in ('closed', 'ending', 'gone')) then
          raise exception 'A value of data_key.fingerprint_key_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_export_task()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from public.data_key where mark = public.sealed_mark(new.filter_sealed) and state in ('closed', 'ending', 'gone')) then
          raise exception 'A value of export_task.filter_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.release_hold(of_ref_kind text, of_ref_id text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  known hold;
begin
  delete from hold h where h.ref_kind = of_ref_kind and h.ref_id = of_ref_id returning * into known;
  if found then
    update account a set held_fen = a.held_fen - known.amount_fen where a.id = known.account_id;
    return 'released';
  end if;
  return case when exists (
    select from transfer_ref r where r.kind = 'charge' and r.ref_kind = of_ref_kind and r.ref_id = of_ref_id
  ) then 'posted' else 'nothing' end;
end $function$;

CREATE OR REPLACE FUNCTION public.release_holds(ref_kinds text[], ref_ids text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from hold h where (h.ref_kind, h.ref_id) in (select * from unnest(ref_kinds, ref_ids)) order by h.ref_kind, h.ref_id for update;
  if exists (select from unnest(ref_kinds, ref_ids) r (kind, id) join transfer_ref t on t.kind = 'charge' and t.ref_kind = r.kind
      and t.ref_id = r.id where not exists (select from hold h where h.ref_kind = r.kind and h.ref_id = r.id)) then
    raise exception 'what is to be released was charged already';
  end if;
  perform from account a where a.id in (
      select h.account_id from hold h where (h.ref_kind, h.ref_id) in (select * from unnest(ref_kinds, ref_ids)))
    order by a.id for no key update;
  with gone as (
    delete from hold h where (h.ref_kind, h.ref_id) in (select * from unnest(ref_kinds, ref_ids)) returning h.account_id, h.amount_fen
  ), sums as (
    select g.account_id, sum(g.amount_fen) as fen from gone g group by g.account_id
  )
  update account a set held_fen = a.held_fen - s.fen from sums s where a.id = s.account_id;
end $function$;

CREATE OR REPLACE FUNCTION public.reviewed_fence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  free text[] := array['version', 'updated_at', 'updated_by', 'reason', 'note'] || tg_argv::text[];
begin
  if tg_op = 'DELETE' or (to_jsonb(old) - free) is distinct from (to_jsonb(new) - free) then
    raise exception 'a reviewed row of % cannot be changed', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.rows_within(of_table text, from_at timestamp with time zone, to_at timestamp with time zone, OUT row_count bigint, OUT checksum numeric)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  execute format('select count(*), coalesce(sum(hash_record_extended(t, 0)), 0) from public.%I t where t.id >= $1 and t.id < $2', of_table)
    into row_count, checksum using public.time_id_at(from_at), public.time_id_at(to_at);
end $function$;

CREATE OR REPLACE FUNCTION public.sealed_mark(value bytea)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (SUBSTRING(value FROM 1 FOR 1) = '\x02'::bytea) THEN SUBSTRING(value FROM 2 FOR 4) WHEN (value IS NOT NULL) THEN '\x'::bytea ELSE NULL::bytea END;

CREATE OR REPLACE FUNCTION public.settle_pushes(wanted jsonb, lease interval)
 RETURNS TABLE(push bigint, outcome text, claims integer)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  size integer := jsonb_array_length(wanted);
  -- Rows are found by arrays: a join would read each partition, and be planned by the statistics of a table that is empty at quiet times.
  people bigint[] := array(select r."user" from jsonb_to_recordset(wanted) as r ("user" bigint));
  pushes bigint[] := array(select r.push from jsonb_to_recordset(wanted) as r (push bigint));
  attempts bigint[] := array(select (r.attempt ->> 'id')::bigint from jsonb_to_recordset(wanted) as r (attempt jsonb));
  interrupted bigint[];
  changed bigint[];
  alone bigint[] := '{}';
  unpayable bigint[] := '{}';
  ended bigint[];
  w record;
begin
  perform from "user" u where u.id = any(people) order by u.id for no key update;
  perform from due_step d join jsonb_to_recordset(wanted) as r ("user" bigint, push bigint) on d.user_id = r."user" and d.push_id = r.push
    where d.user_id = any(people) order by d.user_id for update of d;
  changed := array(
    select r.push from jsonb_to_recordset(wanted) as r ("user" bigint, push bigint, claims integer)
      left join due_step d on d.user_id = any(people) and d.user_id = r."user" and d.push_id = r.push
    where d.claims is distinct from r.claims);

  -- From here on, what is held stays held.
  perform from hold h where h.ref_kind = 'push' and h.ref_id = any(pushes::text[]) order by h.ref_id for update;

  -- Nobody is accepted unpaid: a price that was released meanwhile is held anew, as long as the balance suffices.
  for w in
    select r.push, p.user_id, p.plan_id, p.org_id, r.day, coalesce(r.price, p.price_fen) as price
    from jsonb_to_recordset(wanted) as r ("user" bigint, push bigint, outcome text, price integer, day date)
      join push_record p on p.user_id = r."user" and p.id = r.push
    where p.id = any(pushes) and r.outcome = 'accepted' and p.status in ('pending', 'unknown') and coalesce(r.price, p.price_fen) > 0
      and r.push <> all(changed) and not exists (select from hold h where h.ref_kind = 'push' and h.ref_id = r.push::text)
    order by r.push
  loop
    if size > 1 then
      alone := alone || w.push;
      continue;
    end if;
    -- Everybody locks the account last, so the answers and the counters are locked before it is.
    insert into plan_answer as a (plan_id, day) values (w.plan_id, w.day)
      on conflict (plan_id, day) do update set answered = a.answered where false;
    perform from due_step d
      cross join lateral jsonb_to_recordset(d.state -> 'caps') as c (kind text, id bigint, "channelId" bigint, span text,
        starts timestamptz)
      join cap_use u on (u.kind, u.id, u.channel_id, u.span, u.starts) = (c.kind, c.id, c."channelId", c.span, c.starts)
      where d.user_id = w.user_id and d.push_id = w.push
      order by array_position('{plan,pair,org}', u.kind), u.id, u.channel_id, array_position('{all,month,day,hour}', u.span), u.starts
      for no key update of u;
    if hold_amount(w.org_id, w.price, 'push', w.push::text) <> 'held' then
      unpayable := unpayable || w.push;
    end if;
  end loop;

  update push_attempt a set outcome = e.outcome, error = e.error, http_status = e."httpStatus", reply = nullif(e.reply, 'null'),
      took_ms = e.ms
    from jsonb_to_recordset(wanted) as r ("user" bigint, push bigint, attempt jsonb)
    cross join lateral jsonb_to_record(r.attempt) as e (id bigint, outcome text, error text, "httpStatus" smallint, reply jsonb, ms integer)
    where a.id = any(attempts) and a.id = e.id and (a.user_id = r."user" or a.user_id is null)
      and (a.outcome is null or a.error = 'interrupted') and r.push <> all(changed || alone);
  interrupted := array(
    select r.push from jsonb_to_recordset(wanted) as r (push bigint, interrupted boolean)
    where r.interrupted and r.push <> all(changed || alone));
  if interrupted <> '{}' then
    update push_attempt a set outcome = 'unknown', error = 'interrupted' where a.push_id = any(interrupted)
      and (a.user_id = any(people) or a.user_id is null) and a.outcome is null;
  end if;

  with stored as (
    update push_record p set
        status = case when r.push = any(unpayable) then 'unknown' else r.outcome end,
        reason = coalesce(r.reason, p.reason), external_id = coalesce(r."externalId", p.external_id),
        price_fen = case when r.outcome = 'accepted' then coalesce(r.price, p.price_fen) else p.price_fen end,
        cost_fen = case when r.push = any(unpayable) then p.cost_fen else coalesce(r.cost, p.cost_fen) end,
        responded_at = greatest(now(), p.request_at), updated_at = now()
      from jsonb_to_recordset(wanted) as r ("user" bigint, push bigint, outcome text, reason text, "externalId" text, price integer,
        cost integer)
      where p.id = any(pushes) and p.id = r.push and p.user_id = r."user" and p.status in ('pending', 'unknown')
        and r.push <> all(changed || alone)
      returning p.id
  ) select coalesce(array_agg(s.id order by s.id), '{}') into ended from stored s;

  perform settle_what_follows(wanted, ended);

  return query
    with known as materialized (
      select r.*, d.kind as due_kind, p.status, case when r.push = any(unpayable) then nullif(r.unpaid, 'null') else nullif(r.next, 'null') end as next_step
      from jsonb_to_recordset(wanted) as r ("user" bigint, push bigint, claims integer, by bigint, next jsonb, unpaid jsonb)
        join push_record p on p.user_id = r."user" and p.id = r.push
        left join due_step d on d.user_id = any(people) and d.user_id = r."user" and d.push_id = r.push
      where r.push = any(ended) and p.id = any(ended)
    ), closed as (
      update push_trouble t set closed_at = now(), closed_how = 'settled', closed_by = k.by, version = t.version + 1
      from known k where k.due_kind = 'ask' and t.user_id = k."user" and t.push_id = k.push
        and t.closed_at is null and k.push <> all(unpayable)
    ), over as (
      delete from due_step d using known k
      where d.user_id = any(people) and d.user_id = k."user" and d.push_id = k.push
        and (k.next_step is null or k.next_step ->> 'kind' = 'dead')
    ), advanced as (
      update due_step d set kind = k.next_step ->> 'kind', push_id = (k.next_step ->> 'pushId')::bigint, state = k.next_step -> 'state',
        claims = d.claims + 1, waits_for = null, wakes = false,
        due_at = case when k.next_step ->> 'inMs' = 'never' then 'infinity'
          else coalesce(now() + (k.next_step ->> 'inMs')::float8 * interval '1 millisecond', lease_end(d.due_at, lease)) end
      from known k
      where d.user_id = any(people) and d.user_id = k."user" and d.push_id = k.push and k.next_step ->> 'kind' <> 'dead'
      returning d.user_id, d.claims
    ), troubled as (
      select note_troubles(array_agg(k."user"), array_agg(k.push), t.kind) from known k
        cross join lateral (select case
          when k.due_kind is null then case when k.push = any(unpayable) then 'unknown' end
          when k.next_step ->> 'kind' = 'ask' then 'unknown'
          when k.next_step ->> 'kind' = 'dead' then 'dead' end as kind) t
      where t.kind is not null group by t.kind
    )
    select k.push, case when k.push = any(unpayable) then 'unpaid' else 'settled' end, a.claims
    from known k left join advanced a on a.user_id = k."user"
    -- Is read to the end, so that what it does is done.
    where (select count(*) from troubled) >= 0
    union all
    select r.push, case when r.push = any(changed) then 'changed' when r.push = any(alone) then 'alone' else 'ended' end, null
    from jsonb_to_recordset(wanted) as r (push bigint) where r.push <> all(ended);
end $function$;

CREATE OR REPLACE FUNCTION public.settle_what_follows(wanted jsonb, ended bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  charged text[];
  amounts bigint[];
  released text[];
  people bigint[] := array(select r."user" from jsonb_to_recordset(wanted) as r ("user" bigint));
  business_day date := (select min(r.day) from jsonb_to_recordset(wanted) as r (day date));
begin
  -- The person surely did not get there, so another plan may send them.
  delete from push_dedupe s using push_record p
    where p.id = any(ended) and p.user_id = any(people) and p.status = 'failed' and s.user_id = p.user_id and s.org_id = p.org_id;
  update "user" u set status = case when p.status = 'accepted' then 'accepted' else 'rejected' end
    from push_record p
    where p.id = any(ended) and p.user_id = any(people) and p.status in ('accepted', 'rejected', 'duplicate')
      and u.id = p.user_id and u.status <> 'deleted'
      and u.status = any(case when p.status = 'accepted' then '{registered,profiled,matched,pushed,rejected}'::text[]
        else '{registered,profiled,matched,pushed}' end);
  insert into plan_answer as a (plan_id, day, answered, accepted)
    select p.plan_id, business_day, count(*), count(*) filter (where p.status = 'accepted')
    from push_record p where p.id = any(ended) and p.user_id = any(people) and p.status in ('accepted', 'rejected', 'duplicate')
    group by p.plan_id order by p.plan_id
    on conflict (plan_id, day) do update set answered = a.answered + excluded.answered, accepted = a.accepted + excluded.accepted;

  -- Of an accepted push its places stay, and what it could have cost above its price is given back.
  with given as materialized (
    select c.kind, c.id, c."channelId", c.span, c.starts, count(*) filter (where p.status <> 'accepted') as places,
      sum(case when p.status = 'accepted' then coalesce(p.price_max_fen, p.price_fen) - p.price_fen else c.fen end) as fen
    from push_record p join due_step d on d.user_id = p.user_id and d.push_id = p.id
      cross join lateral jsonb_to_recordset(d.state -> 'caps') as c (kind text, id bigint, "channelId" bigint, span text,
        starts timestamptz, fen bigint)
    where p.id = any(ended) and p.user_id = any(people) and d.user_id = any(people)
      and p.status not in ('unknown')
      and (p.status <> 'accepted' or coalesce(p.price_max_fen, p.price_fen) > p.price_fen)
    group by c.kind, c.id, c."channelId", c.span, c.starts
  ), locked as materialized (
    select u.kind, u.id, u.channel_id, u.span, u.starts, g.places, g.fen
    from given g join cap_use u on (u.kind, u.id, u.channel_id, u.span, u.starts) = (g.kind, g.id, g."channelId", g.span, g.starts)
    order by array_position('{plan,pair,org}', u.kind), u.id, u.channel_id, array_position('{all,month,day,hour}', u.span), u.starts
    for no key update of u
  )
  update cap_use u set used = u.used - l.places, fen = u.fen - l.fen from locked l
    where (u.kind, u.id, u.channel_id, u.span, u.starts) = (l.kind, l.id, l.channel_id, l.span, l.starts);

  insert into channel_result_new (channel_id, kind, ref_id, at, business_day, base_fen, cost_fen, draw, deduction_bp, deducted_for)
    select p.channel_id, 'push', p.id::text, now(), business_day, x."baseFen", x."costFen", x.draw, x."deductionBp",
      case when x."isDeducted" then 'agreedRate' end
    from jsonb_to_recordset(wanted) as r (push bigint, result jsonb) join push_record p on p.id = r.push
      cross join lateral jsonb_to_record(r.result) as x ("baseFen" bigint, "costFen" bigint, draw smallint, "deductionBp" smallint,
        "isDeducted" boolean)
    where p.id = any(ended) and p.user_id = any(people) and p.status = 'accepted' and x."baseFen" is not null order by p.id;
  -- The first that accepts ends the search.
  update offer o set expires_at = least(o.expires_at, now()) from push_record p
    where p.id = any(ended) and p.user_id = any(people) and p.status = 'accepted' and p.flow = 'half'
      and (o.user_id = p.user_id or o.user_id is null)
      and o.is_open and o.id in (
      select r.id from push_record r where r.user_id = p.user_id and r.stage = 'consent' and r.status = 'pending');

  select coalesce(array_agg(p.id::text order by p.id) filter (where is_charged), '{}'),
      coalesce(array_agg(p.price_fen order by p.id) filter (where is_charged), '{}'),
      coalesce(array_agg(p.id::text order by p.id) filter (where not is_charged), '{}')
    into charged, amounts, released
    from push_record p cross join lateral (select p.status = 'accepted' and p.price_fen > 0 as is_charged) c
    where p.id = any(ended) and p.user_id = any(people) and p.status <> 'unknown' and coalesce(p.price_max_fen, p.price_fen) > 0;
  perform from account a where a.id in (select h.account_id from hold h where h.ref_kind = 'push' and h.ref_id = any(charged || released))
    order by a.id for no key update;
  if exists (select from post_holds(array_fill('push'::text, array[cardinality(charged)]), charged, amounts, business_day) h
      where h.outcome not in ('booked', 'known')) then
    raise exception 'a price that is held could not be charged';
  end if;
  perform release_holds(array_fill('push'::text, array[cardinality(released)]), released);
end $function$;

CREATE OR REPLACE FUNCTION public.shows_activity(kind text, day date, came date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((kind = ANY (ARRAY['profile'::text, 'login'::text, 'order'::text, 'paid'::text])) OR ((kind = 'registration'::text) AND (day = came)));

CREATE OR REPLACE FUNCTION public.sold_of(of product)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select s.taken from product_sale s where s.product_id = of.id), 0)
$function$;

CREATE OR REPLACE FUNCTION public.spaced_words(content text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select regexp_replace(
    regexp_replace(content, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0]+', ' ', 'g'),
    '([\u2e80-\uffef\U00020000-\U0003ffff])', ' \1 ', 'g')
$function$;

CREATE OR REPLACE FUNCTION public.store_consent(wanted jsonb, OUT outcome text, OUT refused jsonb)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  w record;
begin
  select * into w from jsonb_to_record(wanted) as r ("user" bigint, push bigint, channel bigint, plan bigint, org bigint, state jsonb,
    caps jsonb, dedupe integer, agreements jsonb, at timestamptz, ip text);
  update "user" u set status = case when u.status in ('registered', 'profiled') then 'matched' else u.status end,
      push_count = u.push_count + 1
    where u.id = w."user" and u.status <> 'deleted';
  if not found then
    outcome := 'gone';
    return;
  end if;
  insert into due_step as d (user_id, kind, push_id, state) values (w."user", 'submit', w.push, w.state)
    on conflict (user_id) do update set kind = excluded.kind, push_id = excluded.push_id, state = excluded.state,
      due_at = excluded.due_at, claims = d.claims + 1, waits_for = null, wakes = false where d.kind = 'retry';
  if not found then
    outcome := 'underWay';
    return;
  end if;
  refused := claim_caps(w.caps);
  if refused is not null then
    outcome := 'cap';
    return;
  end if;
  insert into push_dedupe as d (user_id, org_id, until)
    values (w."user", w.org, time_of_id(w.push) + w.dedupe * interval '1 day')
    on conflict (user_id, org_id) do update set until = excluded.until where d.until < now();
  if not found then
    outcome := 'dedupe';
    return;
  end if;
  update offer o set is_open = false where o.id = w.push and o.is_open;
  if not found then
    outcome := 'expired';
    return;
  end if;
  update push_record p set stage = 'submit', updated_at = now() where p.id = w.push;
  insert into consent (id, user_id, channel_id, plan_id, org_id, agreements, at, ip)
    values (w.push, w."user", w.channel, w.plan, w.org, w.agreements, w.at, w.ip);
  outcome := 'stored';
end $function$;

CREATE OR REPLACE FUNCTION public.store_consents(wanted jsonb, counters jsonb, orgs bigint[], probe interval)
 RETURNS TABLE(nth integer, outcome text, cap integer, used integer, fen bigint)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_variable
declare
  -- Rows are found by arrays: a join would be planned by the statistics of a table that is empty at quiet times.
  people bigint[] := array(select r."user" from jsonb_to_recordset(wanted) as r ("user" bigint));
  pushes bigint[] := array(select r.push from jsonb_to_recordset(wanted) as r (push bigint));
  probed bigint[] := array(select r.org from jsonb_to_recordset(wanted) as r (org bigint, probes boolean) where r.probes);
  added bigint[];
  cap_used integer[];
  cap_fen bigint[];
  cap_most integer[];
  cap_most_fen bigint[];
  is_touched boolean[];
  available bigint[];
  probing bigint[] := '{}';
  stored integer[] := '{}';
  stored_people bigint[] := '{}';
  w record;
  c integer;
  wanted_holds bigint;
  holds bigint;
begin
  perform from "user" u where u.id = any(people) order by u.id for no key update;
  -- Locks the steps of those who have one.
  with fresh as (
    insert into due_step as d (user_id, kind, push_id, state)
    select distinct on (r."user") r."user", 'submit', r.push, r.state from jsonb_to_recordset(wanted) as r ("user" bigint, push bigint, state jsonb)
    join "user" u on u.id = r."user" and u.status <> 'deleted' order by r."user"
    on conflict (user_id) do update set kind = d.kind where false returning d.user_id
  )
  select coalesce(array_agg(f.user_id), '{}') into added from fresh f;
  perform from offer o where o.id = any(pushes) and (o.user_id = any(people) or o.user_id is null) order by o.id for no key update;
  perform from push_record p where p.id = any(pushes) and p.user_id = any(people) order by p.id for no key update;
  -- Locks the counters one by one in their order, whether they are new or not.
  insert into cap_use as u (kind, id, channel_id, span, starts)
    select r.kind, r.id, r."channelId", r.span, r.starts
    from rows from (jsonb_to_recordset(counters) as (kind text, id bigint, "channelId" bigint, span text, starts timestamptz))
      with ordinality r (kind, id, "channelId", span, starts, place) order by r.place
    on conflict (kind, id, channel_id, span, starts) do update set used = u.used where false;
  select array_agg(u.used order by r.place), array_agg(u.fen order by r.place), array_agg(r.most order by r.place),
      array_agg(r."mostFen" order by r.place), array_agg(false)
    into cap_used, cap_fen, cap_most, cap_most_fen, is_touched
    from rows from (jsonb_to_recordset(counters) as (kind text, id bigint, "channelId" bigint, span text, starts timestamptz,
        most integer, "mostFen" bigint))
      with ordinality r (kind, id, "channelId", span, starts, most, "mostFen", place)
    join cap_use u on (u.kind, u.id, u.channel_id, u.span, u.starts) = (r.kind, r.id, r."channelId", r.span, r.starts);
  perform from account a where a.org_id = any(orgs) order by a.id for no key update;
  available := array(select coalesce(a.balance_fen - a.held_fen, 0) from unnest(orgs) with ordinality o (org, place)
    left join account a on a.org_id = o.org order by o.place);
  probed := array(select b.org_id from org_breaker b where b.org_id = any(probed) and b.probe_at <= now()
    for no key update skip locked);

  for w in
    select r.place::integer as place, r."user", r.org, r.caps, r.amount, r.account, r.probes, u.id is not null as is_there,
      coalesce(r."user" = any(added) or d.kind = 'retry', false) as is_free, coalesce(o.is_open, false) as is_open,
      s.until >= now() as is_sent
    from rows from (jsonb_to_recordset(wanted) as ("user" bigint, push bigint, org bigint, caps integer[], amount bigint,
        account integer, probes boolean))
      with ordinality r ("user", push, org, caps, amount, account, probes, place)
    left join "user" u on u.id = r."user" and u.status <> 'deleted'
    left join due_step d on d.user_id = any(people) and d.user_id = r."user"
    left join offer o on o.id = any(pushes) and o.id = r.push and (o.user_id = r."user" or o.user_id is null)
    left join push_dedupe s on s.user_id = r."user" and s.org_id = r.org
    order by r.place
  loop
    nth := w.place;
    outcome := case when not w.is_there then 'gone' when not w.is_free or w."user" = any(stored_people) then 'underWay' end;
    cap := null;
    used := null;
    fen := null;
    if outcome is null then
      foreach c in array w.caps loop
        if cap_used[c] >= cap_most[c] or cap_fen[c] + w.amount > cap_most_fen[c] then
          outcome := 'cap';
          cap := c;
          used := cap_used[c];
          fen := cap_fen[c];
          exit;
        end if;
      end loop;
    end if;
    outcome := coalesce(outcome, case when w.is_sent then 'dedupe' when not w.is_open then 'expired'
      when w.amount > available[w.account] then 'funds' when w.probes and not w.org = any(probed) then 'breaker' else 'stored' end);
    return next;
    continue when outcome <> 'stored';
    foreach c in array w.caps loop
      cap_used[c] := cap_used[c] + 1;
      cap_fen[c] := cap_fen[c] + w.amount;
      is_touched[c] := true;
    end loop;
    available[w.account] := available[w.account] - w.amount;
    if w.probes then
      probed := array_remove(probed, w.org);
      probing := probing || w.org;
    end if;
    stored := stored || w.place;
    stored_people := stored_people || w."user";
  end loop;
  delete from due_step d where d.user_id = any(added) and not d.user_id = any(stored_people);
  if stored = '{}' then
    return;
  end if;

  update cap_use u set used = n.used, fen = n.fen
    from rows from (jsonb_to_recordset(counters) as (kind text, id bigint, "channelId" bigint, span text, starts timestamptz))
      with ordinality r (kind, id, "channelId", span, starts, place)
    join unnest(cap_used, cap_fen, is_touched) with ordinality n (used, fen, is_touched, place) on n.place = r.place
    where n.is_touched and (u.kind, u.id, u.channel_id, u.span, u.starts) = (r.kind, r.id, r."channelId", r.span, r.starts);
  update org_breaker b set probe_at = now() + probe where b.org_id = any(probing);

  with chosen as materialized (
    select r.* from rows from (jsonb_to_recordset(wanted) as ("user" bigint, push bigint, channel bigint, plan bigint, org bigint,
        state jsonb, dedupe integer, agreements jsonb, at timestamptz, ip text))
      with ordinality r ("user", push, channel, plan, org, state, dedupe, agreements, at, ip, place)
    where r.place = any(stored)
  ), users as (
    update "user" u set push_count = u.push_count + 1,
      status = case when u.status in ('registered', 'profiled') then 'matched' else u.status end
    where u.id = any(stored_people)
  ), steps as (
    update due_step d set kind = 'submit', push_id = c.push, state = c.state, due_at = now(),
      claims = d.claims + case when d.user_id = any(added) then 0 else 1 end, waits_for = null, wakes = false
    from chosen c where d.user_id = any(stored_people) and d.user_id = c."user"
  ), pairs as (
    insert into push_dedupe as d (user_id, org_id, until)
    select c."user", c.org, time_of_id(c.push) + c.dedupe * interval '1 day' from chosen c
    on conflict (user_id, org_id) do update set until = excluded.until
  ), closed as (
    update offer o set is_open = false from chosen c
    where o.id = any(pushes) and o.id = c.push and (o.user_id = c."user" or o.user_id is null)
  ), submitted as (
    update push_record p set stage = 'submit', updated_at = now() from chosen c
    where p.id = any(pushes) and p.id = c.push and p.user_id = c."user"
  )
  insert into consent (id, user_id, channel_id, plan_id, org_id, agreements, at, ip)
  select c.push, c."user", c.channel, c.plan, c.org, c.agreements, c.at, c.ip from chosen c order by c.push;

  select count(*), count(*) filter (where h.outcome = 'held') into wanted_holds, holds
    from (select array_agg(r.org order by r.place) as orgs, array_agg(r.amount order by r.place) as amounts,
        array_agg('push'::text order by r.place) as kinds, array_agg(r.push::text order by r.place) as ids
      from rows from (jsonb_to_recordset(wanted) as (push bigint, org bigint, amount bigint))
        with ordinality r (push, org, amount, place)
      where r.place = any(stored) and r.amount > 0) a
    cross join lateral hold_amounts(a.orgs, a.amounts, a.kinds, a.ids) h
    where a.orgs is not null;
  if wanted_holds <> holds then
    raise exception 'a price that is available could not be held';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.store_open_answers(key_ids bigint[], keys text[], claims uuid[], answers bytea[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  days_id bigint[];
  stored int;
begin
  select array_agg(time_id_at((date_trunc('day', now() at time zone 'UTC') + make_interval(days => d)) at time zone 'UTC') order by d)
    into days_id from generate_series(-1, 1) d;
  update open_answer t set answer_sealed = g.answer from unnest(key_ids, keys, claims, answers) g (key_id, key, claim, answer)
    where t.api_key_id = g.key_id and t.key = g.key and t.claim = g.claim and t.answer_sealed is null and t.id = any(days_id);
  get diagnostics stored = row_count;
  return stored;
end $function$;

CREATE OR REPLACE FUNCTION public.store_screened(people jsonb, took_ms integer, lease interval, waits boolean)
 RETURNS TABLE(user_id bigint, outcome text, claims integer)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  -- Steps are found by an array: a join would be planned by the statistics of a table that is empty at quiet times.
  everybody bigint[] := array(select p."user" from jsonb_to_recordset(people) as p ("user" bigint));
  free bigint[] := array(
    select p."user" from jsonb_to_recordset(people) as p ("user" bigint, level text) where p.level is not null order by 1);
  locked bigint[];
begin
  if waits then
    locked := array(select u.id from "user" u where u.id = any(free) order by u.id for no key update);
  else
    locked := array(select u.id from "user" u where u.id = any(free) order by u.id for no key update skip locked);
  end if;
  perform from due_step d where d.user_id = any(everybody) order by d.user_id for update;
  return query
    with judged as materialized (
      select p."user" as id, p.claims, p.level, p.known, not waits and p.level is not null and p."user" <> all(locked) as is_busy
      from jsonb_to_recordset(people) as p ("user" bigint, claims integer, level text, known boolean)
    ), levels as (
      update "user" u set risk_level = j.level, risk_checked_at = now() from judged j
      where u.id = j.id and u.id = any(locked) and u.status <> 'deleted'
      returning u.id, case when u.flow = 'half' then 'check' when u.flow = 'full' and u.profiled_at is not null then 'match' end as next
    ), advanced as (
      update due_step d set kind = l.next, push_id = null, state = '{}', claims = d.claims + 1, due_at = lease_end(d.due_at, lease)
      from judged j join levels l using (id)
      where d.user_id = any(everybody) and d.user_id = j.id and d.claims = j.claims and l.next is not null
      returning d.user_id, d.kind, d.claims
    ), ended as (
      delete from due_step d using judged j left join levels l using (id)
      where d.user_id = any(everybody) and d.user_id = j.id and d.claims = j.claims and l.next is null and not j.is_busy
      returning d.user_id
    ), done as (
      select a.user_id, a.kind as outcome, a.claims from advanced a union all select e.user_id, 'ended', 0 from ended e
    ), noted as (
      insert into step_taken (user_id, kind, ms, result)
      select d.user_id, 'screen', took_ms, coalesce(j.level, 'blacklisted') from done d join judged j on j.id = d.user_id
      where j.known order by d.user_id
    )
    select * from done union all select j.id, 'busy', 0 from judged j where j.is_busy;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_notice(told_kind text, title jsonb, content jsonb, link jsonb, told bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$ select make_notice($1, $2, $3, $4, $5) $function$;

CREATE OR REPLACE FUNCTION public.text_pairs(given text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT COALESCE(array_agg(DISTINCT (substr(text.lowered, place.place, size.size) COLLATE "C")), '{}'::text[]) AS "coalesce" FROM (SELECT lower(text_pairs.given) AS lowered) text, LATERAL generate_series(1, length(text.lowered)) place(place), generate_series(1, 2) size(size) WHERE (((place.place + size.size) - 1) <= length(text.lowered)));

CREATE OR REPLACE FUNCTION public.text_words(content text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 10000
AS $function$
begin
  return to_tsvector('pg_catalog.simple', public.spaced_words(content));
end $function$;

CREATE OR REPLACE FUNCTION public.time_id(at timestamp with time zone DEFAULT clock_timestamp())
 RETURNS bigint
 LANGUAGE sql
RETURN (time_id_at(at) + nextval('time_id_seq'::regclass));

CREATE OR REPLACE FUNCTION public.time_id_at(at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (((floor((EXTRACT(epoch FROM (at AT TIME ZONE 'UTC'::text)) * (1000)::numeric)))::bigint - '1577836800000'::bigint) << 22);

CREATE OR REPLACE FUNCTION public.time_of_id(id bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (('2020-01-01 00:00:00'::timestamp without time zone + (((id >> 22))::double precision * '00:00:00.001'::interval)) AT TIME ZONE 'UTC'::text);

CREATE OR REPLACE FUNCTION public.transfer_text(t transfer)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN concat_ws('
'::text, encode((t).previous_hash, 'hex'::text), (t).account_id, (t).number, (t).id, ((EXTRACT(epoch FROM (t).at) * (1000)::numeric))::bigint, (t).debit_account_id, (t).credit_account_id, (t).amount_fen, (t).balance_after_fen, (t).kind, (t).ref_kind, (t).ref_id, to_char(((t).business_day)::timestamp with time zone, 'YYYY-MM-DD'::text), COALESCE((t).by_admin, (0)::bigint), COALESCE((t).reverses_id, (0)::bigint));

CREATE OR REPLACE FUNCTION public.visitor_of(channel_id bigint, visitor_id text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (md5((((channel_id)::text || ' '::text) || visitor_id)))::uuid;

CREATE OR REPLACE FUNCTION public.was_super_admin(id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select exists (select from admin_role ar join role r on r.id = ar.role_id where ar.admin_id = $1 and r.is_super) $function$;

CREATE OR REPLACE FUNCTION public.was_super_role(id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select exists (select from role where role.id = $1 and is_super) $function$;

CREATE OR REPLACE FUNCTION public.watch_choices(entity text, VARIADIC texts text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('create trigger %I after insert on %I referencing new table as added
    for each statement execute function mark_added_choices()', entity || '_choice_insert', entity);
  execute format('create trigger %I after delete or update of %s on %I for each row execute function mark_choice()',
    entity || '_choice_change', (select string_agg(quote_ident(name), ', ') from unnest(texts) name), entity);
  execute format('insert into choice_change (entity, entity_id) select %L, id from %I', entity, entity);
end $function$;

CREATE OR REPLACE FUNCTION public.without_mentions(content text, unwanted text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  left_over text := content;
  value text;
begin
  if content = '' then return content; end if;
  foreach value in array unwanted loop
    continue when value is null or char_length(value) < 2;
    left_over := replace(left_over, value, '***');
  end loop;
  return case when public.text_words(left_over) @@ public.mention_query(unwanted) then '' else left_over end;
end $function$;

CREATE OR REPLACE FUNCTION public.writing_since(of_table regclass)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (SELECT min(a.xact_start) AS min FROM pg_stat_activity a WHERE ((a.datname = current_database()) AND (a.pid <> pg_backend_pid()) AND CASE WHEN (writing_since.of_table IS NULL) THEN (a.backend_xid IS NOT NULL) ELSE (EXISTS (SELECT FROM pg_locks l WHERE ((l.pid = a.pid) AND (l.relation = (writing_since.of_table)::oid) AND (l.mode = 'RowExclusiveLock'::text) AND l.granted))) END));

-- access

create table access_token (
  id bigint generated always as identity not null,
  admin_id bigint not null,
  name text not null,
  token_hash bytea not null,
  token_end text not null,
  points text[] not null,
  data_scope text not null,
  allowed_ips text[] default '{}'::text[] not null,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  last_used_ip text,
  wrote_lsn pg_lsn,
  constraint access_token_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint access_token_admin_id_name_key UNIQUE (admin_id, name),
  constraint access_token_allowed_ips_check CHECK ((cardinality(allowed_ips) <= 100)),
  constraint access_token_data_scope_check CHECK ((data_scope = ANY (ARRAY['all'::text, 'own'::text]))),
  constraint access_token_name_check CHECK ((length(name) <= 40)),
  constraint access_token_pkey PRIMARY KEY (id),
  constraint access_token_points_check CHECK (((cardinality(points) >= 1) AND (cardinality(points) <= 1000))),
  constraint access_token_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX access_token_created_at_idx ON public.access_token USING btree (created_at, id);

create table account_setup (
  admin_id bigint not null,
  by_admin bigint not null,
  way text not null,
  at timestamp(3) with time zone default now() not null,
  constraint account_setup_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint account_setup_by_admin_check CHECK ((by_admin <> admin_id)),
  constraint account_setup_by_admin_fkey FOREIGN KEY (by_admin) REFERENCES admin(id) ON DELETE CASCADE,
  constraint account_setup_pkey PRIMARY KEY (admin_id, by_admin),
  constraint account_setup_way_check CHECK ((way = ANY (ARRAY['made'::text, 'password'::text, 'secondFactor'::text, 'roles'::text])))
);
CREATE INDEX account_setup_by_admin_idx ON public.account_setup USING btree (by_admin);

create table admin (
  id bigint generated always as identity not null,
  username text not null,
  name text not null,
  phone text,
  email text,
  password_hash text not null,
  must_change_password boolean default false not null,
  has_default_password boolean default false not null,
  password_changed_at timestamp(3) with time zone default now() not null,
  status text default 'enabled'::text not null,
  last_login_at timestamp(3) with time zone,
  last_login_ip text,
  remark text default ''::text not null,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  avatar_file_id bigint,
  password_login_at timestamp(3) with time zone,
  constraint admin_avatar_file_id_fkey FOREIGN KEY (avatar_file_id) REFERENCES file(id),
  constraint admin_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint admin_pkey PRIMARY KEY (id),
  constraint admin_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
  constraint admin_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id),
  constraint admin_username_check CHECK (((char_length(username) >= 3) AND (char_length(username) <= 32)))
);
CREATE INDEX admin_avatar_file_id_idx ON public.admin USING btree (avatar_file_id) WHERE (avatar_file_id IS NOT NULL);
CREATE INDEX admin_created_at_idx ON public.admin USING btree (created_at, id);
CREATE INDEX admin_last_login_at_idx ON public.admin USING btree (COALESCE(last_login_at, '-infinity'::timestamp with time zone), id);
CREATE UNIQUE INDEX admin_username_key ON public.admin USING btree (lower(username));
CREATE CONSTRAINT TRIGGER admin_break_glass_status AFTER UPDATE OF status ON public.admin DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.status = 'enabled'::text) AND (new.status <> 'enabled'::text))) EXECUTE FUNCTION refuse_loss_of_break_glass();
CREATE TRIGGER admin_choice_change AFTER DELETE OR UPDATE OF name ON public.admin FOR EACH ROW EXECUTE FUNCTION mark_choice();
CREATE TRIGGER admin_choice_insert AFTER INSERT ON public.admin REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_added_choices();
CREATE CONSTRAINT TRIGGER admin_last_super_status AFTER UPDATE OF status ON public.admin DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.status = 'enabled'::text) AND (new.status <> 'enabled'::text) AND was_super_admin(old.id))) EXECUTE FUNCTION refuse_loss_of_last_super();

create table admin_identity (
  admin_id bigint not null,
  issuer text not null,
  subject text not null,
  linked_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone,
  constraint admin_identity_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint admin_identity_issuer_check CHECK ((length(issuer) <= 500)),
  constraint admin_identity_issuer_subject_key UNIQUE (issuer, subject),
  constraint admin_identity_pkey PRIMARY KEY (admin_id),
  constraint admin_identity_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);

create table admin_role (
  admin_id bigint not null,
  role_id bigint not null,
  constraint admin_role_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint admin_role_pkey PRIMARY KEY (admin_id, role_id),
  constraint admin_role_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id) ON DELETE RESTRICT
);
CREATE INDEX admin_role_role_id_idx ON public.admin_role USING btree (role_id);
CREATE CONSTRAINT TRIGGER admin_last_super_role AFTER DELETE OR UPDATE ON public.admin_role DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (was_super_role(old.role_id)) EXECUTE FUNCTION refuse_loss_of_last_super();
CREATE CONSTRAINT TRIGGER admin_role_break_glass AFTER DELETE OR UPDATE ON public.admin_role DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_loss_of_break_glass();

create table known_place (
  admin_id bigint not null,
  place text not null,
  seen_at timestamp(3) with time zone default now() not null,
  constraint known_place_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint known_place_pkey PRIMARY KEY (admin_id, place)
);

create table lockout (
  key text not null,
  admin_id bigint,
  failures integer not null,
  locked_until timestamp(3) with time zone,
  last_at timestamp(3) with time zone not null,
  constraint lockout_pkey PRIMARY KEY (key)
);
CREATE INDEX lockout_admin_id_idx ON public.lockout USING btree (admin_id);
CREATE INDEX lockout_last_at_idx ON public.lockout USING btree (last_at);

create table login_log (
  id bigint default time_id() not null,
  at timestamp(3) with time zone generated always as (time_of_id(id)) stored not null,
  admin_id bigint,
  username text,
  name_hash bytea,
  result text not null,
  reason text not null,
  ip text not null,
  user_agent text,
  attempts integer default 1 not null,
  constraint login_log_name_check CHECK ((num_nonnulls(username, name_hash) = 1)),
  constraint login_log_pkey PRIMARY KEY (id) INCLUDE (result, reason),
  constraint login_log_reason_check CHECK ((reason = ANY (ARRAY['ok'::text, 'recoveryCode'::text, 'secondFactorAsked'::text, 'wrongPassword'::text, 'unknownAccount'::text, 'disabled'::text, 'locked'::text, 'wrongSecondFactor'::text, 'sso'::text, 'ssoFactorAsked'::text, 'ssoRefused'::text, 'passwordOff'::text]))) NOT VALID,
  constraint login_log_result_check CHECK ((result = ANY (ARRAY['succeeded'::text, 'pending'::text, 'failed'::text])))
) partition by RANGE (id);
CREATE INDEX login_log_admin_id_idx ON ONLY public.login_log USING btree (admin_id, id) INCLUDE (result, reason);
CREATE INDEX login_log_ip_idx ON ONLY public.login_log USING btree (ip, id) INCLUDE (result, reason);
CREATE INDEX login_log_name_hash_idx ON ONLY public.login_log USING btree (name_hash, id) INCLUDE (result, reason) WHERE (name_hash IS NOT NULL);
CREATE INDEX login_log_reason_idx ON ONLY public.login_log USING btree (reason, id) INCLUDE (result);
CREATE INDEX login_log_result_idx ON ONLY public.login_log USING btree (result, id) INCLUDE (reason);
CREATE TRIGGER login_log_no_change BEFORE DELETE OR UPDATE ON public.login_log FOR EACH ROW EXECUTE FUNCTION login_log_fence();
CREATE TRIGGER login_log_no_truncate BEFORE TRUNCATE ON public.login_log FOR EACH STATEMENT EXECUTE FUNCTION login_log_fence();

create table login_repeat (
  key bytea not null,
  login_id bigint not null,
  attempts integer default 1 not null,
  constraint login_repeat_pkey PRIMARY KEY (key)
);

create table password_history (
  id bigint generated always as identity not null,
  admin_id bigint not null,
  password_hash text not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint password_history_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint password_history_pkey PRIMARY KEY (id)
);
CREATE INDEX password_history_admin_id_idx ON public.password_history USING btree (admin_id, id);

create table recovery_code (
  admin_id bigint not null,
  code_hash bytea not null,
  used_at timestamp(3) with time zone,
  constraint recovery_code_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES second_factor(admin_id) ON DELETE CASCADE,
  constraint recovery_code_pkey PRIMARY KEY (admin_id, code_hash)
);

create table role (
  id bigint generated always as identity not null,
  code text not null,
  name text not null,
  is_super boolean default false not null,
  data_scope text default 'all'::text not null,
  requires_second_factor boolean default false not null,
  remark text default ''::text not null,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint role_code_check CHECK ((code ~ '^[A-Za-z][A-Za-z0-9_-]{1,31}$'::text)),
  constraint role_code_key UNIQUE (code),
  constraint role_data_scope_check CHECK ((data_scope = ANY (ARRAY['all'::text, 'own'::text]))),
  constraint role_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 40))),
  constraint role_pkey PRIMARY KEY (id)
);
CREATE INDEX role_created_at_idx ON public.role USING btree (created_at, id);
CREATE CONSTRAINT TRIGGER role_break_glass AFTER UPDATE OF is_super ON public.role DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.is_super AND (NOT new.is_super))) EXECUTE FUNCTION refuse_loss_of_break_glass();
CREATE TRIGGER role_choice_change AFTER DELETE OR UPDATE OF name ON public.role FOR EACH ROW EXECUTE FUNCTION mark_choice();
CREATE TRIGGER role_choice_insert AFTER INSERT ON public.role REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_added_choices();
CREATE CONSTRAINT TRIGGER role_last_super AFTER UPDATE OF is_super ON public.role DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.is_super AND (NOT new.is_super))) EXECUTE FUNCTION refuse_loss_of_last_super();

create table role_node (
  role_id bigint not null,
  node text not null,
  constraint role_node_pkey PRIMARY KEY (role_id, node),
  constraint role_node_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id) ON DELETE CASCADE
);

create table second_factor (
  admin_id bigint not null,
  secret_sealed bytea not null,
  confirmed_at timestamp(3) with time zone,
  last_step bigint default 0 not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint second_factor_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint second_factor_pkey PRIMARY KEY (admin_id)
);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF secret_sealed ON public.second_factor FOR EACH ROW WHEN ((new.secret_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_second_factor();

create table session (
  id bigint generated always as identity not null,
  token_hash bytea not null,
  admin_id bigint not null,
  ip text,
  user_agent text,
  created_at timestamp(3) with time zone default now() not null,
  last_seen_at timestamp(3) with time zone default now() not null,
  wrote_lsn pg_lsn,
  way text default 'password'::text not null,
  provider_session bytea,
  has_provider_factor boolean default false not null,
  confirmed_at timestamp(3) with time zone,
  constraint session_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_token_hash_key UNIQUE (token_hash),
  constraint session_way_check CHECK ((way = ANY (ARRAY['password'::text, 'sso'::text])))
);
CREATE INDEX session_admin_id_idx ON public.session USING btree (admin_id);
CREATE INDEX session_created_at_idx ON public.session USING btree (created_at, id);
CREATE INDEX session_provider_session_idx ON public.session USING btree (provider_session) WHERE (provider_session IS NOT NULL);

create table sign_in_challenge (
  token_hash bytea not null,
  admin_id bigint not null,
  expires_at timestamp(3) with time zone not null,
  way text default 'password'::text not null,
  provider_session bytea,
  constraint sign_in_challenge_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint sign_in_challenge_pkey PRIMARY KEY (token_hash),
  constraint sign_in_challenge_way_check CHECK ((way = ANY (ARRAY['password'::text, 'sso'::text])))
);
CREATE INDEX sign_in_challenge_admin_id_idx ON public.sign_in_challenge USING btree (admin_id);
CREATE INDEX sign_in_challenge_expires_at_idx ON public.sign_in_challenge USING btree (expires_at);

create table sso (
  id smallint default 1 not null,
  is_on boolean default false not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret_sealed bytea,
  scopes text default ''::text not null,
  claim text not null,
  creates boolean default false not null,
  groups_claim text default ''::text not null,
  factor text default 'own'::text not null,
  signs_out boolean default false not null,
  passwords_off boolean default false not null,
  break_glass_id bigint,
  updated_by bigint,
  version integer default 1 not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint sso_break_glass_id_fkey FOREIGN KEY (break_glass_id) REFERENCES admin(id),
  constraint sso_claim_check CHECK ((claim = ANY (ARRAY['sub'::text, 'email'::text, 'phone'::text]))),
  constraint sso_client_id_check CHECK (((length(client_id) >= 1) AND (length(client_id) <= 200))),
  constraint sso_factor_check CHECK ((factor = ANY (ARRAY['provider'::text, 'own'::text]))),
  constraint sso_groups_claim_check CHECK ((length(groups_claim) <= 100)),
  constraint sso_id_check CHECK ((id = 1)),
  constraint sso_issuer_check CHECK (((length(issuer) >= 1) AND (length(issuer) <= 500))),
  constraint sso_name_check CHECK (((length(name) >= 1) AND (length(name) <= 20))),
  constraint sso_passwords_off_check CHECK (((NOT passwords_off) OR (is_on AND (break_glass_id IS NOT NULL)))),
  constraint sso_pkey PRIMARY KEY (id),
  constraint sso_scopes_check CHECK ((length(scopes) <= 200)),
  constraint sso_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id) ON DELETE SET NULL
);
CREATE INDEX sso_break_glass_id_idx ON public.sso USING btree (break_glass_id);
CREATE INDEX sso_updated_by_idx ON public.sso USING btree (updated_by);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF client_secret_sealed ON public.sso FOR EACH ROW WHEN ((new.client_secret_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_sso();
CREATE CONSTRAINT TRIGGER sso_break_glass AFTER INSERT OR UPDATE ON public.sso DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.passwords_off) EXECUTE FUNCTION refuse_loss_of_break_glass();

create table sso_flow (
  token_hash bytea not null,
  session_id bigint,
  expires_at timestamp(3) with time zone not null,
  constraint sso_flow_pkey PRIMARY KEY (token_hash),
  constraint sso_flow_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
CREATE INDEX sso_flow_expires_at_idx ON public.sso_flow USING btree (expires_at);
CREATE INDEX sso_flow_session_id_idx ON public.sso_flow USING btree (session_id);

create table sso_logout (
  jti_hash bytea not null,
  at timestamp(3) with time zone default now() not null,
  constraint sso_logout_pkey PRIMARY KEY (jti_hash)
);
CREATE INDEX sso_logout_at_idx ON public.sso_logout USING btree (at);

create table sso_role (
  group_value text not null,
  role_id bigint not null,
  constraint sso_role_group_value_check CHECK (((length(group_value) >= 1) AND (length(group_value) <= 200))),
  constraint sso_role_pkey PRIMARY KEY (group_value, role_id),
  constraint sso_role_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id) ON DELETE CASCADE
);
CREATE INDEX sso_role_role_id_idx ON public.sso_role USING btree (role_id);

CREATE OR REPLACE FUNCTION public.login_log_fence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    if new.attempts > old.attempts and to_jsonb(new) - 'attempts' - 'at' = to_jsonb(old) - 'attempts' - 'at' then
      return new;
    end if;
  end if;
  raise exception 'the log of sign-ins can only be added to' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from public.data_key where mark = public.sealed_mark(new.secret_sealed) and state in ('closed', 'ending', 'gone')) then
          raise exception 'A value of second_factor.secret_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_sso()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from public.data_key where mark = public.sealed_mark(new.client_secret_sealed) and state in ('closed', 'ending', 'gone')) then
    raise exception 'A value of sso.client_secret_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_loss_of_break_glass()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from sso s where s.passwords_off and not exists (
      select from admin a join admin_role ar on ar.admin_id = a.id join role r on r.id = ar.role_id
      where a.id = s.break_glass_id and a.status = 'enabled' and r.is_super)
  ) then
    raise exception 'the break-glass account must stay an enabled super administrator'
      using errcode = 'check_violation', constraint = 'sso_break_glass_check';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_loss_of_last_super()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from role where is_super order by id for no key update;
  if not exists (
    select from admin a join admin_role ar on ar.admin_id = a.id join role r on r.id = ar.role_id
    where a.status = 'enabled' and r.is_super
  ) then
    raise exception 'no enabled super administrator would be left'
      using errcode = 'check_violation', constraint = 'admin_last_super_check';
  end if;
  return null;
end $function$;

-- users

create table active_user (
  day date not null,
  user_id bigint not null,
  constraint active_user_pkey PRIMARY KEY (day, user_id)
) partition by RANGE (day);

create table blacklist (
  id bigint generated always as identity not null,
  kind text not null,
  value text not null,
  value_sealed bytea,
  reason text default ''::text not null,
  source text default 'manual'::text not null,
  expires_at timestamp(3) with time zone,
  remark text default ''::text not null,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  phone_hash_a bytea,
  phone_hash_b bytea,
  value_before text,
  constraint blacklist_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint blacklist_kind_check CHECK ((kind = ANY (ARRAY['phone'::text, 'idNumber'::text, 'device'::text, 'ip'::text]))),
  constraint blacklist_kind_value_key UNIQUE (kind, value),
  constraint blacklist_pkey PRIMARY KEY (id),
  constraint blacklist_sealed_check CHECK (((kind = 'idNumber'::text) = (value_sealed IS NOT NULL))),
  constraint blacklist_source_check CHECK ((source = ANY (ARRAY['manual'::text, 'import'::text, 'risk'::text, 'complaint'::text]))),
  constraint blacklist_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id),
  constraint blacklist_value_before_check CHECK (((value_before IS NULL) OR (kind = 'idNumber'::text)))
);
CREATE UNIQUE INDEX blacklist_before_key ON public.blacklist USING btree (kind, COALESCE(value_before, value)) WHERE (kind = 'idNumber'::text);
CREATE INDEX blacklist_created_at_idx ON public.blacklist USING btree (created_at, id) INCLUDE (kind, source, expires_at);
CREATE INDEX blacklist_created_by_idx ON public.blacklist USING btree (created_by, created_at, id) INCLUDE (kind, source, expires_at);
CREATE INDEX blacklist_expires_at_idx ON public.blacklist USING btree (COALESCE(expires_at, 'infinity'::timestamp with time zone), id) INCLUDE (kind, source, created_at);
CREATE INDEX blacklist_kind_idx ON public.blacklist USING btree (kind, created_at, id) INCLUDE (source, expires_at);
CREATE INDEX blacklist_phone_hash_a_idx ON public.blacklist USING btree (phone_hash_a) WHERE (phone_hash_a IS NOT NULL);
CREATE INDEX blacklist_phone_hash_b_idx ON public.blacklist USING btree (phone_hash_b) WHERE (phone_hash_b IS NOT NULL);
CREATE INDEX blacklist_source_idx ON public.blacklist USING btree (source, created_at, id) INCLUDE (kind, expires_at);
CREATE INDEX blacklist_value_before_idx ON public.blacklist USING btree (id) WHERE (value_before IS NOT NULL);
CREATE INDEX blacklist_words_idx ON public.blacklist USING gin (text_words(((reason || ' '::text) || remark))) WITH (fastupdate=off) WHERE ((source <> 'import'::text) AND ((reason <> ''::text) OR (remark <> ''::text)));
CREATE TRIGGER blacklist_plain_device BEFORE INSERT OR UPDATE OF value ON public.blacklist FOR EACH ROW WHEN (((new.kind = 'device'::text) AND (new.value <> lower(new.value)))) EXECUTE FUNCTION list_plain_device();
CREATE TRIGGER blacklist_plain_ip BEFORE INSERT OR UPDATE OF value ON public.blacklist FOR EACH ROW WHEN (((new.kind = 'ip'::text) AND (new.value ~~ '::ffff:%'::text))) EXECUTE FUNCTION list_plain_ip();
CREATE TRIGGER blacklist_value_changed BEFORE UPDATE OF value ON public.blacklist FOR EACH ROW WHEN (((new.value IS DISTINCT FROM old.value) AND (new.kind <> 'idNumber'::text))) EXECUTE FUNCTION forget_blacklist_hash();
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF value_sealed ON public.blacklist FOR EACH ROW WHEN ((new.value_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_blacklist();

create table feedback (
  id bigint generated always as identity not null,
  user_id bigint not null,
  kind text not null,
  content text not null,
  contact text,
  status text default 'pending'::text not null,
  reply text default ''::text not null,
  handled_by bigint,
  handled_at timestamp(3) with time zone,
  remark text default ''::text not null,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint feedback_done_check CHECK (((status = ANY (ARRAY['resolved'::text, 'closed'::text])) = (handled_at IS NOT NULL))),
  constraint feedback_handled_by_check CHECK (((status = 'pending'::text) = (handled_by IS NULL))),
  constraint feedback_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES admin(id),
  constraint feedback_kind_check CHECK ((kind = ANY (ARRAY['suggestion'::text, 'complaint'::text, 'fault'::text, 'other'::text]))),
  constraint feedback_pkey PRIMARY KEY (id),
  constraint feedback_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'resolved'::text, 'closed'::text]))),
  constraint feedback_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id),
  constraint feedback_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id)
);
CREATE INDEX feedback_created_at_idx ON public.feedback USING btree (created_at, id) INCLUDE (status, kind, handled_by);
CREATE INDEX feedback_handled_by_idx ON public.feedback USING btree (handled_by, created_at, id) INCLUDE (status, kind);
CREATE INDEX feedback_kind_idx ON public.feedback USING btree (kind, created_at, id) INCLUDE (status, handled_by);
CREATE INDEX feedback_open_idx ON public.feedback USING btree (created_at, id) INCLUDE (status, kind, handled_by) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text]));
CREATE INDEX feedback_status_idx ON public.feedback USING btree (status, created_at, id) INCLUDE (kind, handled_by);
CREATE INDEX feedback_user_id_idx ON public.feedback USING btree (user_id, created_at);
CREATE TRIGGER feedback_count_added AFTER INSERT ON public.feedback REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_feedback();
CREATE TRIGGER feedback_count_changed AFTER UPDATE ON public.feedback REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_feedback();
CREATE TRIGGER feedback_count_gone AFTER DELETE ON public.feedback REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_feedback();
CREATE TRIGGER feedback_late_insert AFTER INSERT ON public.feedback REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION forget_late_feedback();
CREATE TRIGGER feedback_late_update AFTER UPDATE ON public.feedback REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION forget_late_feedback();

create table feedback_count (
  status text not null,
  part integer not null,
  count bigint not null,
  constraint feedback_count_pkey PRIMARY KEY (status, part)
);

create table feedback_file (
  feedback_id bigint not null,
  file_id bigint not null,
  "position" integer default 0 not null,
  constraint feedback_file_feedback_id_fkey FOREIGN KEY (feedback_id) REFERENCES feedback(id) ON DELETE CASCADE,
  constraint feedback_file_pkey PRIMARY KEY (feedback_id, file_id)
);
CREATE INDEX feedback_file_file_id_idx ON public.feedback_file USING btree (file_id);

create table "user" (
  id bigint generated always as identity not null,
  phone text,
  name text,
  id_number_sealed bytea,
  id_number_hash bytea,
  gender text,
  birthday date,
  city_code text,
  channel_id bigint,
  flow text not null,
  income_band text,
  credit_band text,
  house boolean,
  car boolean,
  social_insurance boolean,
  housing_fund boolean,
  occupation text,
  ip text,
  device text,
  status text default 'registered'::text not null,
  risk_level text,
  push_count integer default 0 not null,
  profiled_at timestamp(3) with time zone,
  last_active_at timestamp(3) with time zone default now() not null,
  deleted_at timestamp(3) with time zone,
  remark text default ''::text not null,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  risk_checked_at timestamp(3) with time zone,
  phone_hash_a bytea,
  phone_hash_b bytea,
  attributed_at timestamp(3) with time zone,
  visitor_id text,
  user_agent text,
  source text default 'channel'::text not null,
  constraint user_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint user_city_code_check CHECK ((city_code ~ '^[1-9][0-9]{5}$'::text)),
  constraint user_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint user_deleted_check CHECK ((((status = 'deleted'::text) = (deleted_at IS NOT NULL)) AND ((status <> 'deleted'::text) OR (num_nonnulls(phone, name, id_number_sealed, id_number_hash, birthday, ip, device) = 0)))),
  constraint user_flow_check CHECK ((flow = ANY (ARRAY['full'::text, 'half'::text, 'uv'::text, 'city'::text]))),
  constraint user_gender_check CHECK ((gender = ANY (ARRAY['female'::text, 'male'::text]))),
  constraint user_pkey PRIMARY KEY (id),
  constraint user_push_count_check CHECK ((push_count >= 0)),
  constraint user_risk_checked_check CHECK (((risk_checked_at IS NULL) OR (risk_level IS NOT NULL))),
  constraint user_risk_level_check CHECK ((risk_level = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))),
  constraint user_source_check CHECK ((source = ANY (ARRAY['channel'::text, 'import'::text]))),
  constraint user_status_check CHECK ((status = ANY (ARRAY['registered'::text, 'profiled'::text, 'matched'::text, 'pushed'::text, 'accepted'::text, 'rejected'::text, 'deleted'::text]))),
  constraint user_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id)
);
CREATE INDEX user_active_idx ON public."user" USING btree (last_active_at, id);
CREATE INDEX user_channel_id_idx ON public."user" USING btree (channel_id, created_at, id) INCLUDE (status, risk_level, flow, city_code);
CREATE INDEX user_city_idx ON public."user" USING btree ("left"(city_code, 4), created_at, id) INCLUDE (status, risk_level, flow, channel_id, city_code);
CREATE INDEX user_created_at_idx ON public."user" USING btree (created_at, id) INCLUDE (status, risk_level, flow, channel_id, city_code);
CREATE INDEX user_device_idx ON public."user" USING btree (device);
CREATE INDEX user_id_number_hash_idx ON public."user" USING btree (id_number_hash);
CREATE INDEX user_imported_idx ON public."user" USING btree (created_at, id) INCLUDE (status, risk_level, flow, channel_id, city_code) WHERE (source = 'import'::text);
CREATE INDEX user_ip_idx ON public."user" USING btree (ip, created_at);
CREATE INDEX user_name_idx ON public."user" USING btree (name, created_at, id);
CREATE INDEX user_phone_hash_a_idx ON public."user" USING btree (phone_hash_a) WHERE (phone_hash_a IS NOT NULL);
CREATE INDEX user_phone_hash_b_idx ON public."user" USING btree (phone_hash_b) WHERE (phone_hash_b IS NOT NULL);
CREATE UNIQUE INDEX user_phone_key ON public."user" USING btree (phone);
CREATE INDEX user_phone_tail_idx ON public."user" USING btree ("right"(phone, 4));
CREATE INDEX user_risk_idx ON public."user" USING btree (risk_level, created_at, id) INCLUDE (status, flow, channel_id, city_code) WHERE (risk_level = ANY (ARRAY['medium'::text, 'high'::text]));
CREATE INDEX user_status_idx ON public."user" USING btree (status, created_at, id) INCLUDE (risk_level, flow, channel_id, city_code);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF id_number_sealed ON public."user" FOR EACH ROW WHEN ((new.id_number_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_user();
CREATE TRIGGER user_click_forgotten AFTER UPDATE OF status ON public."user" FOR EACH ROW WHEN (((new.status = 'deleted'::text) AND (old.status <> 'deleted'::text))) EXECUTE FUNCTION forget_click();
CREATE TRIGGER user_deleted AFTER UPDATE OF status ON public."user" FOR EACH ROW WHEN (((new.status = 'deleted'::text) AND (old.status <> 'deleted'::text))) EXECUTE FUNCTION forget_user();
CREATE TRIGGER user_deleted_consent AFTER UPDATE OF status ON public."user" FOR EACH ROW WHEN (((new.status = 'deleted'::text) AND (old.status <> 'deleted'::text))) EXECUTE FUNCTION forget_consent();
CREATE TRIGGER user_deleted_difference AFTER UPDATE OF status ON public."user" FOR EACH ROW WHEN (((new.status = 'deleted'::text) AND (old.status <> 'deleted'::text))) EXECUTE FUNCTION forget_difference();
CREATE TRIGGER user_deleted_user_consent AFTER UPDATE OF status ON public."user" FOR EACH ROW WHEN (((new.status = 'deleted'::text) AND (old.status <> 'deleted'::text))) EXECUTE FUNCTION forget_user_consent();
CREATE TRIGGER user_errors_forgotten AFTER UPDATE OF status ON public."user" FOR EACH ROW WHEN (((new.status = 'deleted'::text) AND (old.status <> 'deleted'::text))) EXECUTE FUNCTION forget_user_errors();
CREATE TRIGGER user_facts AFTER INSERT ON public."user" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_user_facts();
CREATE TRIGGER user_forget_leads AFTER UPDATE OF status ON public."user" FOR EACH ROW WHEN (((new.status = 'deleted'::text) AND (old.status <> 'deleted'::text))) EXECUTE FUNCTION forget_leads();
CREATE TRIGGER user_moved AFTER UPDATE OF channel_id ON public."user" FOR EACH ROW WHEN (((new.channel_id IS NOT NULL) AND (old.channel_id IS DISTINCT FROM new.channel_id))) EXECUTE FUNCTION note_user_change('registration');
CREATE TRIGGER user_notes_deleted AFTER UPDATE OF status ON public."user" FOR EACH ROW WHEN (((new.status = 'deleted'::text) AND (old.status <> 'deleted'::text))) EXECUTE FUNCTION forget_notes();
CREATE TRIGGER user_payer_deleted AFTER UPDATE OF status ON public."user" FOR EACH ROW WHEN (((new.status = 'deleted'::text) AND (old.status <> 'deleted'::text))) EXECUTE FUNCTION forget_payer();
CREATE TRIGGER user_phone_changed BEFORE UPDATE OF phone ON public."user" FOR EACH ROW WHEN ((new.phone IS DISTINCT FROM old.phone)) EXECUTE FUNCTION forget_phone_hash();
CREATE TRIGGER user_plain_device BEFORE INSERT OR UPDATE OF device ON public."user" FOR EACH ROW WHEN ((new.device <> lower(new.device))) EXECUTE FUNCTION store_plain_device();
CREATE TRIGGER user_plain_ip BEFORE INSERT OR UPDATE OF ip ON public."user" FOR EACH ROW WHEN ((new.ip ~~ '::ffff:%'::text)) EXECUTE FUNCTION store_plain_ip();
CREATE TRIGGER user_profiled AFTER UPDATE OF profiled_at ON public."user" FOR EACH ROW WHEN (((old.profiled_at IS NULL) AND (new.profiled_at IS NOT NULL) AND (new.source <> 'import'::text))) EXECUTE FUNCTION note_user_change('profile');
CREATE TRIGGER user_resolutions_deleted AFTER UPDATE OF status ON public."user" FOR EACH ROW WHEN (((new.status = 'deleted'::text) AND (old.status <> 'deleted'::text))) EXECUTE FUNCTION forget_resolutions();

create table user_click (
  user_id bigint not null,
  click_sealed bytea not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint user_click_pkey PRIMARY KEY (user_id),
  constraint user_click_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF click_sealed ON public.user_click FOR EACH ROW WHEN ((new.click_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_user_click();

create table user_consent (
  user_id bigint not null,
  import_id bigint not null,
  text text not null,
  given_at timestamp(3) with time zone not null,
  imported_at timestamp(3) with time zone default now(),
  constraint user_consent_pkey PRIMARY KEY (user_id),
  constraint user_consent_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id)
);

create table user_move (
  id bigint generated always as identity not null,
  user_id bigint not null,
  from_channel_id bigint,
  to_channel_id bigint not null,
  at timestamp(3) with time zone default now() not null,
  constraint user_move_from_channel_id_fkey FOREIGN KEY (from_channel_id) REFERENCES channel(id),
  constraint user_move_pkey PRIMARY KEY (id),
  constraint user_move_to_channel_id_fkey FOREIGN KEY (to_channel_id) REFERENCES channel(id),
  constraint user_move_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id)
);
CREATE INDEX user_move_at_idx ON public.user_move USING btree (at) INCLUDE (user_id, to_channel_id);
CREATE INDEX user_move_from_channel_id_idx ON public.user_move USING btree (from_channel_id);
CREATE INDEX user_move_to_channel_id_idx ON public.user_move USING btree (to_channel_id);
CREATE INDEX user_move_user_id_idx ON public.user_move USING btree (user_id, id);

CREATE OR REPLACE FUNCTION public.count_feedback()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into feedback_count (status, part, count)
      select status, pg_backend_pid() % 16, count(*) from added group by status order by status
      on conflict (status, part) do update set count = feedback_count.count + excluded.count;
  elsif tg_op = 'DELETE' then
    insert into feedback_count (status, part, count)
      select status, pg_backend_pid() % 16, -count(*) from gone group by status order by status
      on conflict (status, part) do update set count = feedback_count.count + excluded.count;
  else
    insert into feedback_count (status, part, count)
      select status, pg_backend_pid() % 16, sum(step)
      from (select status, 1 as step from added union all select status, -1 from gone) steps
      group by status having sum(step) <> 0 order by status
      on conflict (status, part) do update set count = feedback_count.count + excluded.count;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_blacklist_hash()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.phone_hash_a := null;
  new.phone_hash_b := null;
  -- The hashes are made anew for the entries after the smallest id that lacks one.
  update check_key set filled_blacklist_id = least(filled_blacklist_id, new.id - 1) where filled_blacklist_id >= new.id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_click()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from user_click where user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_consent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update consent set ip = null where user_id = new.id and ip is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_difference()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update correction c set reason = '', note = '' from difference d
    where d.id = c.difference_id and d.user_id = new.id and (c.reason <> '' or c.note <> '');
  update difference set note = '' where user_id = new.id and note <> '';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_late_feedback()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  late bigint[] := array(
    select a.id from added a join "user" u on u.id = a.user_id
    where u.status = 'deleted' and (a.content || coalesce(a.contact, '') || a.reply || a.remark) <> '');
begin
  if late <> '{}' then
    update feedback set content = '', contact = null, reply = '', remark = '' where id = any(late);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_leads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  about bigint[];
begin
  about := array(
    with recursive found as (
      select c.id, c.merged_into_id from lead c where c.user_id = old.id or c.phone = old.phone
      union
      select c.id, c.merged_into_id from found f join lead c on c.id = f.merged_into_id or c.merged_into_id = f.id
    ) select id from found);
  about := array(select c.id from lead c where c.id = any(about) or c.user_id = old.id or c.phone = old.phone
    order by c.id for no key update);
  update lead set name = '', phone = null, remark = '', is_forgotten = true, version = version + 1, updated_at = now()
    where id = any(about);
  update lead_follow_up set content = '' where lead_id = any(about);
  update lead_event set reason = '' where lead_id = any(about);
  update lead_merge set keep_before = null, keep_after = null, other_before = null where keep_id = any(about) or other_id = any(about);
  update lead_reveal set reason = '' where lead_id = any(about);
  update file set status = 'removing', name = '', owner_kind = null, owner_id = null, unclaimed_since = 'epoch', updated_at = now()
    where owner_kind = 'leadFollowUp' and owner_id in (select id from lead_follow_up where lead_id = any(about));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_notes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update push_return set note = '' where user_id = new.id and note <> '';
  update push_trouble set note = '' where user_id = new.id and note <> '';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_payer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  orders bigint[] := array(select id from payment_order where user_id = new.id);
begin
  if orders <> '{}' then
    update payment_callback set body_sealed = null, ip = '' where order_id = any(orders) and (body_sealed is not null or ip <> '');
    update payment_attempt set message = null where order_id = any(orders) and message is not null;
    update payment_refund set reason = '', message = null where order_id = any(orders) and (reason <> '' or message is not null);
    update payment_order set ip = null, pay = null where id = any(orders) and num_nonnulls(ip, pay) > 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_phone_hash()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.phone_hash_a := null;
  new.phone_hash_b := null;
  if new.phone is not null then
    update check_key set filled_user_id = least(filled_user_id, new.id - 1) where filled_user_id >= new.id;
  end if;
  new.visitor_id := case when new.phone is null then null else new.visitor_id end;
  new.user_agent := case when new.phone is null then null else new.user_agent end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_resolutions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update payment_resolution r set reason = '', note = '', reference = ''
    where r.order_id in (select id from payment_order where user_id = new.id) and (r.reason <> '' or r.note <> '' or r.reference <> '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update push_record set reason = null,
      external_id = case when external_id = without_mentions(external_id, array[old.phone, old.name, old.device, old.ip])
        and external_id !~ '1[3-9]\d{9}|[1-9]\d{5}(19|20)\d{9}[\dXx]' then external_id end
    where user_id = new.id and num_nonnulls(reason, external_id) > 0;
  update push_attempt set request = null, reply = null, error = null
    where push_id in (select id from push_record where user_id = new.id) and num_nonnulls(request, reply, error) > 0;
  update match_run set why_not = '[]', reasons = null, later = null, facts = null, seen = null
    where user_id = new.id and (why_not <> '[]' or reasons is not null);
  update feedback set content = '', contact = null, reply = '', remark = '', version = version + 1, updated_at = now()
    where user_id = new.id;
  update file set status = 'removing', name = '', owner_kind = null, owner_id = null, unclaimed_since = 'epoch', updated_at = now()
    where owner_kind = 'feedback' and owner_id in (select id from feedback where user_id = new.id);
  delete from feedback_file where feedback_id in (select id from feedback where user_id = new.id);
  update error_event set name = '', message = '', stack = '', url = '', user_agent = '', user_id = null
    where source <> 'console' and user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_user_consent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from user_consent where user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_user_errors()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from error_person where kind = 'user' and person_id = new.id;
  update error_sample set message = '', stack = '', url = '', user_agent = '', person_kind = null, person_id = null
    where person_kind = 'user' and person_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.list_plain_device()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.value := lower(new.value);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.list_plain_ip()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.value := plain_ip(new.value);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_user_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_fact(tg_argv[0], new.id, new, new.channel_id, 0, 0, 0, new.city_code, new.flow);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_user_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, fen, fee_fen, day, came, city_code, kind, flow)
    select time_id(i.at), q.user_id, q.user_id, coalesce(q.channel_id, 0), 0, 0, 0, 0, 0, d.day, coalesce(least(d.day, came.day), d.day),
      city_number(q.city_code), q.kind, coalesce(q.flow, '')
    from (
      select e.kind, e.at, case when u.source = 'import' then now() else u.created_at end as came_at, u.id as user_id, u.channel_id,
        u.city_code, u.flow
      from added u cross join lateral (values
        (case when u.source = 'import' then 'imported' else 'registration' end,
          case when u.source = 'import' then now() else u.created_at end),
        ('profile', case when u.source = 'import' then null else u.profiled_at end)) e (kind, at)
      where e.at is not null) q
      cross join lateral (select least(q.at, now()) as at) i
      cross join lateral (
        select business_day(i.at, c.time_zone, c.day_starts_at) as day from business_clock c
        where c.from_at <= i.at order by c.from_at desc limit 1) d
      left join lateral (
        select business_day(q.came_at, c.time_zone, c.day_starts_at) as day from business_clock c
        where c.from_at <= q.came_at order by c.from_at desc limit 1) came on true;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_blacklist()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from public.data_key where mark = public.sealed_mark(new.value_sealed) and state in ('closed', 'ending', 'gone')) then
          raise exception 'A value of blacklist.value_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from public.data_key where mark = public.sealed_mark(new.id_number_sealed) and state in ('closed', 'ending', 'gone')) then
          raise exception 'A value of user.id_number_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_user_click()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from public.data_key where mark = public.sealed_mark(new.click_sealed) and state in ('closed', 'ending', 'gone')) then
    raise exception 'A value of user_click.click_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.store_plain_device()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.device := lower(new.device);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.store_plain_ip()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.ip := plain_ip(new.ip);
  return new;
end $function$;

-- partners

create table api_key (
  id bigint generated always as identity not null,
  key text not null,
  channel_id bigint,
  org_id bigint,
  is_sandbox boolean default false not null,
  revoked_at timestamp(3) with time zone,
  revoked_by bigint,
  created_by bigint,
  created_at timestamp(3) with time zone default now() not null,
  constraint api_key_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE,
  constraint api_key_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint api_key_key_check CHECK ((key ~ '^ck_[A-Za-z0-9_]{8,60}$'::text)),
  constraint api_key_key_key UNIQUE (key),
  constraint api_key_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id) ON DELETE CASCADE,
  constraint api_key_owner_check CHECK ((num_nonnulls(channel_id, org_id) = 1)),
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES admin(id)
);
CREATE INDEX api_key_channel_id_idx ON public.api_key USING btree (channel_id);
CREATE UNIQUE INDEX api_key_channel_id_key ON public.api_key USING btree (channel_id, is_sandbox) WHERE (revoked_at IS NULL);
CREATE INDEX api_key_org_id_idx ON public.api_key USING btree (org_id);
CREATE UNIQUE INDEX api_key_org_id_key ON public.api_key USING btree (org_id, is_sandbox) WHERE (revoked_at IS NULL);
CREATE TRIGGER api_key_announced AFTER INSERT OR DELETE OR UPDATE ON public.api_key FOR EACH STATEMENT EXECUTE FUNCTION announce_open_callers();

create table api_secret (
  id bigint generated always as identity not null,
  api_key_id bigint not null,
  slot text not null,
  value_sealed bytea not null,
  place text not null,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  created_by bigint,
  created_at timestamp(3) with time zone default now() not null,
  constraint api_secret_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key(id) ON DELETE CASCADE,
  constraint api_secret_api_key_id_slot_key UNIQUE (api_key_id, slot),
  constraint api_secret_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint api_secret_expires_at_check CHECK (((slot = 'current'::text) = (expires_at IS NULL))),
  constraint api_secret_pkey PRIMARY KEY (id),
  constraint api_secret_place_check CHECK ((place = ANY (ARRAY['apiSecret'::text, 'channel.apiSecret'::text]))),
  constraint api_secret_slot_check CHECK ((slot = ANY (ARRAY['current'::text, 'previous'::text])))
);
CREATE TRIGGER api_secret_announced AFTER INSERT OR DELETE OR UPDATE OF slot, value_sealed, expires_at ON public.api_secret FOR EACH STATEMENT EXECUTE FUNCTION announce_open_callers();
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF value_sealed ON public.api_secret FOR EACH ROW WHEN ((new.value_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_api_secret();

create table check_key (
  id bigint generated always as identity not null,
  slot text not null,
  value_sealed bytea not null,
  filled_user_id bigint default 0 not null,
  filled_blacklist_id bigint default 0 not null,
  created_by bigint,
  created_at timestamp(3) with time zone default now() not null,
  constraint check_key_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint check_key_pkey PRIMARY KEY (id),
  constraint check_key_slot_check CHECK ((slot = ANY (ARRAY['a'::text, 'b'::text]))),
  constraint check_key_slot_key UNIQUE (slot)
);
CREATE INDEX check_key_created_by_idx ON public.check_key USING btree (created_by);
CREATE TRIGGER check_key_announced AFTER INSERT OR DELETE ON public.check_key FOR EACH STATEMENT EXECUTE FUNCTION announce_open_callers();
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF value_sealed ON public.check_key FOR EACH ROW WHEN ((new.value_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_check_key();

create table previous_secret (
  id bigint generated always as identity not null,
  org_id bigint,
  collection_id bigint,
  name text not null,
  value_sealed bytea not null,
  ends_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  created_by bigint,
  created_at timestamp(3) with time zone default now() not null,
  constraint previous_secret_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collection(id) ON DELETE CASCADE,
  constraint previous_secret_collection_id_name_key UNIQUE (collection_id, name),
  constraint previous_secret_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint previous_secret_name_check CHECK ((name ~ '^[A-Za-z][A-Za-z0-9.]{0,63}$'::text)),
  constraint previous_secret_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id) ON DELETE CASCADE,
  constraint previous_secret_org_id_name_key UNIQUE (org_id, name),
  constraint previous_secret_owner_check CHECK ((num_nonnulls(org_id, collection_id) = 1)),
  constraint previous_secret_pkey PRIMARY KEY (id)
);
CREATE INDEX previous_secret_ends_at_idx ON public.previous_secret USING btree (ends_at);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF value_sealed ON public.previous_secret FOR EACH ROW WHEN ((new.value_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_previous_secret();

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_api_secret()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from public.data_key where mark = public.sealed_mark(new.value_sealed) and state in ('closed', 'ending', 'gone')) then
          raise exception 'A value of api_secret.value_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_check_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from public.data_key where mark = public.sealed_mark(new.value_sealed) and state in ('closed', 'ending', 'gone')) then
          raise exception 'A value of check_key.value_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_previous_secret()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from public.data_key where mark = public.sealed_mark(new.value_sealed) and state in ('closed', 'ending', 'gone')) then
    raise exception 'A value of previous_secret.value_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
  end if;
  return null;
end $function$;

-- ledger

create table account (
  id bigint generated always as identity not null,
  balance_fen bigint,
  held_fen bigint,
  org_id bigint generated always as (
CASE owner_kind
    WHEN 'org'::text THEN owner_id
    ELSE NULL::bigint
END) stored,
  transfers bigint default 0 not null,
  hash bytea default decode(repeat('00'::text, 32), 'hex'::text) not null,
  kind text not null,
  owner_kind text,
  owner_id bigint,
  channel_id bigint generated always as (
CASE owner_kind
    WHEN 'channel'::text THEN owner_id
    ELSE NULL::bigint
END) stored,
  constraint account_balance_fen_check CHECK ((balance_fen >= held_fen)),
  constraint account_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE,
  constraint account_channel_id_key UNIQUE (channel_id),
  constraint account_guarded_check CHECK ((((kind = ANY (ARRAY['prepaid'::text, 'payable'::text])) = (balance_fen IS NOT NULL)) AND ((balance_fen IS NULL) = (held_fen IS NULL)))),
  constraint account_held_fen_check CHECK ((held_fen >= 0)),
  constraint account_kind_check CHECK ((kind = ANY (ARRAY['prepaid'::text, 'payable'::text, 'bank'::text, 'gift'::text, 'revenue'::text, 'productRevenue'::text, 'receivable'::text, 'fee'::text, 'channelCost'::text, 'suspense'::text, 'adjustment'::text]))),
  constraint account_kind_key UNIQUE NULLS NOT DISTINCT (kind, owner_id),
  constraint account_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id) ON DELETE CASCADE,
  constraint account_org_id_key UNIQUE (org_id),
  constraint account_owner_id_check CHECK (((owner_kind IS NULL) = (owner_id IS NULL))),
  constraint account_owner_kind_check CHECK ((NOT (owner_kind IS DISTINCT FROM
CASE kind
    WHEN 'prepaid'::text THEN 'org'::text
    WHEN 'payable'::text THEN 'channel'::text
    ELSE NULL::text
END))),
  constraint account_pkey PRIMARY KEY (id)
);
CREATE TRIGGER account_keep BEFORE DELETE ON public.account FOR EACH ROW WHEN (((old.owner_id IS NULL) OR (old.balance_fen <> 0) OR (old.held_fen <> 0) OR (old.transfers > 0))) EXECUTE FUNCTION keep_account();

create table account_day (
  account_id bigint not null,
  day date not null,
  debit_fen bigint not null,
  credit_fen bigint not null,
  transfers bigint not null,
  constraint account_day_pkey PRIMARY KEY (account_id, day)
);

create table account_delta (
  account_id bigint not null,
  day date not null,
  debit_fen bigint not null,
  credit_fen bigint not null,
  transfers bigint not null
);

create table adjustment (
  id bigint generated always as identity not null,
  kind text not null,
  org_id bigint,
  channel_id bigint,
  amount_fen bigint not null,
  reason text not null,
  link_kind text not null,
  link_id bigint not null,
  status text default 'pending'::text not null,
  request_key uuid default gen_random_uuid() not null,
  created_by bigint not null,
  reviewed_by bigint,
  reviewed_at timestamp(3) with time zone,
  note text default ''::text not null,
  transfer_id bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint adjustment_account_check CHECK ((num_nonnulls(org_id, channel_id) = 1)),
  constraint adjustment_amount_fen_check CHECK ((amount_fen <> 0)),
  constraint adjustment_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint adjustment_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint adjustment_kind_check CHECK ((kind = ANY (ARRAY['adjust'::text, 'reverse'::text]))),
  constraint adjustment_link_kind_check CHECK (((link_kind = ANY (ARRAY['transfer'::text, 'push'::text, 'recharge'::text])) AND ((kind = 'adjust'::text) OR (link_kind = 'transfer'::text)))),
  constraint adjustment_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id),
  constraint adjustment_pkey PRIMARY KEY (id),
  constraint adjustment_reason_check CHECK ((reason <> ''::text)),
  constraint adjustment_request_key_key UNIQUE (created_by, request_key),
  constraint adjustment_reviewed_by_check CHECK ((reviewed_by <> created_by)),
  constraint adjustment_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES admin(id),
  constraint adjustment_reviewed_check CHECK ((num_nulls(reviewed_by, reviewed_at) =
CASE status
    WHEN 'pending'::text THEN 2
    ELSE 0
END)),
  constraint adjustment_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
  constraint adjustment_transfer_id_check CHECK (((status = 'approved'::text) = (transfer_id IS NOT NULL))),
  constraint adjustment_transfer_id_key UNIQUE (transfer_id),
  constraint adjustment_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id)
);
CREATE INDEX adjustment_amount_fen_idx ON public.adjustment USING btree (amount_fen, id) INCLUDE (status, org_id, channel_id, kind);
CREATE INDEX adjustment_channel_id_idx ON public.adjustment USING btree (channel_id, created_at, id) INCLUDE (status, kind);
CREATE INDEX adjustment_created_at_idx ON public.adjustment USING btree (created_at, id) INCLUDE (status, org_id, channel_id, kind);
CREATE INDEX adjustment_created_by_idx ON public.adjustment USING btree (created_by, created_at, id) INCLUDE (status, org_id, channel_id, kind);
CREATE INDEX adjustment_link_id_idx ON public.adjustment USING btree (link_id, link_kind);
CREATE INDEX adjustment_org_id_idx ON public.adjustment USING btree (org_id, created_at, id) INCLUDE (status, kind);
CREATE UNIQUE INDEX adjustment_reversal_key ON public.adjustment USING btree (link_id) WHERE ((kind = 'reverse'::text) AND (status <> 'rejected'::text));
CREATE INDEX adjustment_reviewed_by_idx ON public.adjustment USING btree (reviewed_by);
CREATE INDEX adjustment_status_idx ON public.adjustment USING btree (status, created_at, id) INCLUDE (org_id, channel_id, kind);
CREATE INDEX adjustment_updated_by_idx ON public.adjustment USING btree (updated_by);
CREATE TRIGGER adjustment_reviewed BEFORE DELETE OR UPDATE ON public.adjustment FOR EACH ROW WHEN ((old.reviewed_at IS NOT NULL)) EXECUTE FUNCTION reviewed_fence();

create table change_request (
  id bigint generated always as identity not null,
  kind text not null,
  target_id bigint not null,
  target_name text not null,
  channel_id bigint,
  amount_fen bigint,
  facts jsonb not null,
  payload_sealed bytea,
  reason text default ''::text not null,
  status text default 'pending'::text not null,
  created_by bigint not null,
  reviewed_by bigint,
  reviewed_at timestamp(3) with time zone,
  note text default ''::text not null,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint change_request_amount_fen_check CHECK ((amount_fen > 0)),
  constraint change_request_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint change_request_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint change_request_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'collection'::text, 'orgTemplate'::text]))),
  constraint change_request_note_check CHECK ((length(note) <= 200)),
  constraint change_request_pkey PRIMARY KEY (id),
  constraint change_request_reason_check CHECK ((length(reason) <= 200)),
  constraint change_request_reviewed_by_check CHECK ((reviewed_by <> created_by)),
  constraint change_request_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES admin(id),
  constraint change_request_reviewed_check CHECK ((num_nulls(reviewed_by, reviewed_at) =
CASE
    WHEN (status = ANY (ARRAY['pending'::text, 'withdrawn'::text])) THEN 2
    ELSE 0
END)),
  constraint change_request_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint change_request_target_name_check CHECK ((length(target_name) <= 200)),
  constraint change_request_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id)
);
CREATE INDEX change_request_channel_id_idx ON public.change_request USING btree (channel_id);
CREATE INDEX change_request_created_at_idx ON public.change_request USING btree (created_at, id) INCLUDE (status, kind, channel_id);
CREATE INDEX change_request_created_by_idx ON public.change_request USING btree (created_by, created_at, id) INCLUDE (status, kind);
CREATE INDEX change_request_kind_idx ON public.change_request USING btree (kind, created_at, id) INCLUDE (status, channel_id);
CREATE INDEX change_request_reviewed_by_idx ON public.change_request USING btree (reviewed_by);
CREATE INDEX change_request_status_idx ON public.change_request USING btree (status, created_at, id) INCLUDE (kind, channel_id);
CREATE INDEX change_request_target_id_idx ON public.change_request USING btree (target_id, created_at, id) INCLUDE (status, kind);
CREATE UNIQUE INDEX change_request_target_key ON public.change_request USING btree (kind, target_id) WHERE (status = 'pending'::text);
CREATE INDEX change_request_updated_by_idx ON public.change_request USING btree (updated_by);
CREATE TRIGGER change_request_reviewed BEFORE DELETE OR UPDATE ON public.change_request FOR EACH ROW WHEN ((old.reviewed_at IS NOT NULL)) EXECUTE FUNCTION reviewed_fence();
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF payload_sealed ON public.change_request FOR EACH ROW WHEN ((new.payload_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_change_request();

create table channel_result (
  id bigint default time_id() not null,
  channel_id bigint not null,
  number bigint not null,
  at timestamp(3) with time zone not null,
  base_fen bigint not null,
  cost_fen bigint not null,
  business_day date not null,
  due_day date not null,
  draw smallint,
  deduction_bp smallint,
  kind text not null,
  ref_id text not null,
  deducted_for text,
  constraint channel_result_deducted_for_check CHECK ((deducted_for = 'agreedRate'::text)),
  constraint channel_result_kind_check CHECK ((kind = ANY (ARRAY['registration'::text, 'push'::text, 'visitor'::text, 'return'::text, 'adjustment'::text]))),
  constraint channel_result_pkey PRIMARY KEY (id)
) partition by RANGE (id);
CREATE INDEX channel_result_day_idx ON ONLY public.channel_result USING btree (channel_id, due_day, number);
CREATE INDEX channel_result_deducted_idx ON ONLY public.channel_result USING btree (ref_id) WHERE (deducted_for IS NOT NULL);
CREATE INDEX channel_result_number_idx ON ONLY public.channel_result USING btree (channel_id, number);

create table channel_result_end (
  channel_id bigint not null,
  number bigint not null,
  constraint channel_result_end_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE,
  constraint channel_result_end_pkey PRIMARY KEY (channel_id)
);

create table channel_result_new (
  channel_id bigint not null,
  id bigint generated always as identity not null,
  kind text not null,
  ref_id text not null,
  at timestamp(3) with time zone default now() not null,
  business_day date not null,
  base_fen bigint not null,
  cost_fen bigint not null,
  draw smallint,
  deduction_bp smallint,
  deducted_for text,
  is_booked boolean default false not null,
  result_id bigint default time_id() not null,
  constraint channel_result_new_deducted_for_check CHECK (
CASE
    WHEN (deducted_for IS NULL) THEN ((draw IS NULL) OR (draw >= deduction_bp))
    ELSE ((deducted_for = 'agreedRate'::text) AND (draw < deduction_bp) AND (cost_fen = 0))
END),
  constraint channel_result_new_kind_check CHECK ((kind = ANY (ARRAY['registration'::text, 'push'::text, 'visitor'::text, 'return'::text, 'adjustment'::text]))),
  constraint channel_result_new_pkey PRIMARY KEY (channel_id, id)
);
CREATE INDEX channel_result_new_deducted_idx ON public.channel_result_new USING btree (ref_id) WHERE (deducted_for IS NOT NULL);
CREATE TRIGGER channel_result_new_facts AFTER INSERT ON public.channel_result_new REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_channel_result_new_facts();

create table hold (
  ref_kind text not null,
  ref_id text not null,
  account_id bigint not null,
  amount_fen bigint not null,
  at timestamp(3) with time zone default now() not null,
  constraint hold_amount_fen_check CHECK ((amount_fen > 0)),
  constraint hold_pkey PRIMARY KEY (ref_kind, ref_id),
  constraint hold_ref_check CHECK (((ref_kind ~ '^[A-Za-z]{1,32}$'::text) AND (ref_id ~ '^[A-Za-z0-9:._-]{1,64}$'::text)))
);
CREATE INDEX hold_at_idx ON public.hold USING btree (at);

create table ledger_check (
  id bigint generated always as identity not null,
  started_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone default now() not null,
  transfers bigint not null,
  accounts bigint not null,
  faults jsonb not null,
  sums_agree boolean not null,
  constraint ledger_check_faults_check CHECK ((jsonb_typeof(faults) = 'array'::text)),
  constraint ledger_check_pkey PRIMARY KEY (id)
);

create view org_account as
 SELECT org_id,
    balance_fen,
    held_fen
   FROM account
  WHERE (org_id IS NOT NULL);

create table recharge (
  id bigint generated always as identity not null,
  org_id bigint not null,
  way text not null,
  amount_fen bigint not null,
  voucher_file_id bigint,
  reason text default ''::text not null,
  status text default 'pending'::text not null,
  request_key uuid default gen_random_uuid() not null,
  created_by bigint not null,
  reviewed_by bigint,
  reviewed_at timestamp(3) with time zone,
  note text default ''::text not null,
  transfer_id bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint recharge_amount_fen_check CHECK (((amount_fen <> 0) AND ((amount_fen < 0) = (way = 'refund'::text)))),
  constraint recharge_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint recharge_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id),
  constraint recharge_pkey PRIMARY KEY (id),
  constraint recharge_request_key_key UNIQUE (created_by, request_key),
  constraint recharge_reviewed_by_check CHECK ((reviewed_by <> created_by)),
  constraint recharge_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES admin(id),
  constraint recharge_reviewed_check CHECK ((num_nulls(reviewed_by, reviewed_at) =
CASE status
    WHEN 'pending'::text THEN 2
    ELSE 0
END)),
  constraint recharge_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
  constraint recharge_transfer_id_check CHECK (((status = 'approved'::text) = (transfer_id IS NOT NULL))),
  constraint recharge_transfer_id_key UNIQUE (transfer_id),
  constraint recharge_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id),
  constraint recharge_voucher_file_id_fkey FOREIGN KEY (voucher_file_id) REFERENCES file(id),
  constraint recharge_way_check CHECK ((way = ANY (ARRAY['bank'::text, 'online'::text, 'gift'::text, 'refund'::text])))
);
CREATE INDEX recharge_amount_fen_idx ON public.recharge USING btree (amount_fen, id) INCLUDE (status, org_id, way);
CREATE INDEX recharge_created_at_idx ON public.recharge USING btree (created_at, id) INCLUDE (status, org_id, way);
CREATE INDEX recharge_created_by_idx ON public.recharge USING btree (created_by, created_at, id) INCLUDE (status, org_id, way);
CREATE INDEX recharge_org_id_idx ON public.recharge USING btree (org_id, created_at, id) INCLUDE (status, way);
CREATE INDEX recharge_reviewed_at_idx ON public.recharge USING btree (reviewed_at) WHERE (reviewed_at IS NOT NULL);
CREATE INDEX recharge_reviewed_by_idx ON public.recharge USING btree (reviewed_by);
CREATE INDEX recharge_status_idx ON public.recharge USING btree (status, created_at, id) INCLUDE (org_id, way);
CREATE INDEX recharge_updated_by_idx ON public.recharge USING btree (updated_by);
CREATE INDEX recharge_voucher_file_id_idx ON public.recharge USING btree (voucher_file_id);
CREATE INDEX recharge_way_idx ON public.recharge USING btree (way, created_at, id) INCLUDE (status, org_id);
CREATE TRIGGER recharge_reviewed BEFORE DELETE OR UPDATE ON public.recharge FOR EACH ROW WHEN ((old.reviewed_at IS NOT NULL)) EXECUTE FUNCTION reviewed_fence();

create table settlement (
  id bigint generated always as identity not null,
  channel_id bigint not null,
  from_day date not null,
  to_day date not null,
  after_number bigint not null,
  first_number bigint not null,
  upto_number bigint not null,
  amount_fen bigint not null,
  base_fen bigint not null,
  results bigint not null,
  deducted bigint not null,
  late bigint not null,
  late_fen bigint not null,
  status text default 'draft'::text not null,
  created_by bigint not null,
  reviewed_by bigint,
  reviewed_at timestamp(3) with time zone,
  note text default ''::text not null,
  paid_by bigint,
  paid_at timestamp(3) with time zone,
  voucher_file_id bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint settlement_amount_fen_check CHECK ((amount_fen > 0)),
  constraint settlement_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint settlement_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint settlement_days_check CHECK ((from_day <= to_day)),
  constraint settlement_numbers_check CHECK (((after_number >= 0) AND (first_number > 0) AND (upto_number >= first_number))),
  constraint settlement_paid_by_fkey FOREIGN KEY (paid_by) REFERENCES admin(id),
  constraint settlement_paid_check CHECK ((((status = 'paid'::text) = (paid_by IS NOT NULL)) AND ((paid_by IS NULL) = (paid_at IS NULL)) AND ((status <> 'paid'::text) OR (voucher_file_id IS NOT NULL)))),
  constraint settlement_pkey PRIMARY KEY (id),
  constraint settlement_reviewed_by_check CHECK ((reviewed_by <> created_by)),
  constraint settlement_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES admin(id),
  constraint settlement_reviewed_check CHECK (
CASE status
    WHEN 'draft'::text THEN (reviewed_by IS NULL)
    WHEN 'cancelled'::text THEN true
    ELSE (reviewed_by IS NOT NULL)
END),
  constraint settlement_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'confirmed'::text, 'paid'::text, 'cancelled'::text]))),
  constraint settlement_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id),
  constraint settlement_voucher_file_id_fkey FOREIGN KEY (voucher_file_id) REFERENCES file(id)
);
CREATE INDEX settlement_channel_id_idx ON public.settlement USING btree (channel_id, created_at, id) INCLUDE (status);
CREATE INDEX settlement_created_at_idx ON public.settlement USING btree (created_at, id) INCLUDE (status, channel_id);
CREATE INDEX settlement_created_by_idx ON public.settlement USING btree (created_by);
CREATE UNIQUE INDEX settlement_draft_key ON public.settlement USING btree (channel_id) WHERE (status = 'draft'::text);
CREATE UNIQUE INDEX settlement_from_day_key ON public.settlement USING btree (channel_id, from_day) WHERE (status <> 'cancelled'::text);
CREATE INDEX settlement_paid_by_idx ON public.settlement USING btree (paid_by);
CREATE INDEX settlement_reviewed_by_idx ON public.settlement USING btree (reviewed_by);
CREATE INDEX settlement_status_idx ON public.settlement USING btree (status, created_at, id) INCLUDE (channel_id);
CREATE INDEX settlement_updated_by_idx ON public.settlement USING btree (updated_by);
CREATE INDEX settlement_voucher_file_id_idx ON public.settlement USING btree (voucher_file_id);
CREATE TRIGGER settlement_reviewed BEFORE DELETE OR UPDATE ON public.settlement FOR EACH ROW WHEN ((old.reviewed_at IS NOT NULL)) EXECUTE FUNCTION reviewed_fence('status', 'paid_by', 'paid_at', 'voucher_file_id');

create table settlement_line (
  settlement_id bigint not null,
  business_day date not null,
  kind text not null,
  is_late boolean not null,
  results bigint not null,
  deducted bigint not null,
  base_fen bigint not null,
  cost_fen bigint not null,
  constraint settlement_line_pkey PRIMARY KEY (settlement_id, business_day, kind, is_late),
  constraint settlement_line_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES settlement(id) ON DELETE CASCADE
);

create table statement_link (
  id bigint generated always as identity not null,
  version integer default 1 not null,
  org_id bigint not null,
  month date not null,
  token_hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  revoked_by bigint,
  opened bigint default 0 not null,
  opened_at timestamp(3) with time zone,
  created_by bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint statement_link_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint statement_link_expires_at_check CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '90 days'::interval)))),
  constraint statement_link_month_check CHECK ((month = date_trunc('month'::text, (month)::timestamp with time zone))),
  constraint statement_link_opened_check CHECK (((opened >= 0) AND ((opened = 0) = (opened_at IS NULL)))),
  constraint statement_link_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id) ON DELETE CASCADE,
  constraint statement_link_pkey PRIMARY KEY (id),
  constraint statement_link_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES admin(id),
  constraint statement_link_revoked_check CHECK (((revoked_at IS NULL) = (revoked_by IS NULL))),
  constraint statement_link_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX statement_link_created_by_idx ON public.statement_link USING btree (created_by);
CREATE INDEX statement_link_org_id_idx ON public.statement_link USING btree (org_id, created_at, id);
CREATE INDEX statement_link_revoked_by_idx ON public.statement_link USING btree (revoked_by) WHERE (revoked_by IS NOT NULL);

create table transfer (
  id bigint default time_id() not null,
  at timestamp(3) with time zone not null,
  debit_account_id bigint not null,
  credit_account_id bigint not null,
  amount_fen bigint not null,
  kind text not null,
  ref_kind text not null,
  ref_id text not null,
  business_day date not null,
  by_admin bigint,
  reverses_id bigint,
  account_id bigint,
  number bigint,
  balance_after_fen bigint,
  previous_hash bytea,
  hash bytea,
  constraint transfer_account_id_check CHECK (((account_id = debit_account_id) OR (account_id = credit_account_id))),
  constraint transfer_accounts_check CHECK ((debit_account_id <> credit_account_id)),
  constraint transfer_amount_fen_check CHECK ((amount_fen > 0)),
  constraint transfer_chain_check CHECK ((num_nulls(account_id, number, balance_after_fen, previous_hash, hash) = ANY (ARRAY[0, 5]))),
  constraint transfer_kind_check CHECK ((kind = ANY (ARRAY['recharge'::text, 'payout'::text, 'charge'::text, 'refund'::text, 'adjust'::text, 'cost'::text, 'settlement'::text, 'reversal'::text, 'refundByHand'::text, 'suspenseByHand'::text, 'suspenseAssigned'::text, 'suspenseWrittenOff'::text, 'payment'::text, 'paymentFee'::text, 'paymentRefund'::text, 'suspense'::text, 'suspenseBack'::text]))),
  constraint transfer_pkey PRIMARY KEY (id),
  constraint transfer_ref_check CHECK (((ref_kind ~ '^[A-Za-z]{1,32}$'::text) AND (ref_id ~ '^[A-Za-z0-9:._-]{1,64}$'::text)))
) partition by RANGE (id);
CREATE INDEX transfer_account_id_idx ON ONLY public.transfer USING btree (account_id, number);
CREATE INDEX transfer_account_time_idx ON ONLY public.transfer USING btree (account_id, id);
CREATE INDEX transfer_org_idx ON ONLY public.transfer USING btree (id) INCLUDE (account_id, credit_account_id, kind, amount_fen) WHERE ((account_id IS NOT NULL) AND (kind = ANY (ARRAY['recharge'::text, 'payout'::text, 'refund'::text, 'adjust'::text, 'reversal'::text])));
CREATE INDEX transfer_rare_idx ON ONLY public.transfer USING btree (id) INCLUDE (kind, debit_account_id, credit_account_id) WHERE (kind <> ALL (ARRAY['charge'::text, 'cost'::text]));
CREATE TRIGGER transfer_deltas AFTER INSERT ON public.transfer REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_account_deltas();
CREATE TRIGGER transfer_facts AFTER INSERT ON public.transfer REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_transfer_facts();
CREATE TRIGGER transfer_no_change BEFORE DELETE OR UPDATE ON public.transfer FOR EACH ROW EXECUTE FUNCTION ledger_fence();
CREATE TRIGGER transfer_no_truncate BEFORE TRUNCATE ON public.transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger_fence();
CREATE TRIGGER transfer_note_adjustment AFTER INSERT ON public.transfer FOR EACH ROW WHEN (((new.kind = ANY (ARRAY['adjust'::text, 'reversal'::text])) OR ((new.kind = 'cost'::text) AND (new.ref_kind <> 'results'::text)))) EXECUTE FUNCTION note_channel_adjustment();

create table transfer_ref (
  kind text not null,
  ref_kind text not null,
  ref_id text not null,
  transfer_id bigint not null,
  constraint transfer_ref_pkey PRIMARY KEY (kind, ref_kind, ref_id)
);
CREATE TRIGGER transfer_ref_no_change BEFORE DELETE OR UPDATE ON public.transfer_ref FOR EACH ROW EXECUTE FUNCTION ledger_fence();
CREATE TRIGGER transfer_ref_no_truncate BEFORE TRUNCATE ON public.transfer_ref FOR EACH STATEMENT EXECUTE FUNCTION ledger_fence();

create table unique_visitor (
  id bigint not null,
  org_id bigint not null,
  visitor bytea not null,
  constraint unique_visitor_pkey PRIMARY KEY (visitor, org_id, id)
) partition by RANGE (id);

CREATE OR REPLACE FUNCTION public.keep_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.balance_fen <> 0 then
    raise exception 'account % holds money', old.id using errcode = 'foreign_key_violation', constraint = 'account_empty';
  end if;
  raise exception 'account % is part of the ledger', old.id
    using errcode = 'foreign_key_violation', constraint = 'account_unused';
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_fence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger can only be added to' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.note_account_deltas()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into account_delta (account_id, day, debit_fen, credit_fen, transfers)
    select side.account_id, t.business_day, sum(side.debit_fen), sum(side.credit_fen), count(*)
    from added t cross join lateral (
      values (t.debit_account_id, t.amount_fen, 0::bigint), (t.credit_account_id, 0::bigint, t.amount_fen)
    ) side (account_id, debit_fen, credit_fen)
    -- At most one account of a transfer keeps its balance, and the transfer names it.
    where side.account_id is distinct from t.account_id
    group by side.account_id, t.business_day;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_channel_adjustment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into channel_result_new (channel_id, kind, ref_id, at, business_day, base_fen, cost_fen, is_booked)
    select a.channel_id, 'adjustment', new.id, new.at, new.business_day, side.fen, side.fen, true
    from account a, lateral (select case a.id when new.credit_account_id then new.amount_fen else -new.amount_fen end as fen) side
    where a.id = new.account_id and a.channel_id is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_channel_result_new_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        
    insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, fen, fee_fen, day, came, city_code, kind, flow)
    select time_id(i.at), q.ref_id, coalesce(q.user_id, 0), coalesce(q.channel_id, 0), coalesce(q.org_id, 0), coalesce(q.plan_id, 0),
      coalesce(q.product_id, 0), q.fen, q.fee_fen, d.day, coalesce(least(d.day, came.day), d.day), city_number(q.city_code), q.kind,
      coalesce(q.flow, '')
    from (
      select case when c.cost_fen > 0 then 'cost' else 'costBack' end, c.at, u.created_at, null::date, c.result_id, u.id, c.channel_id,
        r.org_id, r.plan_id, 0, coalesce(r.city_code, u.city_code), coalesce(r.flow, u.flow, h.flow), abs(c.cost_fen), 0
      from added c left join channel h on h.id = c.channel_id
        left join push_record r on c.kind in ('push', 'return') and r.id = id_in(c.ref_id)
        left join "user" u on u.id = case when c.kind = 'registration' then id_in(c.ref_id) else r.user_id end
      where c.cost_fen <> 0) q (kind, at, came_at, day, ref_id, user_id, channel_id, org_id, plan_id, product_id, city_code, flow, fen, fee_fen)
      cross join lateral (select least(q.at, now()) as at) i
      cross join lateral (
        select coalesce(q.day, business_day(i.at, c.time_zone, c.day_starts_at)) as day from business_clock c
        where c.from_at <= i.at order by c.from_at desc limit 1) d
      left join lateral (
        select business_day(q.came_at, c.time_zone, c.day_starts_at) as day from business_clock c
        where c.from_at <= q.came_at order by c.from_at desc limit 1) came on true;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.note_transfer_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        
    insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, fen, fee_fen, day, came, city_code, kind, flow)
    select time_id(i.at), q.ref_id, coalesce(q.user_id, 0), coalesce(q.channel_id, 0), coalesce(q.org_id, 0), coalesce(q.plan_id, 0),
      coalesce(q.product_id, 0), q.fen, q.fee_fen, d.day, coalesce(least(d.day, came.day), d.day), city_number(q.city_code), q.kind,
      coalesce(q.flow, '')
    from (
      select case when t.kind = 'refund' then 'chargeBack' else 'charge' end, t.at, u.created_at, t.business_day, t.id, r.user_id,
        r.channel_id, a.org_id, r.plan_id, 0, r.city_code, r.flow, t.amount_fen, 0
      from added t join account a on a.id = t.account_id and a.kind = 'prepaid'
        left join transfer o on t.kind = 'reversal' and o.id = t.reverses_id
        left join push_record r on coalesce(o.ref_kind, t.ref_kind) = 'push' and r.id = id_in(coalesce(o.ref_id, t.ref_id))
        left join "user" u on u.id = r.user_id
      where t.kind in ('charge', 'refund') or o.kind = 'refund') q (kind, at, came_at, day, ref_id, user_id, channel_id, org_id, plan_id, product_id, city_code, flow, fen, fee_fen)
      cross join lateral (select least(q.at, now()) as at) i
      cross join lateral (
        select coalesce(q.day, business_day(i.at, c.time_zone, c.day_starts_at)) as day from business_clock c
        where c.from_at <= i.at order by c.from_at desc limit 1) d
      left join lateral (
        select business_day(q.came_at, c.time_zone, c.day_starts_at) as day from business_clock c
        where c.from_at <= q.came_at order by c.from_at desc limit 1) came on true;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_change_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from public.data_key where mark = public.sealed_mark(new.payload_sealed) and state in ('closed', 'ending', 'gone')) then
    raise exception 'A value of change_request.payload_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
  end if;
  return null;
end $function$;

-- supply

create table cap_limit (
  kind text not null,
  id bigint not null,
  channel_id bigint default 0 not null,
  span text not null,
  most integer,
  most_fen bigint,
  constraint cap_limit_channel_id_check CHECK (((kind = 'pair'::text) = (channel_id <> 0))),
  constraint cap_limit_kind_check CHECK ((kind = ANY (ARRAY['org'::text, 'pair'::text]))),
  constraint cap_limit_most_check CHECK ((most > 0)),
  constraint cap_limit_most_fen_check CHECK ((most_fen > 0)),
  constraint cap_limit_pkey PRIMARY KEY (kind, id, channel_id, span),
  constraint cap_limit_span_check CHECK ((span = ANY (ARRAY['hour'::text, 'day'::text, 'month'::text, 'all'::text])))
);

create table cap_use (
  kind text not null,
  id bigint not null,
  channel_id bigint default 0 not null,
  span text not null,
  starts timestamp with time zone not null,
  used integer default 0 not null,
  fen bigint default 0 not null,
  constraint cap_use_fen_check CHECK ((fen >= 0)),
  constraint cap_use_kind_check CHECK ((kind = ANY (ARRAY['plan'::text, 'org'::text, 'pair'::text]))),
  constraint cap_use_pkey PRIMARY KEY (kind, id, channel_id, span, starts),
  constraint cap_use_span_check CHECK ((span = ANY (ARRAY['hour'::text, 'day'::text, 'month'::text, 'all'::text]))),
  constraint cap_use_used_check CHECK ((used >= 0))
);

create table channel (
  id bigint generated always as identity not null,
  code text default channel_code(nextval('channel_code_seq'::regclass)) not null,
  name text not null,
  flow text not null,
  contact_name text default ''::text not null,
  contact_phone text default ''::text not null,
  settlement text default 'cpa'::text not null,
  price_fen integer default 0,
  share_bp integer,
  deduction_bp integer default 0 not null,
  daily_cap integer,
  owner_id bigint,
  status text default 'enabled'::text not null,
  remark text default ''::text not null,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  allowed_ips text[] default '{}'::text[] not null,
  calls_per_second integer,
  name_pairs text[] generated always as (text_pairs(name)) stored not null,
  notify_url text,
  constraint channel_allowed_ips_check CHECK ((cardinality(allowed_ips) <= 100)),
  constraint channel_calls_per_second_check CHECK (((calls_per_second >= 1) AND (calls_per_second <= 1000))),
  constraint channel_code_check CHECK ((code ~ '^[a-z0-9]{4,16}$'::text)),
  constraint channel_code_key UNIQUE (code),
  constraint channel_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint channel_daily_cap_check CHECK ((daily_cap > 0)),
  constraint channel_deduction_bp_check CHECK (((deduction_bp >= 0) AND (deduction_bp <= 10000))),
  constraint channel_flow_check CHECK ((flow = ANY (ARRAY['full'::text, 'half'::text, 'uv'::text, 'city'::text]))),
  constraint channel_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES admin(id),
  constraint channel_pkey PRIMARY KEY (id),
  constraint channel_price_fen_check CHECK (
CASE
    WHEN (settlement = 'cps'::text) THEN (price_fen IS NULL)
    ELSE ((price_fen IS NOT NULL) AND (price_fen >= 0))
END),
  constraint channel_settlement_check CHECK ((settlement = ANY (ARRAY['cpa'::text, 'cpl'::text, 'cps'::text, 'cpuv'::text]))),
  constraint channel_share_bp_check CHECK (
CASE
    WHEN (settlement = 'cps'::text) THEN ((share_bp IS NOT NULL) AND ((share_bp >= 0) AND (share_bp <= 10000)))
    ELSE (share_bp IS NULL)
END),
  constraint channel_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
  constraint channel_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id)
);
CREATE INDEX channel_created_at_idx ON public.channel USING btree (created_at, id) INCLUDE (flow, status, settlement, owner_id, name);
CREATE INDEX channel_daily_cap_idx ON public.channel USING btree (COALESCE(daily_cap, 2147483647), id) INCLUDE (flow, status, settlement, owner_id, name);
CREATE INDEX channel_deduction_bp_idx ON public.channel USING btree (deduction_bp, id) INCLUDE (flow, status, settlement, owner_id, name);
CREATE INDEX channel_name_idx ON public.channel USING btree (name, id);
CREATE INDEX channel_name_pairs_idx ON public.channel USING gin (name_pairs);
CREATE INDEX channel_owner_id_idx ON public.channel USING btree (owner_id, created_at, id) INCLUDE (flow, status, settlement, name);
CREATE INDEX channel_price_fen_idx ON public.channel USING btree (COALESCE(price_fen, 2147483647), id) INCLUDE (flow, status, settlement, owner_id, name);
CREATE INDEX channel_share_bp_idx ON public.channel USING btree (COALESCE(share_bp, 2147483647), id) INCLUDE (flow, status, settlement, owner_id, name);
CREATE INDEX channel_status_idx ON public.channel USING btree (status, created_at, id) INCLUDE (flow, settlement, owner_id, name);
CREATE INDEX channel_updated_at_idx ON public.channel USING btree (updated_at, id) INCLUDE (flow, status, settlement, owner_id, name);
CREATE TRIGGER channel_account_open AFTER INSERT ON public.channel FOR EACH ROW EXECUTE FUNCTION open_account();
CREATE TRIGGER channel_announced AFTER UPDATE OF status, flow, allowed_ips, calls_per_second, daily_cap ON public.channel FOR EACH STATEMENT EXECUTE FUNCTION announce_open_callers();
CREATE TRIGGER channel_caps_forgotten AFTER DELETE ON public.channel FOR EACH ROW EXECUTE FUNCTION forget_caps();
CREATE TRIGGER channel_choice_change AFTER DELETE OR UPDATE OF name, code ON public.channel FOR EACH ROW EXECUTE FUNCTION mark_choice();
CREATE TRIGGER channel_choice_insert AFTER INSERT ON public.channel REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_added_choices();
CREATE TRIGGER channel_flow_insert AFTER INSERT ON public.channel FOR EACH ROW EXECUTE FUNCTION note_channel_flow();
CREATE TRIGGER channel_flow_update AFTER UPDATE OF flow ON public.channel FOR EACH ROW WHEN ((old.flow <> new.flow)) EXECUTE FUNCTION note_channel_flow();

create table channel_flow (
  channel_id bigint not null,
  from_at timestamp with time zone not null,
  flow text not null,
  constraint channel_flow_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE,
  constraint channel_flow_pkey PRIMARY KEY (channel_id, from_at)
);

create table org (
  id bigint generated always as identity not null,
  code text not null,
  name text not null,
  short_name text default ''::text not null,
  logo_file_id bigint,
  flow text not null,
  licence_no text default ''::text not null,
  contact_name text default ''::text not null,
  contact_phone text default ''::text not null,
  city_codes text[] default '{}'::text[] not null,
  check_url text,
  push_url text,
  login_url text,
  timeout_ms integer default 3000 not null,
  agreements jsonb default '[]'::jsonb not null,
  alert_fen bigint default 0 not null,
  salesman_id bigint,
  push_secret_sealed bytea,
  status text default 'enabled'::text not null,
  remark text default ''::text not null,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  name_pairs text[] generated always as (text_pairs(((((name || chr(10)) || short_name) || chr(10)) || code))) stored not null,
  constraint org_agreements_check CHECK ((jsonb_typeof(agreements) = 'array'::text)),
  constraint org_alert_fen_check CHECK ((alert_fen >= 0)),
  constraint org_code_check CHECK ((code ~ '^[a-z0-9]{4,16}$'::text)),
  constraint org_code_key UNIQUE (code),
  constraint org_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint org_flow_check CHECK ((flow = ANY (ARRAY['full'::text, 'half'::text, 'uv'::text, 'city'::text]))),
  constraint org_id_flow_key UNIQUE (id, flow),
  constraint org_logo_file_id_fkey FOREIGN KEY (logo_file_id) REFERENCES file(id),
  constraint org_pkey PRIMARY KEY (id),
  constraint org_salesman_id_fkey FOREIGN KEY (salesman_id) REFERENCES admin(id),
  constraint org_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'paused'::text, 'disabled'::text]))),
  constraint org_timeout_ms_check CHECK (((timeout_ms >= 100) AND (timeout_ms <= 60000))),
  constraint org_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id)
);
CREATE INDEX org_alert_fen_idx ON public.org USING btree (alert_fen, id) INCLUDE (flow, status, code, name, short_name);
CREATE INDEX org_created_at_idx ON public.org USING btree (created_at, id) INCLUDE (flow, status, code, name, short_name);
CREATE INDEX org_name_idx ON public.org USING btree (name, id) INCLUDE (flow, status, code, short_name);
CREATE UNIQUE INDEX org_name_key ON public.org USING btree (name);
CREATE INDEX org_name_pairs_idx ON public.org USING gin (name_pairs);
CREATE INDEX org_salesman_id_idx ON public.org USING btree (salesman_id, created_at, id) INCLUDE (flow, status, code, name, short_name);
CREATE INDEX org_status_idx ON public.org USING btree (status, created_at, id) INCLUDE (flow, code, name, short_name);
CREATE INDEX org_updated_at_idx ON public.org USING btree (updated_at, id) INCLUDE (flow, status, code, name, short_name);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF push_secret_sealed ON public.org FOR EACH ROW WHEN ((new.push_secret_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_org();
CREATE TRIGGER org_account_open AFTER INSERT ON public.org FOR EACH ROW EXECUTE FUNCTION open_account();
CREATE TRIGGER org_agreements_note AFTER INSERT OR UPDATE OF agreements, status ON public.org FOR EACH ROW EXECUTE FUNCTION note_org_agreements();
CREATE TRIGGER org_announced AFTER UPDATE OF status ON public.org FOR EACH STATEMENT EXECUTE FUNCTION announce_open_callers();
CREATE TRIGGER org_caps_forgotten AFTER DELETE ON public.org FOR EACH ROW EXECUTE FUNCTION forget_caps();
CREATE TRIGGER org_choice_change AFTER DELETE OR UPDATE OF name, short_name, code ON public.org FOR EACH ROW EXECUTE FUNCTION mark_choice();
CREATE TRIGGER org_choice_insert AFTER INSERT ON public.org REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_added_choices();

create table org_agreement (
  org_id bigint not null,
  name text not null,
  version text not null,
  url text not null,
  offered_at timestamp(3) with time zone default now() not null,
  constraint org_agreement_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id) ON DELETE CASCADE,
  constraint org_agreement_pkey PRIMARY KEY (org_id, name, version)
);

create table org_breaker (
  org_id bigint not null,
  opened_at timestamp(3) with time zone default now() not null,
  probe_at timestamp with time zone not null,
  constraint org_breaker_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id) ON DELETE CASCADE,
  constraint org_breaker_pkey PRIMARY KEY (org_id)
);

create table org_call (
  org_id bigint not null,
  slot timestamp with time zone not null,
  calls integer default 0 not null,
  failures integer default 0 not null,
  all_calls integer default 0 not null,
  all_failures integer default 0 not null,
  ms bigint default 0 not null,
  slowest_ms integer default 0 not null,
  constraint org_call_failures_check CHECK (((failures >= 0) AND (failures <= calls))),
  constraint org_call_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id) ON DELETE CASCADE,
  constraint org_call_pkey PRIMARY KEY (org_id, slot)
);

create table org_call_hour (
  org_id bigint not null,
  hour timestamp with time zone not null,
  calls integer not null,
  failures integer not null,
  ms bigint not null,
  slowest_ms integer not null,
  constraint org_call_hour_failures_check CHECK (((failures >= 0) AND (failures <= calls))),
  constraint org_call_hour_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id) ON DELETE CASCADE,
  constraint org_call_hour_pkey PRIMARY KEY (org_id, hour)
);

create table org_low_balance (
  org_id bigint not null,
  since timestamp(3) with time zone default now() not null,
  constraint org_low_balance_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id) ON DELETE CASCADE,
  constraint org_low_balance_pkey PRIMARY KEY (org_id)
);
CREATE INDEX org_low_balance_since_idx ON public.org_low_balance USING btree (since, org_id);

create table org_pause (
  org_id bigint not null,
  until timestamp(3) with time zone not null,
  constraint org_pause_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id) ON DELETE CASCADE,
  constraint org_pause_pkey PRIMARY KEY (org_id)
);

create table org_secret (
  org_id bigint not null,
  name text not null,
  sealed bytea not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint org_secret_name_check CHECK ((name ~ '^[A-Za-z][A-Za-z0-9]{0,39}$'::text)),
  constraint org_secret_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id) ON DELETE CASCADE,
  constraint org_secret_pkey PRIMARY KEY (org_id, name)
);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF sealed ON public.org_secret FOR EACH ROW WHEN ((new.sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_org_secret();

create table org_template (
  org_id bigint not null,
  template jsonb not null,
  override_reason text,
  overridden_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  trial_answered_at timestamp(3) with time zone,
  constraint org_template_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id) ON DELETE CASCADE,
  constraint org_template_overridden_by_fkey FOREIGN KEY (overridden_by) REFERENCES admin(id),
  constraint org_template_override_check CHECK (((override_reason IS NULL) = (overridden_by IS NULL))),
  constraint org_template_pkey PRIMARY KEY (org_id),
  constraint org_template_template_check CHECK ((jsonb_typeof(template) = 'object'::text)),
  constraint org_template_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id)
);

create table plan (
  id bigint generated always as identity not null,
  org_id bigint not null,
  name text not null,
  flow text not null,
  price_fen integer not null,
  city_codes text[] default '{}'::text[] not null,
  age_from integer,
  age_to integer,
  gender text,
  income_bands text[] default '{}'::text[] not null,
  credit_bands text[] default '{}'::text[] not null,
  house boolean,
  car boolean,
  social_insurance boolean,
  housing_fund boolean,
  daily_cap integer,
  daily_budget_fen bigint,
  dedupe_days integer default 30 not null,
  priority integer default 50 not null,
  starts_on date not null,
  ends_on date,
  status text default 'draft'::text not null,
  remark text default ''::text not null,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  hourly_cap integer,
  monthly_cap integer,
  total_cap integer,
  is_paced boolean default false not null,
  return_days integer default 0 not null,
  return_reasons text[] default '{}'::text[] not null,
  is_return_reviewed boolean default true not null,
  waits_when_full boolean default false not null,
  price_min_fen integer,
  price_max_fen integer,
  name_pairs text[] generated always as (text_pairs(name)) stored not null,
  constraint plan_age_from_check CHECK (((age_from >= 0) AND (age_from <= 120))),
  constraint plan_age_to_check CHECK (((age_to >= COALESCE(age_from, 0)) AND (age_to <= 120))),
  constraint plan_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint plan_credit_bands_check CHECK ((credit_bands <@ ARRAY['below550'::text, 'from550To600'::text, 'from600To650'::text, 'from650To700'::text, 'above700'::text])),
  constraint plan_daily_budget_fen_check CHECK ((daily_budget_fen > 0)),
  constraint plan_daily_cap_check CHECK ((daily_cap > 0)),
  constraint plan_dedupe_days_check CHECK (((dedupe_days >= 0) AND (dedupe_days <= 3650))),
  constraint plan_ends_on_check CHECK ((ends_on >= starts_on)),
  constraint plan_flow_check CHECK ((flow = ANY (ARRAY['full'::text, 'half'::text, 'uv'::text, 'city'::text]))),
  constraint plan_gender_check CHECK ((gender = ANY (ARRAY['female'::text, 'male'::text]))),
  constraint plan_hourly_cap_check CHECK ((hourly_cap > 0)),
  constraint plan_id_org_id_key UNIQUE (id, org_id),
  constraint plan_income_bands_check CHECK ((income_bands <@ ARRAY['below3k'::text, 'from3kTo5k'::text, 'from5kTo10k'::text, 'from10kTo20k'::text, 'above20k'::text])),
  constraint plan_is_paced_check CHECK (((NOT is_paced) OR (daily_cap IS NOT NULL))),
  constraint plan_monthly_cap_check CHECK ((monthly_cap > 0)),
  constraint plan_org_id_fkey FOREIGN KEY (org_id, flow) REFERENCES org(id, flow),
  constraint plan_org_id_name_key UNIQUE (org_id, name),
  constraint plan_pkey PRIMARY KEY (id),
  constraint plan_price_bounds_check CHECK ((((price_min_fen IS NULL) = (price_max_fen IS NULL)) AND ((price_fen >= COALESCE(price_min_fen, 0)) AND (price_fen <= COALESCE(price_max_fen, 2147483647))) AND (price_min_fen >= 0))),
  constraint plan_price_fen_check CHECK ((price_fen >= 0)),
  constraint plan_priority_check CHECK (((priority >= 0) AND (priority <= 100))),
  constraint plan_return_days_check CHECK (((return_days >= 0) AND (return_days <= 365))),
  constraint plan_return_reasons_check CHECK (((return_days > 0) OR (return_reasons = '{}'::text[]))),
  constraint plan_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'running'::text, 'paused'::text, 'exhausted'::text, 'ended'::text]))),
  constraint plan_total_cap_check CHECK ((total_cap > 0)),
  constraint plan_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id)
);
CREATE INDEX plan_created_at_idx ON public.plan USING btree (created_at, id) INCLUDE (flow, status, org_id, name, price_fen);
CREATE INDEX plan_daily_budget_fen_idx ON public.plan USING btree (COALESCE(daily_budget_fen, '9223372036854775807'::bigint), id) INCLUDE (flow, status, org_id, name, price_fen);
CREATE INDEX plan_daily_cap_idx ON public.plan USING btree (COALESCE(daily_cap, 2147483647), id) INCLUDE (flow, status, org_id, name, price_fen);
CREATE INDEX plan_ends_on_idx ON public.plan USING btree (COALESCE(ends_on, 'infinity'::date), id) INCLUDE (flow, status, org_id, name, price_fen);
CREATE INDEX plan_exhausted_idx ON public.plan USING btree (id) WHERE (status = 'exhausted'::text);
CREATE INDEX plan_name_pairs_idx ON public.plan USING gin (name_pairs);
CREATE INDEX plan_org_id_idx ON public.plan USING btree (org_id, created_at, id) INCLUDE (flow, status, name, price_fen);
CREATE INDEX plan_price_fen_idx ON public.plan USING btree (price_fen, id) INCLUDE (flow, status, org_id, name);
CREATE INDEX plan_priority_idx ON public.plan USING btree (priority, id) INCLUDE (flow, status, org_id, name, price_fen);
CREATE INDEX plan_starts_on_idx ON public.plan USING btree (starts_on, id) INCLUDE (flow, status, org_id, name, price_fen);
CREATE INDEX plan_status_idx ON public.plan USING btree (status, created_at, id) INCLUDE (flow, org_id, name, price_fen);
CREATE INDEX plan_updated_at_idx ON public.plan USING btree (updated_at, id) INCLUDE (flow, status, org_id, name, price_fen);
CREATE TRIGGER plan_caps_forgotten AFTER DELETE ON public.plan FOR EACH ROW EXECUTE FUNCTION forget_caps();
CREATE TRIGGER plan_choice_change AFTER DELETE OR UPDATE OF name ON public.plan FOR EACH ROW EXECUTE FUNCTION mark_choice();
CREATE TRIGGER plan_choice_insert AFTER INSERT ON public.plan REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_added_choices();

create table plan_excluded_channel (
  plan_id bigint not null,
  channel_id bigint not null,
  constraint plan_excluded_channel_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint plan_excluded_channel_pkey PRIMARY KEY (plan_id, channel_id),
  constraint plan_excluded_channel_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plan(id) ON DELETE CASCADE
);
CREATE INDEX plan_excluded_channel_channel_id_idx ON public.plan_excluded_channel USING btree (channel_id);

create table plan_simulation (
  id bigint generated always as identity not null,
  plan_id bigint,
  flow text not null,
  terms jsonb not null,
  scope_admin_id bigint,
  status text default 'queued'::text not null,
  done integer default 0 not null,
  total integer default 0 not null,
  result jsonb,
  failure text,
  created_by bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  constraint plan_simulation_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint plan_simulation_done_check CHECK (((done >= 0) AND (done <= total))),
  constraint plan_simulation_failure_check CHECK ((failure = ANY (ARRAY['unexpected'::text, 'stopped'::text]))),
  constraint plan_simulation_flow_check CHECK ((flow = ANY (ARRAY['full'::text, 'half'::text, 'uv'::text, 'city'::text]))),
  constraint plan_simulation_pkey PRIMARY KEY (id),
  constraint plan_simulation_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plan(id) ON DELETE CASCADE,
  constraint plan_simulation_result_check CHECK (((status = 'done'::text) = (result IS NOT NULL))),
  constraint plan_simulation_scope_admin_id_fkey FOREIGN KEY (scope_admin_id) REFERENCES admin(id),
  constraint plan_simulation_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX plan_simulation_created_at_idx ON public.plan_simulation USING btree (created_at);
CREATE INDEX plan_simulation_created_by_idx ON public.plan_simulation USING btree (created_by, id);
CREATE UNIQUE INDEX plan_simulation_created_by_key ON public.plan_simulation USING btree (created_by) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX plan_simulation_plan_id_idx ON public.plan_simulation USING btree (plan_id);
CREATE INDEX plan_simulation_scope_admin_id_idx ON public.plan_simulation USING btree (scope_admin_id);

create table plan_window (
  plan_id bigint not null,
  weekday integer not null,
  from_time time without time zone not null,
  to_time time without time zone not null,
  constraint plan_window_apart EXCLUDE USING gist (int8range(plan_id, plan_id, '[]'::text) WITH &&, int4range(weekday, weekday, '[]'::text) WITH &&, plan_window_range(from_time, to_time) WITH &&),
  constraint plan_window_pkey PRIMARY KEY (plan_id, weekday, from_time),
  constraint plan_window_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plan(id) ON DELETE CASCADE,
  constraint plan_window_to_time_check CHECK ((to_time > from_time)),
  constraint plan_window_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);

create table product (
  id bigint generated always as identity not null,
  name text not null,
  kind text not null,
  flow text not null,
  org_id bigint,
  cover_file_id bigint,
  summary text default ''::text not null,
  detail text default ''::text not null,
  face_fen integer not null,
  price_fen integer not null,
  valid_days integer not null,
  stock integer,
  per_user_limit integer,
  target_url text,
  on_sale_from timestamp(3) with time zone,
  on_sale_to timestamp(3) with time zone,
  acts_at timestamp(3) with time zone,
  status text default 'draft'::text not null,
  remark text default ''::text not null,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  place numeric default ((nextval('product_place_seq'::regclass))::numeric * 0.000000000001) not null,
  sort integer generated always as ((floor(place))::integer) stored not null,
  name_pairs text[] generated always as (text_pairs(name)) stored not null,
  pool_idle integer,
  pool_low_at timestamp(3) with time zone,
  sold_sum integer default 0 not null,
  constraint product_cover_file_id_fkey FOREIGN KEY (cover_file_id) REFERENCES file(id),
  constraint product_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint product_face_fen_check CHECK ((face_fen >= 0)),
  constraint product_flow_check CHECK ((flow = ANY (ARRAY['full'::text, 'half'::text, 'uv'::text, 'city'::text]))),
  constraint product_kind_check CHECK ((kind = ANY (ARRAY['package'::text, 'coupon'::text, 'card'::text]))),
  constraint product_name_key UNIQUE NULLS NOT DISTINCT (flow, org_id, name),
  constraint product_on_sale_to_check CHECK ((on_sale_to > on_sale_from)),
  constraint product_org_id_fkey FOREIGN KEY (org_id, flow) REFERENCES org(id, flow),
  constraint product_per_user_limit_check CHECK ((per_user_limit > 0)),
  constraint product_pkey PRIMARY KEY (id),
  constraint product_place_check CHECK (((place >= ('-1000000'::integer)::numeric) AND (place < (1000001)::numeric))),
  constraint product_pool_idle_check CHECK (((pool_idle IS NULL) OR ((pool_idle >= 0) AND (stock IS NULL)))),
  constraint product_price_fen_check CHECK ((price_fen >= 0)),
  constraint product_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'onSale'::text, 'offSale'::text]))),
  constraint product_stock_check CHECK ((stock >= 0)),
  constraint product_target_check CHECK (((flow = ANY (ARRAY['uv'::text, 'city'::text])) = (target_url IS NOT NULL))),
  constraint product_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id),
  constraint product_valid_days_check CHECK ((valid_days > 0))
);
CREATE INDEX product_acts_at_idx ON public.product USING btree (acts_at) WHERE (acts_at IS NOT NULL);
CREATE INDEX product_created_at_idx ON public.product USING btree (created_at, id) INCLUDE (flow, status, kind, org_id, name);
CREATE INDEX product_face_fen_idx ON public.product USING btree (face_fen, id) INCLUDE (flow, status, kind, org_id, name);
CREATE INDEX product_left_idx ON public.product USING btree (COALESCE(pool_idle, (stock - sold_sum), 2147483647), id) INCLUDE (flow, status, kind, org_id, name);
CREATE INDEX product_name_pairs_idx ON public.product USING gin (name_pairs);
CREATE INDEX product_on_sale_to_idx ON public.product USING btree (COALESCE(on_sale_to, 'infinity'::timestamp with time zone), id) INCLUDE (flow, status, kind, org_id, name);
CREATE INDEX product_org_id_idx ON public.product USING btree (org_id, place, id) INCLUDE (flow, status, kind, name);
CREATE INDEX product_place_idx ON public.product USING btree (place, id) INCLUDE (flow, status, kind, org_id, name);
CREATE INDEX product_pool_idle_idx ON public.product USING btree (id) INCLUDE (pool_idle) WHERE (pool_idle IS NOT NULL);
CREATE INDEX product_price_fen_idx ON public.product USING btree (price_fen, id) INCLUDE (flow, status, kind, org_id, name);
CREATE INDEX product_status_idx ON public.product USING btree (status, place, id) INCLUDE (flow, kind, org_id, name);
CREATE INDEX product_stock_idx ON public.product USING btree (COALESCE(pool_idle, stock, 2147483647), id) INCLUDE (flow, status, kind, org_id, name);
CREATE INDEX product_updated_at_idx ON public.product USING btree (updated_at, id) INCLUDE (flow, status, kind, org_id, name);
CREATE INDEX product_valid_days_idx ON public.product USING btree (valid_days, id) INCLUDE (flow, status, kind, org_id, name);
CREATE TRIGGER product_choice_change AFTER DELETE OR UPDATE OF name ON public.product FOR EACH ROW EXECUTE FUNCTION mark_choice();
CREATE TRIGGER product_choice_insert AFTER INSERT ON public.product REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_added_choices();

create table product_sale (
  product_id bigint not null,
  taken integer default 0 not null,
  constraint product_sale_pkey PRIMARY KEY (product_id),
  constraint product_sale_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  constraint product_sale_taken_check CHECK ((taken >= 0))
);

create table product_user (
  product_id bigint not null,
  user_id bigint not null,
  taken integer default 0 not null,
  constraint product_user_pkey PRIMARY KEY (product_id, user_id),
  constraint product_user_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  constraint product_user_taken_check CHECK ((taken >= 0))
);

CREATE OR REPLACE FUNCTION public.forget_caps()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'channel' then
    delete from cap_limit where kind = 'pair' and channel_id = old.id;
  else
    delete from cap_limit where kind = case tg_table_name when 'org' then 'org' else 'pair' end and id = old.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_channel_flow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into channel_flow
    values (new.id, case tg_op when 'INSERT' then '-infinity' else clock_timestamp() end, new.flow);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_org_agreements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from jsonb_to_recordset(new.agreements) given (name text, version text, url text)
    join org_agreement noted on noted.org_id = new.id and noted.name = given.name and noted.version = given.version
    where noted.url <> given.url
  ) then
    raise exception 'an agreement of organisation % that was offered has another address', new.id
      using errcode = 'unique_violation', constraint = 'org_agreement_same';
  end if;
  if new.status = 'enabled' then
    insert into org_agreement (org_id, name, version, url)
      select new.id, given.name, given.version, given.url
      from jsonb_to_recordset(new.agreements) given (name text, version text, url text)
      on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.open_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into account (kind, owner_kind, owner_id, balance_fen, held_fen)
    values (case tg_table_name when 'org' then 'prepaid' else 'payable' end, tg_table_name, new.id, 0, 0);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_org()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from public.data_key where mark = public.sealed_mark(new.push_secret_sealed) and state in ('closed', 'ending', 'gone')) then
          raise exception 'A value of org.push_secret_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_org_secret()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from public.data_key where mark = public.sealed_mark(new.sealed) and state in ('closed', 'ending', 'gone')) then
          raise exception 'A value of org_secret.sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
        end if;
        return null;
      end $function$;

-- crm

create table lead (
  id bigint generated always as identity not null,
  user_id bigint,
  name text default ''::text not null,
  phone text,
  city_code text,
  source text not null,
  channel_id bigint,
  pool_id bigint not null,
  salesman_id bigint,
  stage text default 'new'::text not null,
  arrived_at timestamp(3) with time zone default now() not null,
  assigned_at timestamp(3) with time zone,
  first_contact_due_at timestamp(3) with time zone,
  first_contact_at timestamp(3) with time zone,
  next_follow_at timestamp(3) with time zone,
  last_follow_at timestamp(3) with time zone,
  recycle_at timestamp(3) with time zone,
  protected_until timestamp(3) with time zone,
  notice_at timestamp(3) with time zone,
  rest_until timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  is_forgotten boolean default false not null,
  score integer default 0 not null,
  remark text default ''::text not null,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  merged_into_id bigint,
  reminded_at timestamp(3) with time zone,
  stuck_at timestamp(3) with time zone,
  constraint lead_assigned_at_check CHECK (((salesman_id IS NULL) = (assigned_at IS NULL))),
  constraint lead_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint lead_closed_at_check CHECK (((stage = ANY (ARRAY['converted'::text, 'invalid'::text])) = (closed_at IS NOT NULL))),
  constraint lead_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint lead_merged_into_id_check CHECK (((merged_into_id IS NULL) OR ((stage = 'invalid'::text) AND (merged_into_id <> id)))),
  constraint lead_merged_into_id_fkey FOREIGN KEY (merged_into_id) REFERENCES lead(id),
  constraint lead_person_check CHECK ((is_forgotten OR (merged_into_id IS NOT NULL) OR (num_nonnulls(user_id, phone) > 0))),
  constraint lead_phone_check CHECK ((phone ~ '^1\d{10}$'::text)),
  constraint lead_pkey PRIMARY KEY (id),
  constraint lead_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES lead_pool(id),
  constraint lead_recycle_at_check CHECK ((((salesman_id IS NOT NULL) AND (closed_at IS NULL)) = (recycle_at IS NOT NULL))),
  constraint lead_salesman_id_fkey FOREIGN KEY (salesman_id) REFERENCES salesman(id),
  constraint lead_score_check CHECK (((score >= 0) AND (score <= 100))),
  constraint lead_source_check CHECK ((source = ANY (ARRAY['unaccepted'::text, 'returned'::text, 'import'::text, 'manual'::text, 'open'::text]))),
  constraint lead_stage_check CHECK ((stage = ANY (ARRAY['new'::text, 'contacted'::text, 'interested'::text, 'applied'::text, 'converted'::text, 'invalid'::text]))),
  constraint lead_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id),
  constraint lead_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id)
);
CREATE INDEX lead_arrived_at_idx ON public.lead USING btree (arrived_at, id) INCLUDE (salesman_id, pool_id, source, stage);
CREATE INDEX lead_channel_id_idx ON public.lead USING btree (channel_id, arrived_at, id) INCLUDE (salesman_id, stage);
CREATE INDEX lead_city_idx ON public.lead USING btree ("left"(city_code, 4), arrived_at, id);
CREATE INDEX lead_closed_arrived_at_idx ON public.lead USING btree (arrived_at, id) WHERE (closed_at IS NOT NULL);
CREATE INDEX lead_created_by_idx ON public.lead USING btree (created_by);
CREATE INDEX lead_first_contact_due_at_idx ON public.lead USING btree (first_contact_due_at, id) WHERE (first_contact_due_at IS NOT NULL);
CREATE INDEX lead_held_arrived_at_idx ON public.lead USING btree (arrived_at, id) WHERE ((salesman_id IS NOT NULL) AND (closed_at IS NULL));
CREATE INDEX lead_is_forgotten_idx ON public.lead USING btree (id) WHERE (is_forgotten AND (closed_at IS NULL));
CREATE INDEX lead_last_digits_idx ON public.lead USING btree ("right"(phone, 4), arrived_at, id);
CREATE INDEX lead_late_idx ON public.lead USING btree (first_contact_due_at, id) WHERE ((first_contact_due_at IS NOT NULL) AND (stuck_at IS NULL));
CREATE INDEX lead_merged_into_id_idx ON public.lead USING btree (merged_into_id) WHERE (merged_into_id IS NOT NULL);
CREATE INDEX lead_name_idx ON public.lead USING btree (name, arrived_at, id);
CREATE INDEX lead_next_follow_at_all_idx ON public.lead USING btree (next_follow_at, id) WHERE (closed_at IS NULL);
CREATE INDEX lead_next_follow_at_idx ON public.lead USING btree (salesman_id, next_follow_at, id) WHERE (closed_at IS NULL);
CREATE INDEX lead_notice_idx ON public.lead USING btree (recycle_at, id) WHERE ((recycle_at IS NOT NULL) AND (notice_at IS NULL));
CREATE INDEX lead_phone_idx ON public.lead USING btree (phone, id);
CREATE UNIQUE INDEX lead_phone_key ON public.lead USING btree (phone) WHERE (stage <> 'invalid'::text);
CREATE INDEX lead_pool_id_idx ON public.lead USING btree (pool_id, arrived_at, id) INCLUDE (salesman_id, stage);
CREATE INDEX lead_recycle_at_idx ON public.lead USING btree (recycle_at, id) INCLUDE (notice_at) WHERE (recycle_at IS NOT NULL);
CREATE INDEX lead_remind_idx ON public.lead USING btree (next_follow_at, id) WHERE ((next_follow_at IS NOT NULL) AND (reminded_at IS NULL));
CREATE INDEX lead_salesman_id_arrived_at_idx ON public.lead USING btree (salesman_id, arrived_at, id) INCLUDE (stage);
CREATE INDEX lead_salesman_id_idx ON public.lead USING btree (salesman_id, stage, arrived_at, id);
CREATE INDEX lead_source_idx ON public.lead USING btree (source, arrived_at, id);
CREATE INDEX lead_stage_idx ON public.lead USING btree (stage, arrived_at, id) INCLUDE (salesman_id, pool_id, source);
CREATE INDEX lead_surname_idx ON public.lead USING btree ("left"(name, 1), arrived_at, id);
CREATE INDEX lead_updated_by_idx ON public.lead USING btree (updated_by);
CREATE INDEX lead_user_id_idx ON public.lead USING btree (user_id, id);
CREATE UNIQUE INDEX lead_user_id_key ON public.lead USING btree (user_id) WHERE (stage <> 'invalid'::text);
CREATE INDEX lead_waiting_arrived_at_idx ON public.lead USING btree (arrived_at, id) WHERE ((salesman_id IS NULL) AND (closed_at IS NULL));
CREATE INDEX lead_waiting_idx ON public.lead USING btree (pool_id, arrived_at, id) INCLUDE (rest_until, source, city_code, stage) WHERE ((salesman_id IS NULL) AND (closed_at IS NULL));
CREATE TRIGGER lead_deliveries AFTER UPDATE OF stage ON public.lead FOR EACH ROW WHEN (((old.stage <> 'converted'::text) AND (new.stage = 'converted'::text))) EXECUTE FUNCTION note_lead_deliveries();
CREATE TRIGGER lead_reset_reminders BEFORE UPDATE ON public.lead FOR EACH ROW WHEN (((new.next_follow_at IS DISTINCT FROM old.next_follow_at) OR (new.first_contact_due_at IS DISTINCT FROM old.first_contact_due_at))) EXECUTE FUNCTION reset_lead_reminders();

create table lead_candidate (
  id bigint generated always as identity not null,
  user_id bigint not null,
  source text not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint lead_candidate_pkey PRIMARY KEY (id),
  constraint lead_candidate_source_check CHECK ((source = ANY (ARRAY['unaccepted'::text, 'returned'::text]))),
  constraint lead_candidate_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id)
);
CREATE INDEX lead_candidate_user_id_idx ON public.lead_candidate USING btree (user_id);

create table lead_credit (
  pool_id bigint not null,
  salesman_id bigint not null,
  credit integer default 0 not null,
  rule text default ''::text not null,
  constraint lead_credit_credit_check CHECK (((credit >= '-2000000'::integer) AND (credit <= 2000000))),
  constraint lead_credit_pkey PRIMARY KEY (pool_id, rule, salesman_id),
  constraint lead_credit_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES lead_pool(id),
  constraint lead_credit_salesman_id_fkey FOREIGN KEY (salesman_id) REFERENCES salesman(id)
);
CREATE INDEX lead_credit_salesman_id_idx ON public.lead_credit USING btree (salesman_id);

create table lead_event (
  id bigint generated always as identity not null,
  lead_id bigint not null,
  kind text not null,
  at timestamp(3) with time zone default clock_timestamp() not null,
  by_id bigint,
  from_id bigint,
  to_id bigint,
  from_stage text not null,
  to_stage text not null,
  reason text default ''::text not null,
  constraint lead_event_by_id_fkey FOREIGN KEY (by_id) REFERENCES admin(id),
  constraint lead_event_from_id_fkey FOREIGN KEY (from_id) REFERENCES salesman(id),
  constraint lead_event_kind_check CHECK ((kind = ANY (ARRAY['arrived'::text, 'arrivedAgain'::text, 'claimed'::text, 'assigned'::text, 'transferred'::text, 'passedOn'::text, 'released'::text, 'recycled'::text, 'protected'::text, 'followUp'::text, 'stage'::text, 'invalidated'::text, 'converted'::text, 'merged'::text, 'mergeUndone'::text]))),
  constraint lead_event_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES lead(id),
  constraint lead_event_pkey PRIMARY KEY (id),
  constraint lead_event_to_id_fkey FOREIGN KEY (to_id) REFERENCES salesman(id)
);
CREATE INDEX lead_event_by_id_idx ON public.lead_event USING btree (by_id);
CREATE INDEX lead_event_from_id_idx ON public.lead_event USING btree (from_id, at) WHERE (from_id IS NOT NULL);
CREATE INDEX lead_event_lead_id_idx ON public.lead_event USING btree (lead_id, id);
CREATE INDEX lead_event_to_id_idx ON public.lead_event USING btree (to_id, at) INCLUDE (kind, from_id, lead_id) WHERE (to_id IS NOT NULL);

create table lead_follow_up (
  id bigint generated always as identity not null,
  lead_id bigint not null,
  salesman_id bigint not null,
  way text not null,
  content text not null,
  result text not null,
  next_at timestamp(3) with time zone,
  at timestamp(3) with time zone default clock_timestamp() not null,
  by_id bigint,
  constraint lead_follow_up_by_id_fkey FOREIGN KEY (by_id) REFERENCES admin(id),
  constraint lead_follow_up_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES lead(id),
  constraint lead_follow_up_pkey PRIMARY KEY (id),
  constraint lead_follow_up_result_check CHECK ((result = ANY (ARRAY['reached'::text, 'noAnswer'::text, 'refused'::text, 'wrongNumber'::text]))),
  constraint lead_follow_up_salesman_id_fkey FOREIGN KEY (salesman_id) REFERENCES salesman(id),
  constraint lead_follow_up_way_check CHECK ((way = ANY (ARRAY['call'::text, 'wechat'::text, 'sms'::text, 'visit'::text, 'other'::text])))
);
CREATE INDEX lead_follow_up_by_id_idx ON public.lead_follow_up USING btree (by_id);
CREATE INDEX lead_follow_up_lead_id_idx ON public.lead_follow_up USING btree (lead_id, id);
CREATE INDEX lead_follow_up_salesman_id_idx ON public.lead_follow_up USING btree (salesman_id, at, id);

create table lead_hand_over (
  id bigint generated always as identity not null,
  from_id bigint not null,
  to_id bigint,
  reason text default ''::text not null,
  moved integer default 0 not null,
  to_pool integer default 0 not null,
  created_by bigint,
  created_at timestamp(3) with time zone default now() not null,
  ended_at timestamp(3) with time zone,
  constraint lead_hand_over_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint lead_hand_over_from_id_fkey FOREIGN KEY (from_id) REFERENCES salesman(id),
  constraint lead_hand_over_pkey PRIMARY KEY (id),
  constraint lead_hand_over_to_id_check CHECK ((to_id <> from_id)),
  constraint lead_hand_over_to_id_fkey FOREIGN KEY (to_id) REFERENCES salesman(id)
);
CREATE INDEX lead_hand_over_created_by_idx ON public.lead_hand_over USING btree (created_by);
CREATE INDEX lead_hand_over_from_id_idx ON public.lead_hand_over USING btree (from_id, id);
CREATE UNIQUE INDEX lead_hand_over_from_id_key ON public.lead_hand_over USING btree (from_id) WHERE (ended_at IS NULL);
CREATE INDEX lead_hand_over_to_id_idx ON public.lead_hand_over USING btree (to_id);

create table lead_merge (
  id bigint generated always as identity not null,
  keep_id bigint not null,
  other_id bigint not null,
  fields text[] default '{}'::text[] not null,
  keep_before jsonb,
  keep_after jsonb,
  other_before jsonb,
  event_id bigint not null,
  created_by bigint,
  created_at timestamp(3) with time zone default now() not null,
  undone_by bigint,
  undone_at timestamp(3) with time zone,
  constraint lead_merge_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint lead_merge_fields_check CHECK ((fields <@ ARRAY['name'::text, 'phone'::text, 'userId'::text, 'cityCode'::text, 'channelId'::text, 'score'::text, 'remark'::text])),
  constraint lead_merge_keep_id_fkey FOREIGN KEY (keep_id) REFERENCES lead(id),
  constraint lead_merge_other_id_check CHECK ((other_id <> keep_id)),
  constraint lead_merge_other_id_fkey FOREIGN KEY (other_id) REFERENCES lead(id),
  constraint lead_merge_pkey PRIMARY KEY (id),
  constraint lead_merge_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES admin(id)
);
CREATE INDEX lead_merge_created_at_idx ON public.lead_merge USING btree (created_at) WHERE (other_before IS NOT NULL);
CREATE INDEX lead_merge_created_by_idx ON public.lead_merge USING btree (created_by);
CREATE INDEX lead_merge_keep_id_idx ON public.lead_merge USING btree (keep_id, id);
CREATE INDEX lead_merge_other_id_idx ON public.lead_merge USING btree (other_id);
CREATE UNIQUE INDEX lead_merge_other_id_key ON public.lead_merge USING btree (other_id) WHERE (undone_at IS NULL);
CREATE INDEX lead_merge_undone_by_idx ON public.lead_merge USING btree (undone_by);

create table lead_pool (
  id bigint generated always as identity not null,
  name text not null,
  kind text not null,
  team_id bigint,
  owner_id bigint,
  max_held integer default 100 not null,
  max_claims_per_day integer default 50 not null,
  cool_down_days integer default 7 not null,
  lock_minutes integer default 30 not null,
  recycle_days integer default 7 not null,
  protect_days integer default 60 not null,
  first_contact_minutes integer default 30 not null,
  hidden_fields text[] default '{}'::text[] not null,
  is_automatic boolean default false not null,
  remark text default ''::text not null,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint lead_pool_cool_down_days_check CHECK (((cool_down_days >= 0) AND (cool_down_days <= 365))),
  constraint lead_pool_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint lead_pool_first_contact_minutes_check CHECK (((first_contact_minutes >= 1) AND (first_contact_minutes <= 10080))),
  constraint lead_pool_hidden_fields_check CHECK ((hidden_fields <@ ARRAY['name'::text, 'phone'::text, 'cityCode'::text, 'source'::text, 'channelId'::text, 'remark'::text])),
  constraint lead_pool_kind_check CHECK ((kind = ANY (ARRAY['public'::text, 'team'::text]))),
  constraint lead_pool_lock_minutes_check CHECK (((lock_minutes >= 0) AND (lock_minutes <= 10080))),
  constraint lead_pool_max_claims_per_day_check CHECK (((max_claims_per_day >= 0) AND (max_claims_per_day <= 10000))),
  constraint lead_pool_max_held_check CHECK (((max_held >= 0) AND (max_held <= 100000))),
  constraint lead_pool_name_key UNIQUE (name),
  constraint lead_pool_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES salesman(id),
  constraint lead_pool_pkey PRIMARY KEY (id),
  constraint lead_pool_protect_days_check CHECK (((protect_days >= 1) AND (protect_days <= 730))),
  constraint lead_pool_recycle_days_check CHECK (((recycle_days >= 1) AND (recycle_days <= 365))),
  constraint lead_pool_team_id_check CHECK (((kind = 'team'::text) = (team_id IS NOT NULL))),
  constraint lead_pool_team_id_fkey FOREIGN KEY (team_id) REFERENCES sales_team(id),
  constraint lead_pool_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id)
);
CREATE INDEX lead_pool_created_at_idx ON public.lead_pool USING btree (created_at, id) INCLUDE (name, kind);
CREATE INDEX lead_pool_created_by_idx ON public.lead_pool USING btree (created_by);
CREATE UNIQUE INDEX lead_pool_kind_key ON public.lead_pool USING btree (kind) WHERE (kind = 'public'::text);
CREATE INDEX lead_pool_owner_id_idx ON public.lead_pool USING btree (owner_id);
CREATE UNIQUE INDEX lead_pool_team_id_key ON public.lead_pool USING btree (team_id);
CREATE INDEX lead_pool_updated_by_idx ON public.lead_pool USING btree (updated_by);
CREATE TRIGGER lead_pool_choice_change AFTER DELETE OR UPDATE OF name ON public.lead_pool FOR EACH ROW EXECUTE FUNCTION mark_choice();
CREATE TRIGGER lead_pool_choice_insert AFTER INSERT ON public.lead_pool REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_added_choices();

create table lead_pool_use (
  salesman_id bigint not null,
  pool_id bigint not null,
  held integer default 0 not null,
  day date,
  claims integer default 0 not null,
  constraint lead_pool_use_claims_check CHECK ((claims >= 0)),
  constraint lead_pool_use_held_check CHECK ((held >= 0)),
  constraint lead_pool_use_pkey PRIMARY KEY (salesman_id, pool_id),
  constraint lead_pool_use_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES lead_pool(id),
  constraint lead_pool_use_salesman_id_fkey FOREIGN KEY (salesman_id) REFERENCES salesman(id)
);
CREATE INDEX lead_pool_use_pool_id_idx ON public.lead_pool_use USING btree (pool_id);

create table lead_reveal (
  id bigint generated always as identity not null,
  lead_id bigint not null,
  admin_id bigint not null,
  reason text not null,
  at timestamp(3) with time zone default clock_timestamp() not null,
  constraint lead_reveal_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id),
  constraint lead_reveal_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES lead(id),
  constraint lead_reveal_pkey PRIMARY KEY (id)
);
CREATE INDEX lead_reveal_admin_id_idx ON public.lead_reveal USING btree (admin_id, at);
CREATE INDEX lead_reveal_lead_id_idx ON public.lead_reveal USING btree (lead_id, at);

create table lead_reveal_use (
  admin_id bigint not null,
  day date not null,
  used integer not null,
  constraint lead_reveal_use_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id),
  constraint lead_reveal_use_pkey PRIMARY KEY (admin_id),
  constraint lead_reveal_use_used_check CHECK ((used >= 0))
);

create table lead_wait (
  lead_id bigint not null,
  salesman_id bigint not null,
  until timestamp(3) with time zone not null,
  constraint lead_wait_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES lead(id),
  constraint lead_wait_pkey PRIMARY KEY (lead_id, salesman_id),
  constraint lead_wait_salesman_id_fkey FOREIGN KEY (salesman_id) REFERENCES salesman(id)
);
CREATE INDEX lead_wait_salesman_id_idx ON public.lead_wait USING btree (salesman_id);
CREATE INDEX lead_wait_until_idx ON public.lead_wait USING btree (until);

create table sales_team (
  id bigint generated always as identity not null,
  name text not null,
  head_id bigint,
  remark text default ''::text not null,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint sales_team_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint sales_team_head_id_fkey FOREIGN KEY (head_id) REFERENCES salesman(id),
  constraint sales_team_name_key UNIQUE (name),
  constraint sales_team_pkey PRIMARY KEY (id),
  constraint sales_team_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id)
);
CREATE INDEX sales_team_created_at_idx ON public.sales_team USING btree (created_at, id) INCLUDE (name);
CREATE INDEX sales_team_created_by_idx ON public.sales_team USING btree (created_by);
CREATE INDEX sales_team_head_id_idx ON public.sales_team USING btree (head_id);
CREATE INDEX sales_team_updated_by_idx ON public.sales_team USING btree (updated_by);
CREATE TRIGGER sales_team_choice_change AFTER DELETE OR UPDATE OF name ON public.sales_team FOR EACH ROW EXECUTE FUNCTION mark_choice();
CREATE TRIGGER sales_team_choice_insert AFTER INSERT ON public.sales_team REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_added_choices();

create table salesman (
  id bigint generated always as identity not null,
  admin_id bigint not null,
  name text not null,
  phone text default ''::text not null,
  team_id bigint,
  status text default 'onDuty'::text not null,
  deputy_id bigint,
  leave_from timestamp(3) with time zone,
  daily_quota integer,
  capacity integer default 100 not null,
  weight integer default 10 not null,
  city_codes text[] default '{}'::text[] not null,
  sources text[] default '{}'::text[] not null,
  windows jsonb default '[]'::jsonb not null,
  held integer default 0 not null,
  taken_on date,
  taken integer default 0 not null,
  remark text default ''::text not null,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint salesman_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id),
  constraint salesman_admin_id_key UNIQUE (admin_id),
  constraint salesman_capacity_check CHECK (((capacity >= 0) AND (capacity <= 100000))),
  constraint salesman_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint salesman_daily_quota_check CHECK (((daily_quota >= 0) AND (daily_quota <= 10000))),
  constraint salesman_deputy_id_check CHECK ((deputy_id <> id)),
  constraint salesman_deputy_id_fkey FOREIGN KEY (deputy_id) REFERENCES salesman(id),
  constraint salesman_held_check CHECK ((held >= 0)),
  constraint salesman_leave_from_check CHECK (((status = 'onLeave'::text) = (leave_from IS NOT NULL))),
  constraint salesman_pkey PRIMARY KEY (id),
  constraint salesman_status_check CHECK ((status = ANY (ARRAY['onDuty'::text, 'onLeave'::text, 'left'::text]))),
  constraint salesman_taken_check CHECK ((taken >= 0)),
  constraint salesman_team_id_fkey FOREIGN KEY (team_id) REFERENCES sales_team(id),
  constraint salesman_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id),
  constraint salesman_weight_check CHECK (((weight >= 0) AND (weight <= 100))),
  constraint salesman_windows_check CHECK ((jsonb_typeof(windows) = 'array'::text))
);
CREATE INDEX salesman_created_at_idx ON public.salesman USING btree (created_at, id) INCLUDE (status, team_id, name);
CREATE INDEX salesman_created_by_idx ON public.salesman USING btree (created_by);
CREATE INDEX salesman_deputy_id_idx ON public.salesman USING btree (deputy_id);
CREATE INDEX salesman_held_idx ON public.salesman USING btree (held, id) INCLUDE (status, team_id, name);
CREATE INDEX salesman_status_idx ON public.salesman USING btree (status, created_at, id) INCLUDE (team_id, name);
CREATE INDEX salesman_team_id_idx ON public.salesman USING btree (team_id, created_at, id) INCLUDE (status, name);
CREATE INDEX salesman_updated_by_idx ON public.salesman USING btree (updated_by);
CREATE INDEX salesman_weight_idx ON public.salesman USING btree (weight, id) INCLUDE (status, team_id, name);
CREATE TRIGGER salesman_choice_change AFTER DELETE OR UPDATE OF name ON public.salesman FOR EACH ROW EXECUTE FUNCTION mark_choice();
CREATE TRIGGER salesman_choice_insert AFTER INSERT ON public.salesman REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_added_choices();

create table salesman_leave (
  id bigint generated always as identity not null,
  salesman_id bigint not null,
  deputy_id bigint,
  first_on date not null,
  last_on date,
  reason text default ''::text not null,
  began_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  created_by bigint,
  created_at timestamp(3) with time zone default now() not null,
  constraint salesman_leave_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint salesman_leave_days_excl EXCLUDE USING gist (int8range(salesman_id, salesman_id, '[]'::text) WITH &&, daterange(first_on, last_on, '[]'::text) WITH &&) WHERE ((ended_at IS NULL)),
  constraint salesman_leave_deputy_id_check CHECK ((deputy_id <> salesman_id)),
  constraint salesman_leave_deputy_id_fkey FOREIGN KEY (deputy_id) REFERENCES salesman(id),
  constraint salesman_leave_last_on_check CHECK ((last_on >= first_on)),
  constraint salesman_leave_open_check CHECK (((last_on IS NOT NULL) OR (began_at IS NOT NULL))),
  constraint salesman_leave_pkey PRIMARY KEY (id),
  constraint salesman_leave_salesman_id_fkey FOREIGN KEY (salesman_id) REFERENCES salesman(id) ON DELETE CASCADE
);
CREATE INDEX salesman_leave_created_by_idx ON public.salesman_leave USING btree (created_by);
CREATE INDEX salesman_leave_deputy_id_idx ON public.salesman_leave USING btree (deputy_id);
CREATE INDEX salesman_leave_salesman_id_idx ON public.salesman_leave USING btree (salesman_id, first_on);
CREATE INDEX salesman_leave_to_begin_idx ON public.salesman_leave USING btree (first_on) WHERE ((began_at IS NULL) AND (ended_at IS NULL));
CREATE INDEX salesman_leave_to_end_idx ON public.salesman_leave USING btree (last_on) WHERE ((began_at IS NOT NULL) AND (ended_at IS NULL));

CREATE OR REPLACE FUNCTION public.note_lead_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  with made as materialized (
    select time_id() as id, h.id as target_id, h.kind, h.batch_most,
      h.delay_seconds + case when h.batch_most > 1 then 5 else 0 end as seconds
    from hook h where h.is_on and 'won' = any(h.events)
      and (h.party = 'own' or (h.party = 'channel' and h.party_id = new.channel_id))
  ), added_due as (
    insert into delivery_due (delivery_id, due_at, most, target)
      select id, now() + seconds * interval '1 second', batch_most, kind || ':' || target_id from made
  )
  insert into delivery (id, event_id, target_id, subject_id, ref_id, kind, event)
    select id, (select min(id) from made), target_id, coalesce(new.user_id, 0), new.id, kind, 'won' from made;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.reset_lead_reminders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.next_follow_at is distinct from old.next_follow_at then new.reminded_at := null; end if;
  if new.first_contact_due_at is distinct from old.first_contact_due_at then new.stuck_at := null; end if;
  return new;
end $function$;

-- engine

create table consent (
  id bigint not null,
  user_id bigint not null,
  channel_id bigint not null,
  plan_id bigint not null,
  org_id bigint not null,
  agreements jsonb not null,
  at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone default now() not null,
  ip text,
  constraint consent_agreements_check CHECK (((jsonb_typeof(agreements) = 'array'::text) AND (agreements <> '[]'::jsonb))),
  constraint consent_pkey PRIMARY KEY (id)
) partition by RANGE (id);
CREATE INDEX consent_user_id_idx ON ONLY public.consent USING btree (user_id, id);
CREATE TRIGGER consent_no_change BEFORE DELETE OR UPDATE ON public.consent FOR EACH ROW EXECUTE FUNCTION consent_fence();
CREATE TRIGGER consent_no_truncate BEFORE TRUNCATE ON public.consent FOR EACH STATEMENT EXECUTE FUNCTION consent_fence();

create table due_step (
  user_id bigint not null,
  kind text not null,
  push_id bigint,
  due_at timestamp with time zone default now() not null,
  claims integer default 0 not null,
  state jsonb default '{}'::jsonb not null,
  waits_for bigint,
  wakes boolean default false not null,
  constraint due_step_claims_check CHECK ((claims >= 0)),
  constraint due_step_kind_check CHECK ((kind = ANY (ARRAY['screen'::text, 'match'::text, 'check'::text, 'submit'::text, 'query'::text, 'ask'::text, 'retry'::text]))),
  constraint due_step_pkey PRIMARY KEY (user_id),
  constraint due_step_push_id_check CHECK (((kind = ANY (ARRAY['screen'::text, 'match'::text, 'check'::text])) = (push_id IS NULL))),
  constraint due_step_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE,
  constraint due_step_wakes_check CHECK (((NOT wakes) OR (waits_for IS NOT NULL)))
);
CREATE INDEX due_step_due_at_idx ON public.due_step USING btree (due_at);
CREATE INDEX due_step_waits_idx ON public.due_step USING btree (wakes, waits_for, due_at) WHERE (waits_for IS NOT NULL);

create table login_ticket (
  id bigint not null,
  user_id bigint not null,
  org_id bigint not null,
  channel_id bigint not null,
  hash bytea,
  visitor bytea not null,
  day date not null,
  took_ms integer not null,
  caps jsonb default '[]'::jsonb not null,
  expires_at timestamp(3) with time zone not null,
  redeemed_at timestamp(3) with time zone,
  is_open boolean default true not null,
  constraint login_ticket_pkey PRIMARY KEY (id)
) partition by RANGE (id);
CREATE INDEX login_ticket_expires_at_idx ON ONLY public.login_ticket USING btree (expires_at) WHERE is_open;
CREATE INDEX login_ticket_user_id_idx ON ONLY public.login_ticket USING btree (user_id, id);
CREATE TRIGGER login_ticket_added AFTER INSERT ON public.login_ticket FOR EACH ROW WHEN ((new.redeemed_at IS NOT NULL)) EXECUTE FUNCTION note_login();
CREATE TRIGGER login_ticket_redeemed AFTER UPDATE OF redeemed_at ON public.login_ticket FOR EACH ROW WHEN (((old.redeemed_at IS NULL) AND (new.redeemed_at IS NOT NULL))) EXECUTE FUNCTION note_login();

create table match_run (
  id bigint default time_id() not null,
  user_id bigint not null,
  plan_id bigint,
  flow text not null,
  why_not jsonb default '[]'::jsonb not null,
  ranked_plan_ids bigint[],
  ranked_price_fen integer[],
  ranked_rate_bp smallint[],
  snapshot_id bigint,
  reasons bytea,
  later bytea,
  facts jsonb,
  seen jsonb,
  ranked bytea,
  constraint match_run_flow_check CHECK ((flow = ANY (ARRAY['full'::text, 'half'::text, 'uv'::text, 'city'::text]))),
  constraint match_run_pkey PRIMARY KEY (id),
  constraint match_run_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id),
  constraint match_run_why_not_check CHECK ((jsonb_typeof(why_not) = 'array'::text))
) partition by RANGE (id);
CREATE INDEX match_run_user_id_id_idx ON ONLY public.match_run USING btree (user_id, id);
CREATE TRIGGER match_run_facts AFTER INSERT ON public.match_run REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_match_run_facts();
CREATE TRIGGER match_run_late_insert AFTER INSERT ON public.match_run REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION forget_late_match();

create table offer (
  id bigint not null,
  agreements jsonb not null,
  offered_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  is_open boolean default true not null,
  user_id bigint,
  constraint offer_agreements_check CHECK (((jsonb_typeof(agreements) = 'array'::text) AND (agreements <> '[]'::jsonb))),
  constraint offer_pkey PRIMARY KEY (id)
) partition by RANGE (id);
CREATE INDEX offer_expires_at_idx ON ONLY public.offer USING btree (expires_at) WHERE is_open;
CREATE TRIGGER offer_person BEFORE INSERT ON public.offer FOR EACH ROW WHEN ((new.user_id IS NULL)) EXECUTE FUNCTION offer_of_person();

create table person_fill (
  name text not null,
  walked_to bigint not null,
  constraint person_fill_pkey PRIMARY KEY (name)
);

create table plan_answer (
  plan_id bigint not null,
  day date not null,
  answered integer default 0 not null,
  accepted integer default 0 not null,
  constraint plan_answer_accepted_check CHECK (((accepted >= 0) AND (accepted <= answered))),
  constraint plan_answer_pkey PRIMARY KEY (plan_id, day),
  constraint plan_answer_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plan(id) ON DELETE CASCADE
);

create table plan_snapshot (
  id bigint default time_id() not null,
  flow text not null,
  hash bytea not null,
  plan_ids bigint[] not null,
  plans jsonb not null,
  used_at timestamp with time zone default now() not null,
  constraint plan_snapshot_flow_check CHECK ((flow = ANY (ARRAY['full'::text, 'half'::text, 'uv'::text, 'city'::text]))),
  constraint plan_snapshot_hash_check CHECK ((length(hash) = 32)),
  constraint plan_snapshot_hash_key UNIQUE (hash),
  constraint plan_snapshot_pkey PRIMARY KEY (id),
  constraint plan_snapshot_plans_check CHECK (((jsonb_typeof(plans) = 'array'::text) AND (jsonb_array_length(plans) = cardinality(plan_ids))))
);

create table plan_why_not (
  plan_id bigint not null,
  day date not null,
  rule text not null,
  n integer not null,
  run_ids bigint[] default '{}'::bigint[] not null,
  constraint plan_why_not_n_check CHECK ((n > 0)),
  constraint plan_why_not_pkey PRIMARY KEY (plan_id, day, rule),
  constraint plan_why_not_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plan(id) ON DELETE CASCADE
);

create table push_attempt (
  id bigint default time_id() not null,
  push_id bigint not null,
  number smallint not null,
  took_ms integer,
  http_status smallint,
  stage text not null,
  outcome text,
  error text,
  request jsonb,
  reply jsonb,
  user_id bigint,
  constraint push_attempt_http_status_check CHECK (((http_status >= 100) AND (http_status <= 599))),
  constraint push_attempt_number_check CHECK ((number > 0)),
  constraint push_attempt_outcome_check CHECK ((outcome = ANY (ARRAY['accepted'::text, 'rejected'::text, 'duplicate'::text, 'failed'::text, 'unknown'::text]))),
  constraint push_attempt_pkey PRIMARY KEY (id),
  constraint push_attempt_push_id_fkey FOREIGN KEY (push_id) REFERENCES push_record(id),
  constraint push_attempt_push_id_fkey1 FOREIGN KEY (push_id) REFERENCES part.push_record_2026_11(id),
  constraint push_attempt_push_id_fkey2 FOREIGN KEY (push_id) REFERENCES part.push_record_2026_12(id),
  constraint push_attempt_push_id_fkey3 FOREIGN KEY (push_id) REFERENCES part.push_record_2027_01(id),
  constraint push_attempt_push_id_fkey4 FOREIGN KEY (push_id) REFERENCES part.push_record_2027_02(id),
  constraint push_attempt_stage_check CHECK ((stage = ANY (ARRAY['check'::text, 'submit'::text, 'login'::text, 'query'::text]))),
  constraint push_attempt_took_ms_check CHECK ((took_ms >= 0))
) partition by RANGE (id);
CREATE INDEX push_attempt_push_id_idx ON ONLY public.push_attempt USING btree (push_id);
CREATE TRIGGER push_attempt_late_insert AFTER INSERT ON public.push_attempt REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION forget_late_attempt();
CREATE TRIGGER push_attempt_late_update AFTER UPDATE ON public.push_attempt REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION forget_late_attempt();
CREATE TRIGGER push_attempt_person BEFORE INSERT ON public.push_attempt FOR EACH ROW WHEN ((new.user_id IS NULL)) EXECUTE FUNCTION attempt_of_person();

create table push_plan (
  id bigint generated always as identity not null,
  name text not null,
  plan_id bigint not null,
  channel_id bigint,
  city_code text,
  registered_from timestamp(3) with time zone,
  registered_to timestamp(3) with time zone,
  user_statuses text[] default '{}'::text[] not null,
  risk_levels text[] default '{}'::text[] not null,
  schedule text not null,
  at timestamp(3) with time zone,
  daily_at time without time zone,
  per_minute integer not null,
  cap integer,
  status text default 'draft'::text not null,
  remark text default ''::text not null,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  due_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  walked_to bigint default 0 not null,
  walk_until bigint,
  paced_at timestamp with time zone,
  holds text,
  started_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  name_pairs text[] generated always as (text_pairs(name)) stored not null,
  sources text[] default '{channel}'::text[] not null,
  constraint push_plan_at_check CHECK (((schedule = 'at'::text) = (at IS NOT NULL))),
  constraint push_plan_cap_check CHECK ((cap > 0)),
  constraint push_plan_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint push_plan_city_code_check CHECK ((city_code ~ '^[1-9][0-9]{5}$'::text)),
  constraint push_plan_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint push_plan_daily_at_check CHECK (((schedule = 'daily'::text) = (daily_at IS NOT NULL))),
  constraint push_plan_name_key UNIQUE (name),
  constraint push_plan_per_minute_check CHECK (((per_minute >= 1) AND (per_minute <= 6000))),
  constraint push_plan_pkey PRIMARY KEY (id),
  constraint push_plan_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plan(id),
  constraint push_plan_registered_to_check CHECK ((registered_to > registered_from)),
  constraint push_plan_risk_levels_check CHECK ((risk_levels <@ ARRAY['low'::text, 'medium'::text, 'high'::text])),
  constraint push_plan_schedule_check CHECK ((schedule = ANY (ARRAY['now'::text, 'at'::text, 'daily'::text]))),
  constraint push_plan_sources_check CHECK (((sources <@ ARRAY['channel'::text, 'import'::text]) AND (sources <> '{}'::text[]))),
  constraint push_plan_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'running'::text, 'paused'::text, 'done'::text, 'cancelled'::text]))),
  constraint push_plan_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id),
  constraint push_plan_user_statuses_check CHECK ((user_statuses <@ ARRAY['registered'::text, 'profiled'::text, 'matched'::text, 'pushed'::text, 'accepted'::text, 'rejected'::text]))
);
CREATE INDEX push_plan_channel_id_idx ON public.push_plan USING btree (channel_id);
CREATE INDEX push_plan_created_at_idx ON public.push_plan USING btree (created_at, id) INCLUDE (status, plan_id, schedule, name);
CREATE INDEX push_plan_created_by_idx ON public.push_plan USING btree (created_by, created_at, id);
CREATE INDEX push_plan_due_at_idx ON public.push_plan USING btree (due_at) WHERE (status = ANY (ARRAY['scheduled'::text, 'running'::text]));
CREATE INDEX push_plan_name_pairs_idx ON public.push_plan USING gin (name_pairs);
CREATE INDEX push_plan_plan_id_idx ON public.push_plan USING btree (plan_id);
CREATE INDEX push_plan_status_idx ON public.push_plan USING btree (status, created_at, id) INCLUDE (plan_id, schedule, name);
CREATE INDEX push_plan_updated_at_idx ON public.push_plan USING btree (updated_at, id) INCLUDE (status, plan_id, schedule, name);

create table push_record (
  id bigint default time_id() not null,
  user_id bigint not null,
  channel_id bigint,
  plan_id bigint not null,
  org_id bigint not null,
  push_plan_id bigint,
  match_run_id bigint,
  request_at timestamp(3) with time zone generated always as (time_of_id(id)) stored not null,
  responded_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone default now() not null,
  price_fen integer default 0 not null,
  cost_fen integer default 0 not null,
  attempts integer default 0 not null,
  dedupe_days integer default 30 not null,
  flow text not null,
  city_code text,
  stage text default 'submit'::text not null,
  status text default 'pending'::text not null,
  reason text,
  external_id text,
  quality smallint,
  price_min_fen integer,
  price_max_fen integer,
  constraint push_record_attempts_check CHECK ((attempts >= 0)),
  constraint push_record_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint push_record_cost_fen_check CHECK ((cost_fen >= 0)),
  constraint push_record_dedupe_days_check CHECK (((dedupe_days >= 0) AND (dedupe_days <= 3650))),
  constraint push_record_flow_check CHECK ((flow = ANY (ARRAY['full'::text, 'half'::text, 'uv'::text, 'city'::text]))),
  constraint push_record_pkey PRIMARY KEY (id) INCLUDE (status, stage, flow, channel_id, org_id, plan_id, city_code, user_id),
  constraint push_record_plan_id_fkey FOREIGN KEY (plan_id, org_id) REFERENCES plan(id, org_id),
  constraint push_record_price_bounds_check CHECK ((((price_min_fen IS NULL) = (price_max_fen IS NULL)) AND ((price_fen >= COALESCE(price_min_fen, 0)) AND (price_fen <= COALESCE(price_max_fen, 2147483647))) AND (price_min_fen >= 0))),
  constraint push_record_price_fen_check CHECK ((price_fen >= 0)),
  constraint push_record_push_plan_id_fkey FOREIGN KEY (push_plan_id) REFERENCES push_plan(id),
  constraint push_record_quality_check CHECK (((quality >= 0) AND (quality <= 3))),
  constraint push_record_responded_at_check CHECK ((responded_at >= request_at)),
  constraint push_record_stage_check CHECK ((stage = ANY (ARRAY['check'::text, 'consent'::text, 'submit'::text, 'login'::text]))),
  constraint push_record_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text, 'duplicate'::text, 'failed'::text, 'unknown'::text, 'returned'::text]))),
  constraint push_record_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id)
) partition by RANGE (id);
CREATE INDEX push_record_channel_id_id_status_stage_flow_org_id_plan_id__idx ON ONLY public.push_record USING btree (channel_id, id) INCLUDE (status, stage, flow, org_id, plan_id, city_code);
CREATE INDEX push_record_external_id_idx ON ONLY public.push_record USING btree (external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX push_record_left_id_status_stage_flow_channel_id_org_id_pla_idx ON ONLY public.push_record USING btree ("left"(city_code, 4), id) INCLUDE (status, stage, flow, channel_id, org_id, plan_id, city_code);
CREATE INDEX push_record_org_id_id_status_stage_flow_channel_id_plan_id__idx ON ONLY public.push_record USING btree (org_id, id) INCLUDE (status, stage, flow, channel_id, plan_id, city_code);
CREATE INDEX push_record_plan_id_id_status_stage_flow_channel_id_city_co_idx ON ONLY public.push_record USING btree (plan_id, id) INCLUDE (status, stage, flow, channel_id, city_code, price_fen);
CREATE INDEX push_record_push_plan_id_id_idx ON ONLY public.push_record USING btree (push_plan_id, id) WHERE (push_plan_id IS NOT NULL);
CREATE INDEX push_record_status_id_stage_flow_channel_id_org_id_plan_id__idx ON ONLY public.push_record USING btree (status, id) INCLUDE (stage, flow, channel_id, org_id, plan_id, city_code);
CREATE INDEX push_record_user_id_id_idx ON ONLY public.push_record USING btree (user_id, id);
CREATE CONSTRAINT TRIGGER push_record_answered AFTER UPDATE ON public.push_record DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = ANY (ARRAY['accepted'::text, 'rejected'::text, 'duplicate'::text, 'failed'::text])) AND (new.stage <> ALL (ARRAY['check'::text, 'consent'::text])))) EXECUTE FUNCTION note_answered_push();
CREATE TRIGGER push_record_facts AFTER INSERT ON public.push_record REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_push_record_facts();
CREATE TRIGGER push_record_late_insert AFTER INSERT ON public.push_record REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION forget_late_push();
CREATE TRIGGER push_record_late_update AFTER UPDATE ON public.push_record REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION forget_late_push();
CREATE TRIGGER push_record_submitted AFTER UPDATE OF stage ON public.push_record FOR EACH ROW WHEN (((old.stage = ANY (ARRAY['check'::text, 'consent'::text])) AND (new.stage <> ALL (ARRAY['check'::text, 'consent'::text])))) EXECUTE FUNCTION note_submitted_push();
CREATE TRIGGER push_record_tally_insert AFTER INSERT ON public.push_record REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_added_pushes();
CREATE TRIGGER push_record_tally_update AFTER UPDATE OF status, stage ON public.push_record FOR EACH ROW WHEN (((old.status <> new.status) OR (old.stage <> new.stage))) EXECUTE FUNCTION tally_changed_push();

create table push_return (
  id bigint generated always as identity not null,
  push_id bigint not null,
  user_id bigint not null,
  org_id bigint not null,
  plan_id bigint not null,
  channel_id bigint,
  reason text not null,
  status text default 'asked'::text not null,
  asked_way text not null,
  asked_by bigint,
  reviewed_by bigint,
  reviewed_at timestamp(3) with time zone,
  note text default ''::text not null,
  refund_fen bigint default 0 not null,
  cost_back_fen bigint default 0 not null,
  told_at timestamp(3) with time zone,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint push_return_asked_by_check CHECK (((asked_way = 'org'::text) = (asked_by IS NULL))),
  constraint push_return_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES admin(id),
  constraint push_return_asked_way_check CHECK ((asked_way = ANY (ARRAY['org'::text, 'admin'::text, 'import'::text]))),
  constraint push_return_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint push_return_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id),
  constraint push_return_pkey PRIMARY KEY (id),
  constraint push_return_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plan(id),
  constraint push_return_push_id_fkey FOREIGN KEY (push_id) REFERENCES push_record(id),
  constraint push_return_push_id_fkey1 FOREIGN KEY (push_id) REFERENCES part.push_record_2026_11(id),
  constraint push_return_push_id_fkey2 FOREIGN KEY (push_id) REFERENCES part.push_record_2026_12(id),
  constraint push_return_push_id_fkey3 FOREIGN KEY (push_id) REFERENCES part.push_record_2027_01(id),
  constraint push_return_push_id_fkey4 FOREIGN KEY (push_id) REFERENCES part.push_record_2027_02(id),
  constraint push_return_refund_fen_check CHECK (((refund_fen >= 0) AND (cost_back_fen >= 0))),
  constraint push_return_reviewed_by_check CHECK ((reviewed_by <> asked_by)),
  constraint push_return_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES admin(id),
  constraint push_return_status_check CHECK ((status = ANY (ARRAY['asked'::text, 'returned'::text, 'refused'::text, 'withdrawn'::text]))),
  constraint push_return_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id),
  constraint push_return_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id)
);
CREATE INDEX push_return_asked_by_idx ON public.push_return USING btree (asked_by);
CREATE INDEX push_return_channel_id_idx ON public.push_return USING btree (channel_id, created_at, id) INCLUDE (status, org_id, plan_id);
CREATE INDEX push_return_created_at_idx ON public.push_return USING btree (created_at, id) INCLUDE (status, org_id, plan_id, channel_id);
CREATE UNIQUE INDEX push_return_open_key ON public.push_return USING btree (push_id) WHERE (status = ANY (ARRAY['asked'::text, 'returned'::text]));
CREATE INDEX push_return_org_id_idx ON public.push_return USING btree (org_id, created_at, id) INCLUDE (status, plan_id, channel_id);
CREATE INDEX push_return_plan_id_idx ON public.push_return USING btree (plan_id, created_at, id) INCLUDE (status, org_id, channel_id);
CREATE INDEX push_return_push_id_idx ON public.push_return USING btree (push_id);
CREATE INDEX push_return_reviewed_by_idx ON public.push_return USING btree (reviewed_by);
CREATE INDEX push_return_status_idx ON public.push_return USING btree (status, created_at, id) INCLUDE (org_id, plan_id, channel_id);
CREATE INDEX push_return_told_at_idx ON public.push_return USING btree (id) WHERE ((told_at IS NULL) AND (status = 'asked'::text));
CREATE INDEX push_return_updated_by_idx ON public.push_return USING btree (updated_by);
CREATE INDEX push_return_user_id_idx ON public.push_return USING btree (user_id);
CREATE TRIGGER push_return_added AFTER INSERT ON public.push_return FOR EACH ROW WHEN ((new.status = 'returned'::text)) EXECUTE FUNCTION note_returned_push();
CREATE TRIGGER push_return_done AFTER UPDATE OF status ON public.push_return FOR EACH ROW WHEN (((old.status <> 'returned'::text) AND (new.status = 'returned'::text))) EXECUTE FUNCTION note_returned_push();
CREATE TRIGGER push_return_late_note BEFORE INSERT OR UPDATE OF note ON public.push_return FOR EACH ROW WHEN ((new.note <> ''::text)) EXECUTE FUNCTION forget_late_note();
CREATE TRIGGER push_return_reviewed BEFORE DELETE OR UPDATE ON public.push_return FOR EACH ROW WHEN ((old.reviewed_at IS NOT NULL)) EXECUTE FUNCTION reviewed_fence();

create table push_tally (
  kind text not null,
  id bigint not null,
  slot timestamp with time zone not null,
  what text not null,
  n integer not null,
  constraint push_tally_kind_check CHECK ((kind = ANY (ARRAY['plan'::text, 'pushPlan'::text, 'target'::text]))),
  constraint push_tally_pkey PRIMARY KEY (kind, id, slot, what)
);

create table push_tally_new (
  kind text not null,
  id bigint not null,
  slot timestamp with time zone not null,
  what text not null,
  n integer not null,
  constraint push_tally_new_kind_check CHECK ((kind = ANY (ARRAY['plan'::text, 'pushPlan'::text, 'target'::text])))
);
CREATE INDEX push_tally_new_id_idx ON public.push_tally_new USING btree (kind, id, slot);

create table push_target (
  push_plan_id bigint not null,
  user_id bigint not null,
  state text default 'waiting'::text not null,
  reason text,
  push_id bigint,
  tries smallint default 0 not null,
  due_at timestamp with time zone default now() not null,
  constraint push_target_pkey PRIMARY KEY (push_plan_id, user_id),
  constraint push_target_push_id_check CHECK (((state = 'pushed'::text) = (push_id IS NOT NULL))),
  constraint push_target_push_plan_id_fkey FOREIGN KEY (push_plan_id) REFERENCES push_plan(id),
  constraint push_target_reason_check CHECK (((state = 'unfit'::text) = (reason IS NOT NULL))),
  constraint push_target_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'pushed'::text, 'unfit'::text]))),
  constraint push_target_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
);
CREATE INDEX push_target_due_at_idx ON public.push_target USING btree (push_plan_id, due_at, user_id) WHERE (state = 'waiting'::text);
CREATE INDEX push_target_user_id_idx ON public.push_target USING btree (user_id);
CREATE TRIGGER push_target_tally_insert AFTER INSERT ON public.push_target REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_added_targets();
CREATE TRIGGER push_target_tally_update AFTER UPDATE ON public.push_target REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_targets();

create table push_trouble (
  push_id bigint not null,
  plan_id bigint not null,
  kind text not null,
  at timestamp(3) with time zone default now() not null,
  told_at timestamp(3) with time zone,
  id bigint generated always as identity not null,
  user_id bigint not null,
  org_id bigint not null,
  channel_id bigint,
  owner_id bigint,
  closed_at timestamp(3) with time zone,
  closed_how text,
  closed_by bigint,
  note text default ''::text not null,
  version integer default 1 not null,
  constraint push_trouble_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint push_trouble_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES admin(id),
  constraint push_trouble_closed_check CHECK (((closed_at IS NULL) = (closed_how IS NULL))),
  constraint push_trouble_closed_how_check CHECK ((closed_how = ANY (ARRAY['resent'::text, 'settled'::text, 'closed'::text]))),
  constraint push_trouble_id_key UNIQUE (id),
  constraint push_trouble_kind_check CHECK ((kind = ANY (ARRAY['unknown'::text, 'dead'::text]))),
  constraint push_trouble_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id),
  constraint push_trouble_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES admin(id),
  constraint push_trouble_pkey PRIMARY KEY (push_id),
  constraint push_trouble_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plan(id) ON DELETE CASCADE,
  constraint push_trouble_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id)
);
CREATE INDEX push_trouble_at_idx ON public.push_trouble USING btree (at, id) INCLUDE (kind, closed_at, owner_id, plan_id, org_id, channel_id);
CREATE INDEX push_trouble_channel_id_idx ON public.push_trouble USING btree (channel_id, at, id) INCLUDE (kind, closed_at);
CREATE INDEX push_trouble_closed_by_idx ON public.push_trouble USING btree (closed_by);
CREATE INDEX push_trouble_open_idx ON public.push_trouble USING btree (kind, at, id) INCLUDE (owner_id, plan_id, org_id, channel_id) WHERE (closed_at IS NULL);
CREATE INDEX push_trouble_org_id_idx ON public.push_trouble USING btree (org_id, at, id) INCLUDE (kind, closed_at);
CREATE INDEX push_trouble_owner_id_idx ON public.push_trouble USING btree (owner_id, at, id) INCLUDE (kind, closed_at);
CREATE INDEX push_trouble_plan_id_idx ON public.push_trouble USING btree (plan_id, at, id) INCLUDE (kind, closed_at);
CREATE INDEX push_trouble_told_at_idx ON public.push_trouble USING btree (at) WHERE (told_at IS NULL);
CREATE INDEX push_trouble_user_id_idx ON public.push_trouble USING btree (user_id);
CREATE TRIGGER push_trouble_late_note BEFORE INSERT OR UPDATE OF note ON public.push_trouble FOR EACH ROW WHEN ((new.note <> ''::text)) EXECUTE FUNCTION forget_late_note();

create table step_taken (
  id bigint default time_id() not null,
  user_id bigint not null,
  kind text not null,
  ms integer not null,
  result text not null,
  plan_id bigint,
  until timestamp(3) with time zone,
  constraint step_taken_kind_check CHECK ((kind = ANY (ARRAY['screen'::text, 'match'::text, 'check'::text]))),
  constraint step_taken_ms_check CHECK ((ms >= 0)),
  constraint step_taken_pkey PRIMARY KEY (id),
  constraint step_taken_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE
) partition by RANGE (id);
CREATE INDEX step_taken_user_id_idx ON ONLY public.step_taken USING btree (user_id, id);
CREATE TRIGGER step_taken_offers AFTER INSERT ON public.step_taken FOR EACH ROW WHEN (((new.kind = 'check'::text) AND (new.result <> '0'::text))) EXECUTE FUNCTION note_offers();

create table wake_up (
  is_only boolean default true not null,
  at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint wake_up_is_only_check CHECK (is_only),
  constraint wake_up_pkey PRIMARY KEY (is_only)
);

create table why_not_position (
  one boolean default true not null,
  run_id bigint not null,
  constraint why_not_position_one_check CHECK (one),
  constraint why_not_position_pkey PRIMARY KEY (one)
);

CREATE OR REPLACE FUNCTION public.attempt_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.user_id := (select r.user_id from push_record r where r.id = new.push_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.consent_fence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    old.ip := null;
    if new is not distinct from old then
      return new;
    end if;
  end if;
  raise exception 'a consent is never changed' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.forget_late_attempt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  late bigint[] := array(
    select a.id from added a join push_record r on r.id = a.push_id join "user" u on u.id = r.user_id
    where u.status = 'deleted' and num_nonnulls(a.request, a.reply, a.error) > 0);
begin
  if late <> '{}' then
    update push_attempt set request = null, reply = null, error = null where id = any(late);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_late_match()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  late bigint[] := array(
    select a.id from added a join "user" u on u.id = a.user_id
    where u.status = 'deleted' and (a.why_not <> '[]' or a.reasons is not null));
begin
  if late <> '{}' then
    update match_run set why_not = '[]', reasons = null, later = null, facts = null, seen = null where id = any(late);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_late_push()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  late bigint[] := array(
    select a.id from added a join "user" u on u.id = a.user_id where u.status = 'deleted' and a.reason is not null);
begin
  -- The trigger also fires for a statement that changes no row: without this condition it would call itself without end.
  if late <> '{}' then
    update push_record set reason = null where id = any(late);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_answered_push()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from push_record r where r.user_id = new.user_id and r.id = new.id and r.status in (new.status, 'returned')) then
    perform add_push_fact(new.status, new.id, new);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_login()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_push_fact('login', new.id, (select r from push_record r where r.user_id = new.user_id and r.id = new.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_match_run_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        
    insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, fen, fee_fen, day, came, city_code, kind, flow)
    select time_id(i.at), q.ref_id, coalesce(q.user_id, 0), coalesce(q.channel_id, 0), coalesce(q.org_id, 0), coalesce(q.plan_id, 0),
      coalesce(q.product_id, 0), q.fen, q.fee_fen, d.day, coalesce(least(d.day, came.day), d.day), city_number(q.city_code), q.kind,
      coalesce(q.flow, '')
    from (
      select 'match', time_of_id(m.id), u.created_at, null::date, m.user_id, m.user_id, u.channel_id, p.org_id, m.plan_id, 0,
        u.city_code, m.flow, 0, 0
      from added m join "user" u on u.id = m.user_id left join plan p on p.id = m.plan_id
      where m.plan_id is not null) q (kind, at, came_at, day, ref_id, user_id, channel_id, org_id, plan_id, product_id, city_code, flow, fen, fee_fen)
      cross join lateral (select least(q.at, now()) as at) i
      cross join lateral (
        select coalesce(q.day, business_day(i.at, c.time_zone, c.day_starts_at)) as day from business_clock c
        where c.from_at <= i.at order by c.from_at desc limit 1) d
      left join lateral (
        select business_day(q.came_at, c.time_zone, c.day_starts_at) as day from business_clock c
        where c.from_at <= q.came_at order by c.from_at desc limit 1) came on true;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.note_offers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  person "user" := (select u from "user" u where u.id = new.user_id);
begin
  perform add_fact('match', new.user_id, person, person.channel_id, 0, 0, 0, person.city_code, person.flow);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_push_record_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        
    insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, fen, fee_fen, day, came, city_code, kind, flow)
    select time_id(i.at), q.ref_id, coalesce(q.user_id, 0), coalesce(q.channel_id, 0), coalesce(q.org_id, 0), coalesce(q.plan_id, 0),
      coalesce(q.product_id, 0), q.fen, q.fee_fen, d.day, coalesce(least(d.day, came.day), d.day), city_number(q.city_code), q.kind,
      coalesce(q.flow, '')
    from (
      select e.kind, e.at, u.created_at, null::date, r.id, r.user_id, r.channel_id, r.org_id, r.plan_id, 0, r.city_code, r.flow, 0, 0
      from added r join "user" u on u.id = r.user_id
        cross join lateral (values ('push', r.request_at),
          (case r.status when 'returned' then 'accepted' else r.status end, coalesce(r.responded_at, r.request_at))) e (kind, at)
      where r.stage not in ('check', 'consent') and e.kind in ('push', 'accepted', 'rejected', 'duplicate', 'failed')) q (kind, at, came_at, day, ref_id, user_id, channel_id, org_id, plan_id, product_id, city_code, flow, fen, fee_fen)
      cross join lateral (select least(q.at, now()) as at) i
      cross join lateral (
        select coalesce(q.day, business_day(i.at, c.time_zone, c.day_starts_at)) as day from business_clock c
        where c.from_at <= i.at order by c.from_at desc limit 1) d
      left join lateral (
        select business_day(q.came_at, c.time_zone, c.day_starts_at) as day from business_clock c
        where c.from_at <= q.came_at order by c.from_at desc limit 1) came on true;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.note_returned_push()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_push_fact('return', new.id, (select r from push_record r where r.user_id = new.user_id and r.id = new.push_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_submitted_push()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_push_fact('push', new.id, new);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.offer_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.user_id := (select r.user_id from push_record r where r.id = new.id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.tally_added_pushes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into push_tally_new (kind, id, slot, what, n)
    select 'plan', plan_id, date_bin('15 minutes', time_of_id(id), timestamptz 'epoch'), status, count(*)
    from added where stage not in ('check', 'consent') group by 2, 3, 4
    union all
    select 'pushPlan', push_plan_id, timestamptz 'epoch', status, count(*)
    from added where push_plan_id is not null group by 2, 4;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tally_added_targets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into push_tally_new (kind, id, slot, what, n)
    select 'target', push_plan_id, timestamptz 'epoch', coalesce(reason, state), count(*) from added group by 2, 4;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tally_changed_push()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into push_tally_new (kind, id, slot, what, n)
    select 'plan', new.plan_id, date_bin('15 minutes', time_of_id(new.id), timestamptz 'epoch'), s.what, s.n
    from (values (old.status, old.stage, -1), (new.status, new.stage, 1)) s (what, stage, n)
    where s.stage not in ('check', 'consent');
  if new.push_plan_id is not null and old.status <> new.status then
    insert into push_tally_new (kind, id, slot, what, n)
      values ('pushPlan', new.push_plan_id, timestamptz 'epoch', old.status, -1),
        ('pushPlan', new.push_plan_id, timestamptz 'epoch', new.status, 1);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tally_changed_targets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into push_tally_new (kind, id, slot, what, n)
    select 'target', push_plan_id, timestamptz 'epoch', what, sum(n) from (
      select push_plan_id, coalesce(reason, state) as what, -1 as n from before
      union all select push_plan_id, coalesce(reason, state), 1 from after) changed
    group by 2, 4 having sum(n) <> 0;
  return null;
end $function$;

-- payment

create table collection (
  id bigint generated always as identity not null,
  name text not null,
  provider text not null,
  merchant_no text default ''::text not null,
  app_id text default ''::text not null,
  settings jsonb default '{}'::jsonb not null,
  secrets_sealed bytea,
  secret_names text[] default '{}'::text[] not null,
  fee_bp integer default 0 not null,
  min_fen integer default 1 not null,
  max_fen integer default 100000000 not null,
  daily_limit_fen bigint,
  weight integer default 100 not null,
  product_ids bigint[] default '{}'::bigint[] not null,
  status text default 'disabled'::text not null,
  tried_at timestamp(3) with time zone,
  tried_reason text,
  remark text default ''::text not null,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  callback_token text default replace((gen_random_uuid())::text, '-'::text, ''::text) not null,
  by_id_until timestamp with time zone,
  constraint collection_amounts_check CHECK (((min_fen > 0) AND (max_fen >= min_fen))),
  constraint collection_callback_token_check CHECK ((callback_token ~ '^[0-9a-f]{32}$'::text)),
  constraint collection_callback_token_key UNIQUE (callback_token),
  constraint collection_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint collection_daily_limit_fen_check CHECK ((daily_limit_fen > 0)),
  constraint collection_fee_bp_check CHECK (((fee_bp >= 0) AND (fee_bp <= 10000))),
  constraint collection_name_key UNIQUE (name),
  constraint collection_pkey PRIMARY KEY (id),
  constraint collection_provider_check CHECK ((provider ~ '^[a-z]{2,16}$'::text)),
  constraint collection_secrets_check CHECK (((secrets_sealed IS NULL) = (secret_names = '{}'::text[]))),
  constraint collection_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text]))),
  constraint collection_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id),
  constraint collection_weight_check CHECK (((weight >= 1) AND (weight <= 1000)))
);
CREATE INDEX collection_created_at_idx ON public.collection USING btree (created_at, id) INCLUDE (provider, status);
CREATE INDEX collection_created_by_idx ON public.collection USING btree (created_by);
CREATE INDEX collection_updated_by_idx ON public.collection USING btree (updated_by);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF secrets_sealed ON public.collection FOR EACH ROW WHEN ((new.secrets_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_collection();
CREATE TRIGGER collection_choice_change AFTER DELETE OR UPDATE OF name ON public.collection FOR EACH ROW EXECUTE FUNCTION mark_choice();
CREATE TRIGGER collection_choice_insert AFTER INSERT ON public.collection REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_added_choices();

create table collection_breaker (
  collection_id bigint not null,
  failures integer not null,
  open_until timestamp(3) with time zone,
  told_at timestamp(3) with time zone,
  constraint collection_breaker_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collection(id) ON DELETE CASCADE,
  constraint collection_breaker_pkey PRIMARY KEY (collection_id)
);

create table collection_day (
  collection_id bigint not null,
  day date not null,
  ordered_fen bigint default 0 not null,
  orders integer default 0 not null,
  paid integer default 0 not null,
  paid_fen bigint default 0 not null,
  failed integer default 0 not null,
  constraint collection_day_check CHECK (((ordered_fen >= 0) AND (orders >= 0))),
  constraint collection_day_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collection(id) ON DELETE CASCADE,
  constraint collection_day_pkey PRIMARY KEY (collection_id, day)
);

create table payment_attempt (
  id bigint default time_id() not null,
  order_id bigint,
  collection_id bigint,
  refund_id bigint,
  took_ms integer,
  kind text not null,
  outcome text,
  message text,
  why_not jsonb,
  constraint payment_attempt_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collection(id),
  constraint payment_attempt_kind_check CHECK ((kind = ANY (ARRAY['route'::text, 'create'::text, 'query'::text, 'close'::text, 'refund'::text, 'queryRefund'::text]))),
  constraint payment_attempt_order_check CHECK (((order_id IS NOT NULL) OR (refund_id IS NOT NULL))),
  constraint payment_attempt_pkey PRIMARY KEY (id)
) partition by RANGE (id);
CREATE INDEX payment_attempt_collection_id_id_idx ON ONLY public.payment_attempt USING btree (collection_id, id);
CREATE INDEX payment_attempt_order_id_id_idx ON ONLY public.payment_attempt USING btree (order_id, id);
CREATE TRIGGER payment_attempt_late_insert AFTER INSERT ON public.payment_attempt REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION forget_late_payment_message();
CREATE TRIGGER payment_attempt_late_update AFTER UPDATE ON public.payment_attempt REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION forget_late_payment_message();

create table payment_callback (
  id bigint default time_id() not null,
  collection_id bigint not null,
  order_id bigint,
  verdict text not null,
  reason text,
  trade_no text,
  amount_fen bigint,
  ip text not null,
  body_sealed bytea,
  body_hash bytea,
  constraint payment_callback_body_hash_check CHECK ((octet_length(body_hash) = 32)),
  constraint payment_callback_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collection(id),
  constraint payment_callback_pkey PRIMARY KEY (id),
  constraint payment_callback_reason_check CHECK (((verdict = 'wrong'::text) = (reason IS NOT NULL))),
  constraint payment_callback_reason_word_check CHECK ((reason = ANY (ARRAY['form'::text, 'signature'::text, 'key'::text, 'stale'::text, 'sealed'::text, 'application'::text, 'amount'::text, 'noCallback'::text, 'order'::text, 'currency'::text, 'refund'::text, 'tradeNo'::text]))),
  constraint payment_callback_verdict_check CHECK ((verdict = ANY (ARRAY['believed'::text, 'repeated'::text, 'wrong'::text])))
) partition by RANGE (id);
CREATE INDEX payment_callback_collection_id_verdict_id_idx ON ONLY public.payment_callback USING btree (collection_id, verdict, id);
CREATE INDEX payment_callback_order_id_id_idx ON ONLY public.payment_callback USING btree (order_id, id);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF body_sealed ON public.payment_callback FOR EACH ROW WHEN ((new.body_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_payment_callback();
CREATE TRIGGER payment_callback_late_insert AFTER INSERT ON public.payment_callback REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION forget_late_callback();

create table payment_due (
  kind text not null,
  ref_id bigint not null,
  due_at timestamp(3) with time zone not null,
  claims integer default 0 not null,
  done integer default 0 not null,
  in_turn boolean default false not null,
  constraint payment_due_kind_check CHECK ((kind = ANY (ARRAY['order'::text, 'refund'::text, 'notice'::text, 'ask'::text]))),
  constraint payment_due_pkey PRIMARY KEY (kind, ref_id)
);
CREATE INDEX payment_due_due_at_idx ON public.payment_due USING btree (due_at);
CREATE INDEX payment_due_in_turn_idx ON public.payment_due USING btree (kind, due_at) WHERE (in_turn AND (claims = 0));

create table payment_notice (
  id bigint generated always as identity not null,
  order_id bigint not null,
  channel_id bigint not null,
  event text not null,
  refund_id bigint default 0 not null,
  status text default 'waiting'::text not null,
  round integer default 0 not null,
  tries jsonb default '[]'::jsonb not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  told_at timestamp(3) with time zone,
  delivery_id bigint,
  constraint payment_notice_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint payment_notice_event_check CHECK ((event = ANY (ARRAY['paid'::text, 'refunded'::text, 'closed'::text, 'failed'::text]))),
  constraint payment_notice_key UNIQUE (order_id, event, refund_id),
  constraint payment_notice_pkey PRIMARY KEY (id),
  constraint payment_notice_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'taken'::text, 'givenUp'::text])))
);
CREATE INDEX payment_notice_channel_id_idx ON public.payment_notice USING btree (channel_id, id);
CREATE INDEX payment_notice_status_idx ON public.payment_notice USING btree (status, id);
CREATE INDEX payment_notice_told_at_idx ON public.payment_notice USING btree (id) WHERE ((status = 'givenUp'::text) AND (told_at IS NULL));

create table payment_number (
  channel_id bigint not null,
  channel_no text not null,
  order_id bigint not null,
  constraint payment_number_pkey PRIMARY KEY (channel_id, channel_no)
);

create table payment_order (
  id bigint default time_id() not null,
  channel_id bigint not null,
  user_id bigint not null,
  product_id bigint not null,
  collection_id bigint,
  created_at timestamp(3) with time zone generated always as (time_of_id(id)) stored not null,
  closes_at timestamp(3) with time zone not null,
  paid_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone default now() not null,
  pool_link_id bigint,
  amount_fen integer not null,
  fee_fen integer default 0 not null,
  paid_fen integer default 0 not null,
  refunded_fen integer default 0 not null,
  refunding_fen integer default 0 not null,
  version integer default 1 not null,
  has_stock boolean default false not null,
  limit_day date,
  status text default 'created'::text not null,
  reason text,
  provider text,
  trade_no text,
  channel_no text not null,
  subject text not null,
  pay jsonb,
  ip text,
  constraint payment_order_amount_fen_check CHECK (((amount_fen >= 0) AND (fee_fen >= 0) AND (paid_fen >= 0))),
  constraint payment_order_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint payment_order_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collection(id),
  constraint payment_order_paid_check CHECK (((paid_at IS NULL) = (status = ANY (ARRAY['created'::text, 'closed'::text, 'failed'::text])))),
  constraint payment_order_pkey PRIMARY KEY (id) INCLUDE (status, channel_id, product_id, collection_id, user_id),
  constraint payment_order_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint payment_order_provider_check CHECK ((provider ~ '^[a-z]{2,16}$'::text)),
  constraint payment_order_reason_check CHECK ((reason = ANY (ARRAY['nobodyCollects'::text, 'expired'::text]))),
  constraint payment_order_refunded_fen_check CHECK (((refunded_fen >= 0) AND (refunding_fen >= 0) AND (((refunded_fen)::bigint + refunding_fen) <= paid_fen))),
  constraint payment_order_status_check CHECK ((status = ANY (ARRAY['created'::text, 'paid'::text, 'refunding'::text, 'refunded'::text, 'closed'::text, 'failed'::text]))),
  constraint payment_order_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id)
) partition by RANGE (id);
CREATE INDEX payment_order_channel_id_id_status_product_id_collection_id_idx ON ONLY public.payment_order USING btree (channel_id, id) INCLUDE (status, product_id, collection_id);
CREATE INDEX payment_order_collection_id_id_status_channel_id_product_id_idx ON ONLY public.payment_order USING btree (collection_id, id) INCLUDE (status, channel_id, product_id);
CREATE INDEX payment_order_partly_refunded_idx ON ONLY public.payment_order USING btree (id) WHERE ((status = 'paid'::text) AND (refunded_fen > 0));
CREATE INDEX payment_order_product_id_id_status_channel_id_collection_id_idx ON ONLY public.payment_order USING btree (product_id, id) INCLUDE (status, channel_id, collection_id);
CREATE INDEX payment_order_status_id_channel_id_product_id_collection_id_idx ON ONLY public.payment_order USING btree (status, id) INCLUDE (channel_id, product_id, collection_id);
CREATE INDEX payment_order_user_id_id_idx ON ONLY public.payment_order USING btree (user_id, id);
CREATE TRIGGER payment_order_facts AFTER INSERT ON public.payment_order REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_payment_order_facts();
CREATE TRIGGER payment_order_paid AFTER UPDATE OF paid_at ON public.payment_order FOR EACH ROW WHEN (((old.paid_at IS NULL) AND (new.paid_at IS NOT NULL))) EXECUTE FUNCTION note_paid_order();

create table payment_ref (
  provider text not null,
  trade_no text not null,
  order_id bigint,
  collection_id bigint not null,
  amount_fen integer not null,
  role text not null,
  paid_at timestamp(3) with time zone not null,
  at timestamp(3) with time zone default now() not null,
  constraint payment_ref_amount_fen_check CHECK ((amount_fen > 0)),
  constraint payment_ref_order_id_check CHECK (((order_id IS NOT NULL) OR (role = 'suspense'::text))),
  constraint payment_ref_pkey PRIMARY KEY (provider, trade_no),
  constraint payment_ref_role_check CHECK ((role = ANY (ARRAY['order'::text, 'extra'::text, 'late'::text, 'suspense'::text])))
);
CREATE INDEX payment_ref_order_id_idx ON public.payment_ref USING btree (order_id);
CREATE UNIQUE INDEX payment_ref_order_key ON public.payment_ref USING btree (order_id) WHERE (role = 'order'::text);
CREATE INDEX payment_ref_paid_at_idx ON public.payment_ref USING btree (collection_id, paid_at);

create table payment_refund (
  id bigint generated always as identity not null,
  order_id bigint,
  collection_id bigint not null,
  provider text not null,
  trade_no text not null,
  kind text not null,
  amount_fen integer not null,
  reason text default ''::text not null,
  status text default 'waiting'::text not null,
  message text,
  calls integer default 0 not null,
  refunded_at timestamp(3) with time zone,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  refund_no text generated always as (((time_id_at(created_at) + (id % (4194304)::bigint)))::text) stored not null,
  by_hand boolean default false not null,
  told_at timestamp(3) with time zone,
  asked_at timestamp(3) with time zone default now() not null,
  constraint payment_refund_amount_fen_check CHECK ((amount_fen > 0)),
  constraint payment_refund_by_hand_check CHECK (((NOT by_hand) OR (status = 'refunded'::text))),
  constraint payment_refund_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collection(id),
  constraint payment_refund_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint payment_refund_kind_check CHECK ((kind = ANY (ARRAY['asked'::text, 'extra'::text, 'late'::text, 'suspense'::text]))),
  constraint payment_refund_order_check CHECK (((order_id IS NOT NULL) OR (kind = 'suspense'::text))),
  constraint payment_refund_order_id_fkey FOREIGN KEY (order_id) REFERENCES payment_order(id),
  constraint payment_refund_order_id_fkey1 FOREIGN KEY (order_id) REFERENCES part.payment_order_2026_11(id),
  constraint payment_refund_order_id_fkey2 FOREIGN KEY (order_id) REFERENCES part.payment_order_2026_12(id),
  constraint payment_refund_order_id_fkey3 FOREIGN KEY (order_id) REFERENCES part.payment_order_2027_01(id),
  constraint payment_refund_order_id_fkey4 FOREIGN KEY (order_id) REFERENCES part.payment_order_2027_02(id),
  constraint payment_refund_pkey PRIMARY KEY (id),
  constraint payment_refund_provider_check CHECK ((provider ~ '^[a-z]{2,16}$'::text)),
  constraint payment_refund_refund_no_key UNIQUE (refund_no),
  constraint payment_refund_refunded_at_check CHECK (((status = 'refunded'::text) = (refunded_at IS NOT NULL))),
  constraint payment_refund_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'pending'::text, 'refunded'::text, 'refused'::text]))),
  constraint payment_refund_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id)
);
CREATE INDEX payment_refund_collection_id_idx ON public.payment_refund USING btree (collection_id, refunded_at);
CREATE INDEX payment_refund_created_by_idx ON public.payment_refund USING btree (created_by);
CREATE INDEX payment_refund_order_id_idx ON public.payment_refund USING btree (order_id);
CREATE INDEX payment_refund_status_idx ON public.payment_refund USING btree (status, id);
CREATE INDEX payment_refund_told_at_idx ON public.payment_refund USING btree (id) WHERE ((status = 'refused'::text) AND (told_at IS NULL));
CREATE UNIQUE INDEX payment_refund_trade_no_key ON public.payment_refund USING btree (provider, trade_no) WHERE (kind <> 'asked'::text);
CREATE INDEX payment_refund_updated_by_idx ON public.payment_refund USING btree (updated_by);
CREATE TRIGGER payment_refund_added AFTER INSERT ON public.payment_refund FOR EACH ROW WHEN (((new.status = 'refunded'::text) AND (new.kind = 'asked'::text))) EXECUTE FUNCTION note_refunded_order();
CREATE TRIGGER payment_refund_done AFTER UPDATE OF status ON public.payment_refund FOR EACH ROW WHEN (((old.status <> 'refunded'::text) AND (new.status = 'refunded'::text) AND (new.kind = 'asked'::text))) EXECUTE FUNCTION note_refunded_order();
CREATE TRIGGER payment_refund_late BEFORE INSERT OR UPDATE OF reason, message ON public.payment_refund FOR EACH ROW WHEN (((new.reason <> ''::text) OR (new.message IS NOT NULL))) EXECUTE FUNCTION forget_late_refund();

create table payment_resolution (
  id bigint generated always as identity not null,
  kind text not null,
  suspense_id bigint,
  refund_id bigint,
  order_id bigint,
  target_order_id bigint,
  channel_id bigint,
  amount_fen bigint not null,
  reason text not null,
  reference text default ''::text not null,
  voucher_file_id bigint,
  status text default 'pending'::text not null,
  request_key uuid default gen_random_uuid() not null,
  created_by bigint not null,
  reviewed_by bigint,
  reviewed_at timestamp(3) with time zone,
  note text default ''::text not null,
  transfer_id bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint payment_resolution_about_check CHECK (((num_nonnulls(suspense_id, refund_id) = 1) AND ((refund_id IS NULL) OR (kind = 'byHand'::text)))),
  constraint payment_resolution_amount_fen_check CHECK ((amount_fen > 0)),
  constraint payment_resolution_by_hand_check CHECK (((kind = 'byHand'::text) OR ((reference = ''::text) AND (voucher_file_id IS NULL)))),
  constraint payment_resolution_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint payment_resolution_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint payment_resolution_kind_check CHECK ((kind = ANY (ARRAY['assign'::text, 'payBack'::text, 'byHand'::text, 'writeOff'::text]))),
  constraint payment_resolution_order_check CHECK (((kind = 'assign'::text) = (target_order_id IS NOT NULL))),
  constraint payment_resolution_order_id_fkey FOREIGN KEY (order_id) REFERENCES payment_order(id),
  constraint payment_resolution_order_id_fkey1 FOREIGN KEY (order_id) REFERENCES part.payment_order_2026_11(id),
  constraint payment_resolution_order_id_fkey2 FOREIGN KEY (order_id) REFERENCES part.payment_order_2026_12(id),
  constraint payment_resolution_order_id_fkey3 FOREIGN KEY (order_id) REFERENCES part.payment_order_2027_01(id),
  constraint payment_resolution_order_id_fkey4 FOREIGN KEY (order_id) REFERENCES part.payment_order_2027_02(id),
  constraint payment_resolution_pkey PRIMARY KEY (id),
  constraint payment_resolution_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES payment_refund(id),
  constraint payment_resolution_request_key_key UNIQUE (created_by, request_key),
  constraint payment_resolution_reviewed_by_check CHECK ((reviewed_by <> created_by)),
  constraint payment_resolution_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES admin(id),
  constraint payment_resolution_reviewed_check CHECK ((num_nulls(reviewed_by, reviewed_at) =
CASE status
    WHEN 'pending'::text THEN 2
    ELSE 0
END)),
  constraint payment_resolution_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
  constraint payment_resolution_suspense_id_fkey FOREIGN KEY (suspense_id) REFERENCES payment_suspense(id),
  constraint payment_resolution_target_order_id_fkey FOREIGN KEY (target_order_id) REFERENCES payment_order(id),
  constraint payment_resolution_target_order_id_fkey1 FOREIGN KEY (target_order_id) REFERENCES part.payment_order_2026_11(id),
  constraint payment_resolution_target_order_id_fkey2 FOREIGN KEY (target_order_id) REFERENCES part.payment_order_2026_12(id),
  constraint payment_resolution_target_order_id_fkey3 FOREIGN KEY (target_order_id) REFERENCES part.payment_order_2027_01(id),
  constraint payment_resolution_target_order_id_fkey4 FOREIGN KEY (target_order_id) REFERENCES part.payment_order_2027_02(id),
  constraint payment_resolution_transfer_id_check CHECK ((((status = 'approved'::text) AND (kind <> 'payBack'::text)) = (transfer_id IS NOT NULL))),
  constraint payment_resolution_transfer_id_key UNIQUE (transfer_id),
  constraint payment_resolution_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id),
  constraint payment_resolution_voucher_file_id_fkey FOREIGN KEY (voucher_file_id) REFERENCES file(id)
);
CREATE INDEX payment_resolution_amount_fen_idx ON public.payment_resolution USING btree (amount_fen, id) INCLUDE (status, kind, channel_id);
CREATE INDEX payment_resolution_channel_id_idx ON public.payment_resolution USING btree (channel_id, created_at, id) INCLUDE (status, kind);
CREATE INDEX payment_resolution_created_at_idx ON public.payment_resolution USING btree (created_at, id) INCLUDE (status, kind, channel_id);
CREATE INDEX payment_resolution_created_by_idx ON public.payment_resolution USING btree (created_by, created_at, id) INCLUDE (status, kind, channel_id);
CREATE INDEX payment_resolution_order_id_idx ON public.payment_resolution USING btree (order_id, created_at, id) INCLUDE (status, kind, channel_id);
CREATE INDEX payment_resolution_refund_id_idx ON public.payment_resolution USING btree (refund_id, id);
CREATE UNIQUE INDEX payment_resolution_refund_id_key ON public.payment_resolution USING btree (refund_id) WHERE (status = 'pending'::text);
CREATE INDEX payment_resolution_reviewed_by_idx ON public.payment_resolution USING btree (reviewed_by);
CREATE INDEX payment_resolution_status_idx ON public.payment_resolution USING btree (status, created_at, id) INCLUDE (kind, channel_id);
CREATE INDEX payment_resolution_suspense_id_idx ON public.payment_resolution USING btree (suspense_id, id);
CREATE UNIQUE INDEX payment_resolution_suspense_id_key ON public.payment_resolution USING btree (suspense_id) WHERE (status = 'pending'::text);
CREATE INDEX payment_resolution_target_order_id_idx ON public.payment_resolution USING btree (target_order_id);
CREATE INDEX payment_resolution_updated_by_idx ON public.payment_resolution USING btree (updated_by);
CREATE INDEX payment_resolution_voucher_file_id_idx ON public.payment_resolution USING btree (voucher_file_id);
CREATE TRIGGER payment_resolution_late BEFORE INSERT OR UPDATE OF reason, note, reference, order_id ON public.payment_resolution FOR EACH ROW WHEN (((new.order_id IS NOT NULL) AND ((new.reason <> ''::text) OR (new.note <> ''::text) OR (new.reference <> ''::text)))) EXECUTE FUNCTION forget_late_resolution();
CREATE TRIGGER payment_resolution_reviewed BEFORE DELETE OR UPDATE ON public.payment_resolution FOR EACH ROW WHEN ((old.reviewed_at IS NOT NULL)) EXECUTE FUNCTION reviewed_fence();

create table payment_suspense (
  id bigint generated always as identity not null,
  provider text not null,
  trade_no text not null,
  collection_id bigint not null,
  order_id bigint,
  channel_id bigint,
  order_no text not null,
  kind text not null,
  amount_fen bigint not null,
  status text default 'open'::text not null,
  refund_id bigint,
  told_at timestamp(3) with time zone,
  paid_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  version integer default 1 not null,
  constraint payment_suspense_amount_fen_check CHECK ((amount_fen > 0)),
  constraint payment_suspense_backing_check CHECK (((status <> 'backing'::text) OR (refund_id IS NOT NULL))),
  constraint payment_suspense_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint payment_suspense_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collection(id),
  constraint payment_suspense_kind_check CHECK ((kind = ANY (ARRAY['extra'::text, 'late'::text, 'amount'::text, 'order'::text]))),
  constraint payment_suspense_order_check CHECK (((kind = 'order'::text) = (order_id IS NULL))),
  constraint payment_suspense_order_id_fkey FOREIGN KEY (order_id) REFERENCES payment_order(id),
  constraint payment_suspense_order_id_fkey1 FOREIGN KEY (order_id) REFERENCES part.payment_order_2026_11(id),
  constraint payment_suspense_order_id_fkey2 FOREIGN KEY (order_id) REFERENCES part.payment_order_2026_12(id),
  constraint payment_suspense_order_id_fkey3 FOREIGN KEY (order_id) REFERENCES part.payment_order_2027_01(id),
  constraint payment_suspense_order_id_fkey4 FOREIGN KEY (order_id) REFERENCES part.payment_order_2027_02(id),
  constraint payment_suspense_pkey PRIMARY KEY (id),
  constraint payment_suspense_provider_check CHECK ((provider ~ '^[a-z]{2,16}$'::text)),
  constraint payment_suspense_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES payment_refund(id),
  constraint payment_suspense_status_check CHECK ((status = ANY (ARRAY['open'::text, 'backing'::text, 'assigned'::text, 'paidBack'::text, 'writtenOff'::text]))),
  constraint payment_suspense_trade_no_key UNIQUE (provider, trade_no)
);
CREATE INDEX payment_suspense_amount_fen_idx ON public.payment_suspense USING btree (amount_fen, id) INCLUDE (status, kind, collection_id, channel_id);
CREATE INDEX payment_suspense_channel_id_idx ON public.payment_suspense USING btree (channel_id, created_at, id) INCLUDE (status, kind);
CREATE INDEX payment_suspense_collection_id_idx ON public.payment_suspense USING btree (collection_id, created_at, id) INCLUDE (status, kind, channel_id);
CREATE INDEX payment_suspense_created_at_idx ON public.payment_suspense USING btree (created_at, id) INCLUDE (status, kind, collection_id, channel_id);
CREATE INDEX payment_suspense_order_id_idx ON public.payment_suspense USING btree (order_id);
CREATE INDEX payment_suspense_order_no_idx ON public.payment_suspense USING btree (order_no, created_at, id);
CREATE UNIQUE INDEX payment_suspense_refund_id_key ON public.payment_suspense USING btree (refund_id);
CREATE INDEX payment_suspense_status_idx ON public.payment_suspense USING btree (status, created_at, id) INCLUDE (kind, collection_id, channel_id);
CREATE INDEX payment_suspense_told_at_idx ON public.payment_suspense USING btree (id) WHERE (told_at IS NULL);

create table pool_assignment (
  order_id bigint not null,
  link_id bigint not null,
  at timestamp(3) with time zone default now() not null,
  ended_at timestamp(3) with time zone,
  constraint pool_assignment_link_id_fkey FOREIGN KEY (link_id) REFERENCES pool_link(id),
  constraint pool_assignment_pkey PRIMARY KEY (order_id)
);
CREATE INDEX pool_assignment_link_id_idx ON public.pool_assignment USING btree (link_id, at);
CREATE UNIQUE INDEX pool_assignment_link_id_key ON public.pool_assignment USING btree (link_id) WHERE (ended_at IS NULL);

create table pool_batch (
  id bigint generated always as identity not null,
  import_id bigint not null,
  file_name text not null,
  idle integer default 0 not null,
  assigned integer default 0 not null,
  used integer default 0 not null,
  expired integer default 0 not null,
  void integer default 0 not null,
  created_by bigint,
  created_at timestamp(3) with time zone default now() not null,
  constraint pool_batch_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint pool_batch_import_id_key UNIQUE (import_id),
  constraint pool_batch_pkey PRIMARY KEY (id)
);
CREATE INDEX pool_batch_created_at_idx ON public.pool_batch USING btree (created_at, id);
CREATE INDEX pool_batch_created_by_idx ON public.pool_batch USING btree (created_by);

create table pool_link (
  id bigint generated always as identity not null,
  url text not null,
  product_id bigint not null,
  collection_id bigint,
  amount_fen integer not null,
  expires_at timestamp(3) with time zone,
  acts_at timestamp(3) with time zone,
  batch_id bigint not null,
  status text default 'idle'::text not null,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint pool_link_amount_fen_check CHECK ((amount_fen > 0)),
  constraint pool_link_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES pool_batch(id),
  constraint pool_link_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collection(id),
  constraint pool_link_pkey PRIMARY KEY (id),
  constraint pool_link_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint pool_link_status_check CHECK ((status = ANY (ARRAY['idle'::text, 'assigned'::text, 'used'::text, 'expired'::text, 'void'::text]))),
  constraint pool_link_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id),
  constraint pool_link_url_check CHECK (((octet_length(url) >= 1) AND (octet_length(url) <= 1000))),
  constraint pool_link_url_key UNIQUE (url)
);
CREATE INDEX pool_link_acts_at_idx ON public.pool_link USING btree (acts_at, id) WHERE (acts_at IS NOT NULL);
CREATE INDEX pool_link_batch_id_idx ON public.pool_link USING btree (batch_id, created_at, id) INCLUDE (status, product_id, collection_id);
CREATE INDEX pool_link_collection_id_idx ON public.pool_link USING btree (collection_id, created_at, id) INCLUDE (status, product_id, batch_id);
CREATE INDEX pool_link_created_at_idx ON public.pool_link USING btree (created_at, id) INCLUDE (status, product_id, collection_id, batch_id);
CREATE INDEX pool_link_expires_at_idx ON public.pool_link USING btree (COALESCE(expires_at, 'infinity'::timestamp with time zone), id) INCLUDE (status, product_id, collection_id, batch_id);
CREATE INDEX pool_link_idle_idx ON public.pool_link USING btree (product_id, amount_fen, COALESCE(collection_id, (0)::bigint), id) WHERE (status = 'idle'::text);
CREATE INDEX pool_link_product_id_idx ON public.pool_link USING btree (product_id, created_at, id) INCLUDE (status, collection_id, batch_id);
CREATE INDEX pool_link_status_idx ON public.pool_link USING btree (status, created_at, id) INCLUDE (product_id, collection_id, batch_id);
CREATE INDEX pool_link_updated_by_idx ON public.pool_link USING btree (updated_by);
CREATE TRIGGER pool_link_count_added AFTER INSERT ON public.pool_link REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_pool_links();
CREATE TRIGGER pool_link_count_changed AFTER UPDATE ON public.pool_link REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_pool_links();

create table pool_link_count (
  id bigint generated always as identity not null,
  batch_id bigint not null,
  product_id bigint not null,
  status text not null,
  step integer not null,
  constraint pool_link_count_pkey PRIMARY KEY (id)
);
CREATE INDEX pool_link_count_batch_id_idx ON public.pool_link_count USING btree (batch_id, status) INCLUDE (step);
CREATE INDEX pool_link_count_product_id_idx ON public.pool_link_count USING btree (product_id, status) INCLUDE (step);

CREATE OR REPLACE FUNCTION public.count_pool_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    -- From its first link on, only idle links are stock.
    update product p set pool_idle = 0, stock = null
      where p.pool_idle is null and p.id in (select product_id from added);
    insert into pool_link_count (batch_id, product_id, status, step)
      select batch_id, product_id, status, count(*) from added group by batch_id, product_id, status;
  else
    insert into pool_link_count (batch_id, product_id, status, step)
      select batch_id, product_id, status, sum(step)
      from (select batch_id, product_id, status, 1 as step from added
        union all select batch_id, product_id, status, -1 from gone) steps
      group by batch_id, product_id, status having sum(step) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_late_callback()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  late bigint[] := array(
    select a.id from added a where is_payer_deleted(a.order_id) and (a.body_sealed is not null or a.ip <> ''));
begin
  if late <> '{}' then
    update payment_callback set body_sealed = null, ip = '' where id = any(late);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_late_payment_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  late bigint[] := array(select a.id from added a where a.message is not null and is_payer_deleted(a.order_id));
begin
  if late <> '{}' then
    update payment_attempt set message = null where id = any(late);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_late_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if is_payer_deleted(new.order_id) then
    new.reason := '';
    new.message := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_late_resolution()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if is_payer_deleted(new.order_id) then
    new.reason := '';
    new.note := '';
    new.reference := '';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_paid_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_order_fact('paid', new.id, new, new.paid_fen, new.fee_fen);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_payment_order_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        
    insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, fen, fee_fen, day, came, city_code, kind, flow)
    select time_id(i.at), q.ref_id, coalesce(q.user_id, 0), coalesce(q.channel_id, 0), coalesce(q.org_id, 0), coalesce(q.plan_id, 0),
      coalesce(q.product_id, 0), q.fen, q.fee_fen, d.day, coalesce(least(d.day, came.day), d.day), city_number(q.city_code), q.kind,
      coalesce(q.flow, '')
    from (
      select e.kind, e.at, u.created_at, null::date, o.id, o.user_id, o.channel_id, p.org_id, 0, o.product_id, u.city_code,
        coalesce(p.flow, u.flow), e.fen, e.fee_fen
      from added o left join "user" u on u.id = o.user_id left join product p on p.id = o.product_id
        cross join lateral (values ('order', o.created_at, 0, 0), ('paid', o.paid_at, o.paid_fen, o.fee_fen)) e (kind, at, fen, fee_fen)
      where e.at is not null) q (kind, at, came_at, day, ref_id, user_id, channel_id, org_id, plan_id, product_id, city_code, flow, fen, fee_fen)
      cross join lateral (select least(q.at, now()) as at) i
      cross join lateral (
        select coalesce(q.day, business_day(i.at, c.time_zone, c.day_starts_at)) as day from business_clock c
        where c.from_at <= i.at order by c.from_at desc limit 1) d
      left join lateral (
        select business_day(q.came_at, c.time_zone, c.day_starts_at) as day from business_clock c
        where c.from_at <= q.came_at order by c.from_at desc limit 1) came on true;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.note_refunded_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_order_fact('refund', new.id, (select o from payment_order o where o.id = new.order_id), new.amount_fen, 0);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_collection()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from public.data_key where mark = public.sealed_mark(new.secrets_sealed) and state in ('closed', 'ending', 'gone')) then
          raise exception 'A value of collection.secrets_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_payment_callback()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from public.data_key where mark = public.sealed_mark(new.body_sealed) and state in ('closed', 'ending', 'gone')) then
          raise exception 'A value of payment_callback.body_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
        end if;
        return null;
      end $function$;

-- statistics

create table day_visitor (
  day date not null,
  visitor uuid not null,
  hour timestamp with time zone not null,
  channel_id bigint not null,
  product_id bigint not null,
  city_code integer not null,
  flow text not null,
  constraint day_visitor_pkey PRIMARY KEY (day, visitor, channel_id, product_id, city_code, flow)
) partition by RANGE (day);

create table fact (
  id bigint default time_id() not null,
  ref_id bigint not null,
  user_id bigint default 0 not null,
  channel_id bigint default 0 not null,
  org_id bigint default 0 not null,
  plan_id bigint default 0 not null,
  product_id bigint default 0 not null,
  fen bigint default 0 not null,
  fee_fen bigint default 0 not null,
  day date not null,
  came date not null,
  city_code integer default 0 not null,
  kind text not null,
  flow text default ''::text not null,
  constraint fact_came_check CHECK ((came <= day)),
  constraint fact_fen_check CHECK (((fen >= 0) AND (fee_fen >= 0))),
  constraint fact_kind_check CHECK ((kind = ANY (ARRAY['registration'::text, 'imported'::text, 'profile'::text, 'match'::text, 'matched'::text, 'push'::text, 'accepted'::text, 'rejected'::text, 'duplicate'::text, 'failed'::text, 'return'::text, 'login'::text, 'order'::text, 'error'::text, 'paid'::text, 'refund'::text, 'charge'::text, 'chargeBack'::text, 'cost'::text, 'costBack'::text, 'active'::text]))),
  constraint fact_pkey PRIMARY KEY (id)
) partition by RANGE (id);
CREATE INDEX fact_day_idx ON ONLY public.fact USING btree (day, kind, channel_id, city_code);
CREATE INDEX fact_late_idx ON ONLY public.fact USING btree (came, kind, channel_id, city_code) WHERE (came < day);
CREATE INDEX fact_org_id_idx ON ONLY public.fact USING btree (org_id, day, kind) WHERE (org_id <> 0);
CREATE INDEX fact_product_id_idx ON ONLY public.fact USING btree (product_id, day, kind) WHERE (product_id <> 0);
CREATE TRIGGER fact_active_users AFTER INSERT ON public.fact REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_active_users();
CREATE TRIGGER fact_deliveries AFTER INSERT ON public.fact REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_fact_deliveries();
CREATE TRIGGER fact_deltas AFTER INSERT ON public.fact REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_fact_deltas();
CREATE TRIGGER fact_matched_users AFTER INSERT ON public.fact REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_matched_users();

create table fact_delta (
  day date not null,
  came date not null,
  hour timestamp with time zone,
  channel_id bigint not null,
  org_id bigint not null,
  plan_id bigint not null,
  product_id bigint not null,
  n bigint not null,
  fen bigint not null,
  fee_fen bigint not null,
  city_code integer not null,
  kind text not null,
  flow text not null
);

create table home_layout (
  admin_id bigint not null,
  cards text[] not null,
  hidden text[] not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint home_layout_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint home_layout_pkey PRIMARY KEY (admin_id)
);

create table matched_user (
  user_id bigint not null,
  constraint matched_user_pkey PRIMARY KEY (user_id)
);

create table report_alert (
  id bigint generated always as identity not null,
  owner_id bigint not null,
  report text not null,
  name text not null,
  figure text not null,
  filter jsonb default '{}'::jsonb not null,
  condition text not null,
  bound bigint not null,
  every text not null,
  recipients bigint[] default '{}'::bigint[] not null,
  is_on boolean default true not null,
  judged_until timestamp(3) with time zone not null,
  met_day date,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint report_alert_condition_check CHECK ((condition = ANY (ARRAY['above'::text, 'below'::text, 'up'::text, 'down'::text]))),
  constraint report_alert_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id) ON DELETE SET NULL,
  constraint report_alert_deviation_check CHECK (((condition = ANY (ARRAY['above'::text, 'below'::text])) OR ((bound >= 1) AND (bound <= 1000000)))),
  constraint report_alert_every_check CHECK ((every = ANY (ARRAY['hour'::text, 'day'::text]))),
  constraint report_alert_figure_check CHECK ((figure ~ '^[a-z][A-Za-z]{0,39}$'::text)),
  constraint report_alert_filter_check CHECK (((jsonb_typeof(filter) = 'object'::text) AND (octet_length((filter)::text) <= 1000))),
  constraint report_alert_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 40))),
  constraint report_alert_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint report_alert_pkey PRIMARY KEY (id),
  constraint report_alert_recipients_check CHECK ((cardinality(recipients) <= 50)),
  constraint report_alert_report_check CHECK ((report ~ '^report[A-Za-z]{1,40}$'::text)),
  constraint report_alert_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id) ON DELETE SET NULL
);
CREATE INDEX report_alert_created_idx ON public.report_alert USING btree (created_at DESC, id DESC);
CREATE INDEX report_alert_due_idx ON public.report_alert USING btree (every, judged_until) WHERE is_on;
CREATE INDEX report_alert_owner_idx ON public.report_alert USING btree (owner_id, created_at DESC, id DESC);

create table report_alert_check (
  alert_id bigint not null,
  until timestamp(3) with time zone not null,
  day date not null,
  value double precision,
  base double precision,
  is_met boolean not null,
  told integer,
  checked_at timestamp(3) with time zone default now() not null,
  constraint report_alert_check_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES report_alert(id) ON DELETE CASCADE,
  constraint report_alert_check_pkey PRIMARY KEY (alert_id, until)
);
CREATE INDEX report_alert_check_until_idx ON public.report_alert_check USING btree (until);

create table report_delivery (
  run_id bigint not null,
  admin_id bigint not null,
  task_id bigint,
  constraint report_delivery_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint report_delivery_pkey PRIMARY KEY (run_id, admin_id),
  constraint report_delivery_run_id_fkey FOREIGN KEY (run_id) REFERENCES report_run(id) ON DELETE CASCADE,
  constraint report_delivery_task_id_fkey FOREIGN KEY (task_id) REFERENCES export_task(id) ON DELETE SET NULL
);
CREATE INDEX report_delivery_task_idx ON public.report_delivery USING btree (task_id);

create table report_run (
  id bigint generated always as identity not null,
  schedule_id bigint not null,
  due_at timestamp(3) with time zone,
  asked_by bigint,
  status text default 'queued'::text not null,
  failure text,
  job_id uuid,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  constraint report_run_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES admin(id) ON DELETE SET NULL,
  constraint report_run_due_key UNIQUE (schedule_id, due_at),
  constraint report_run_failure_check CHECK (((failure IS NOT NULL) = (status = 'failed'::text))),
  constraint report_run_pkey PRIMARY KEY (id),
  constraint report_run_reason_check CHECK ((failure = ANY (ARRAY['owner'::text, 'nobody'::text, 'tooManyRows'::text, 'unfit'::text, 'unexpected'::text, 'stopped'::text]))),
  constraint report_run_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES report_schedule(id) ON DELETE CASCADE,
  constraint report_run_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'ready'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX report_run_by_hand_key ON public.report_run USING btree (schedule_id) WHERE ((due_at IS NULL) AND (status = 'queued'::text));
CREATE INDEX report_run_ended_idx ON public.report_run USING btree (created_at) WHERE (status <> 'queued'::text);
CREATE INDEX report_run_queued_idx ON public.report_run USING btree (updated_at) WHERE (status = 'queued'::text);
CREATE INDEX report_run_schedule_idx ON public.report_run USING btree (schedule_id, id DESC);

create table report_schedule (
  id bigint generated always as identity not null,
  owner_id bigint not null,
  report text not null,
  name text not null,
  asked jsonb not null,
  filter jsonb default '{}'::jsonb not null,
  columns text[] not null,
  format text not null,
  language text not null,
  rhythm text not null,
  weekday smallint,
  month_day smallint,
  hour smallint not null,
  recipients bigint[] not null,
  is_on boolean default true not null,
  next_at timestamp(3) with time zone not null,
  time_zone text not null,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  by_mail boolean default false not null,
  constraint report_schedule_asked_check CHECK (((jsonb_typeof(asked) = 'object'::text) AND (octet_length((asked)::text) <= 1000))),
  constraint report_schedule_columns_check CHECK (((cardinality(columns) >= 1) AND (cardinality(columns) <= 200))),
  constraint report_schedule_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id) ON DELETE SET NULL,
  constraint report_schedule_filter_check CHECK (((jsonb_typeof(filter) = 'object'::text) AND (octet_length((filter)::text) <= 1000))),
  constraint report_schedule_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text]))),
  constraint report_schedule_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint report_schedule_language_check CHECK ((language = ANY (ARRAY['zh-CN'::text, 'en-US'::text]))),
  constraint report_schedule_month_day_check CHECK ((((month_day IS NOT NULL) = (rhythm = 'month'::text)) AND ((month_day >= 1) AND (month_day <= 31)))),
  constraint report_schedule_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 40))),
  constraint report_schedule_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint report_schedule_pkey PRIMARY KEY (id),
  constraint report_schedule_recipients_check CHECK (((cardinality(recipients) >= 1) AND (cardinality(recipients) <= 50))),
  constraint report_schedule_report_check CHECK ((report ~ '^report[A-Za-z]{1,40}$'::text)),
  constraint report_schedule_rhythm_check CHECK ((rhythm = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint report_schedule_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id) ON DELETE SET NULL,
  constraint report_schedule_weekday_check CHECK ((((weekday IS NOT NULL) = (rhythm = 'week'::text)) AND ((weekday >= 1) AND (weekday <= 7))))
);
CREATE INDEX report_schedule_created_idx ON public.report_schedule USING btree (created_at DESC, id DESC);
CREATE INDEX report_schedule_due_idx ON public.report_schedule USING btree (next_at) WHERE is_on;
CREATE INDEX report_schedule_owner_idx ON public.report_schedule USING btree (owner_id, created_at DESC, id DESC);

create table roll_up (
  way text not null,
  grain text not null,
  day date not null,
  late boolean default false not null,
  flow text default ''::text not null,
  channel_id bigint default 0 not null,
  org_id bigint default 0 not null,
  plan_id bigint default 0 not null,
  product_id bigint default 0 not null,
  city_code integer default 0 not null,
  visits bigint default 0 not null,
  uv bigint default 0 not null,
  registrations bigint default 0 not null,
  profiles bigint default 0 not null,
  matches bigint default 0 not null,
  pushes bigint default 0 not null,
  accepted bigint default 0 not null,
  rejected bigint default 0 not null,
  duplicates bigint default 0 not null,
  failed bigint default 0 not null,
  returns bigint default 0 not null,
  logins bigint default 0 not null,
  orders bigint default 0 not null,
  paid_orders bigint default 0 not null,
  refunds bigint default 0 not null,
  errors bigint default 0 not null,
  charged_fen bigint default 0 not null,
  charged_back_fen bigint default 0 not null,
  cost_fen bigint default 0 not null,
  cost_back_fen bigint default 0 not null,
  paid_fen bigint default 0 not null,
  refunded_fen bigint default 0 not null,
  fee_fen bigint default 0 not null,
  active_users bigint default 0 not null,
  matched_users bigint default 0 not null,
  imported_users bigint default 0 not null,
  constraint roll_up_grain_check CHECK ((grain = ANY (ARRAY['all'::text, 'channel'::text, 'org'::text, 'product'::text, 'city'::text, 'full'::text]))),
  constraint roll_up_late_check CHECK (((way = 'came'::text) OR (NOT late))),
  constraint roll_up_pkey PRIMARY KEY (way, grain, day, late, flow, channel_id, org_id, plan_id, product_id, city_code),
  constraint roll_up_way_check CHECK ((way = ANY (ARRAY['day'::text, 'came'::text])))
) partition by RANGE (day);

create table roll_up_hour (
  grain text not null,
  flow text default ''::text not null,
  channel_id bigint default 0 not null,
  org_id bigint default 0 not null,
  plan_id bigint default 0 not null,
  product_id bigint default 0 not null,
  city_code integer default 0 not null,
  visits bigint default 0 not null,
  uv bigint default 0 not null,
  registrations bigint default 0 not null,
  profiles bigint default 0 not null,
  matches bigint default 0 not null,
  pushes bigint default 0 not null,
  accepted bigint default 0 not null,
  rejected bigint default 0 not null,
  duplicates bigint default 0 not null,
  failed bigint default 0 not null,
  returns bigint default 0 not null,
  logins bigint default 0 not null,
  orders bigint default 0 not null,
  paid_orders bigint default 0 not null,
  refunds bigint default 0 not null,
  errors bigint default 0 not null,
  charged_fen bigint default 0 not null,
  charged_back_fen bigint default 0 not null,
  cost_fen bigint default 0 not null,
  cost_back_fen bigint default 0 not null,
  paid_fen bigint default 0 not null,
  refunded_fen bigint default 0 not null,
  fee_fen bigint default 0 not null,
  hour timestamp with time zone not null,
  active_users bigint default 0 not null,
  matched_users bigint default 0 not null,
  imported_users bigint default 0 not null,
  constraint roll_up_hour_pkey PRIMARY KEY (grain, hour, flow, channel_id, org_id, plan_id, product_id, city_code)
) partition by RANGE (hour);

create table statistics_state (
  is_only boolean default true not null,
  up_to timestamp with time zone not null,
  constraint statistics_state_is_only_check CHECK (is_only),
  constraint statistics_state_pkey PRIMARY KEY (is_only)
);

create table visitor_delta (
  day date not null,
  hour timestamp with time zone not null,
  visitor uuid not null,
  channel_id bigint not null,
  product_id bigint not null,
  city_code integer not null,
  flow text not null
);

CREATE OR REPLACE FUNCTION public.note_active_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The statement below is one of those that this trigger is of.
  if not exists (select from added where user_id <> 0 and shows_activity(kind, day, came)) then
    return null;
  end if;
  with first as (
    select distinct on (day, user_id) * from added where user_id <> 0 and shows_activity(kind, day, came) order by day, user_id, id
  ), noted as (
    insert into active_user select day, user_id from first on conflict do nothing returning day, user_id
  )
  insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, day, came, city_code, flow, kind)
    select time_id(time_of_id(f.id)), f.user_id, f.user_id, f.channel_id, f.org_id, f.plan_id, f.product_id, f.day, f.came, f.city_code,
      f.flow, 'active'
    from first f where ((f.day, f.user_id) in (select day, user_id from noted)) is true;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_fact_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from hook where is_on) then
    return null;
  end if;
  with made as materialized (
    select time_id() as id, f.id as event_id, h.id as target_id, f.user_id, f.ref_id, f.fen, h.kind, e.event, h.batch_most,
      h.delay_seconds + case when h.batch_most > 1 then 5 else 0 end as seconds
    from added f cross join lateral (select event_of_fact(f.kind) as event) e
      cross join lateral (values ('channel', f.channel_id), ('org', f.org_id), ('own', 0::bigint)) p (party, id)
      join hook h on h.party = p.party and h.party_id = p.id and h.is_on and e.event = any(h.events)
    where e.event is not null
  ), added_due as (
    insert into delivery_due (delivery_id, due_at, most, target)
      select id, now() + seconds * interval '1 second', batch_most, kind || ':' || target_id from made
  )
  insert into delivery (id, event_id, target_id, subject_id, ref_id, fen, kind, event)
    select id, event_id, target_id, user_id, ref_id, fen, kind, event from made;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_fact_deltas()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into fact_delta (day, came, hour, channel_id, org_id, plan_id, product_id, n, fen, fee_fen, city_code, kind, flow)
    select f.day, f.came, h.hour, f.channel_id, f.org_id, f.plan_id, f.product_id, count(*), whole_sum(f.fen), whole_sum(f.fee_fen),
      f.city_code, f.kind, f.flow
    from added f left join lateral (
      select date_trunc('hour', time_of_id(f.id), c.time_zone) as hour from business_clock c
      where f.id >= (select time_id_at(hours_from())) and c.from_at <= time_of_id(f.id) order by c.from_at desc limit 1) h on true
    group by f.day, f.came, h.hour, f.channel_id, f.org_id, f.plan_id, f.product_id, f.city_code, f.kind, f.flow;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_matched_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The statement below is one of those that this trigger is of.
  if not exists (select from added where kind = 'match' and user_id <> 0) then
    return null;
  end if;
  with first as (
    select distinct on (user_id) * from added where kind = 'match' and user_id <> 0 order by user_id, id
  ), noted as (
    insert into matched_user select user_id from first on conflict do nothing returning user_id
  )
  insert into fact (id, ref_id, user_id, channel_id, org_id, plan_id, product_id, day, came, city_code, flow, kind)
    select time_id(time_of_id(f.id)), f.user_id, f.user_id, f.channel_id, f.org_id, f.plan_id, f.product_id, f.day, f.came, f.city_code,
      f.flow, 'matched'
    from first f where (f.user_id in (select user_id from noted)) is true;
  return null;
end $function$;

-- reconcile

create table bill_line (
  id bigint not null,
  collection_id bigint not null,
  line integer not null,
  amount_fen bigint not null,
  fee_fen bigint not null,
  item text not null,
  ref text not null,
  order_no text not null,
  status text not null,
  constraint bill_line_amount_fen_check CHECK ((amount_fen >= 0)),
  constraint bill_line_item_check CHECK ((item = ANY (ARRAY['payment'::text, 'refund'::text]))),
  constraint bill_line_pkey PRIMARY KEY (collection_id, item, ref, id)
) partition by RANGE (id);

create table correction (
  id bigint generated always as identity not null,
  difference_id bigint not null,
  channel_id bigint,
  amount_fen bigint not null,
  reason text not null,
  status text default 'asked'::text not null,
  note text default ''::text not null,
  created_by bigint not null,
  reviewed_by bigint,
  reviewed_at timestamp(3) with time zone,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint correction_amount_fen_check CHECK ((amount_fen <> 0)),
  constraint correction_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint correction_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint correction_difference_id_fkey FOREIGN KEY (difference_id) REFERENCES difference(id),
  constraint correction_pkey PRIMARY KEY (id),
  constraint correction_reviewed_by_check CHECK ((reviewed_by <> created_by)),
  constraint correction_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES admin(id),
  constraint correction_status_check CHECK ((status = ANY (ARRAY['asked'::text, 'booked'::text, 'refused'::text, 'withdrawn'::text]))),
  constraint correction_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id)
);
CREATE INDEX correction_channel_id_idx ON public.correction USING btree (channel_id);
CREATE INDEX correction_created_at_idx ON public.correction USING btree (created_at, id) INCLUDE (status, channel_id);
CREATE INDEX correction_created_by_idx ON public.correction USING btree (created_by);
CREATE INDEX correction_difference_id_idx ON public.correction USING btree (difference_id, id);
CREATE UNIQUE INDEX correction_open_key ON public.correction USING btree (difference_id) WHERE (status = 'asked'::text);
CREATE INDEX correction_reviewed_by_idx ON public.correction USING btree (reviewed_by);
CREATE INDEX correction_status_idx ON public.correction USING btree (status, created_at, id) INCLUDE (channel_id);
CREATE INDEX correction_updated_by_idx ON public.correction USING btree (updated_by);
CREATE TRIGGER correction_late_note BEFORE INSERT OR UPDATE OF reason, note ON public.correction FOR EACH ROW WHEN (((new.reason <> ''::text) OR (new.note <> ''::text))) EXECUTE FUNCTION forget_late_correction();
CREATE TRIGGER correction_reviewed BEFORE DELETE OR UPDATE ON public.correction FOR EACH ROW WHEN ((old.reviewed_at IS NOT NULL)) EXECUTE FUNCTION reviewed_fence();

create table difference (
  id bigint generated always as identity not null,
  kind text not null,
  owner_id bigint not null,
  item text not null,
  ref text not null,
  shown text not null,
  gap text not null,
  day date not null,
  reconcile_id bigint not null,
  org_id bigint,
  collection_id bigint,
  channel_id bigint,
  user_id bigint,
  ours_id text,
  ours_fen bigint,
  theirs_fen bigint,
  ours_status text,
  theirs_status text,
  difference_fen bigint generated always as ((COALESCE(theirs_fen, (0)::bigint) - COALESCE(ours_fen, (0)::bigint))) stored not null,
  status text default 'open'::text not null,
  cause text,
  note text default ''::text not null,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  ours_count bigint,
  theirs_count bigint,
  constraint difference_cause_check CHECK ((cause = ANY (ARRAY['timing'::text, 'theirs'::text, 'ours'::text, 'fee'::text, 'test'::text, 'other'::text]))),
  constraint difference_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint difference_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collection(id),
  constraint difference_gap_check CHECK ((gap = ANY (ARRAY['missingHere'::text, 'missingThere'::text, 'amount'::text, 'status'::text]))),
  constraint difference_item_check CHECK ((item = ANY (ARRAY['payment'::text, 'refund'::text, 'push'::text, 'charge'::text, 'payback'::text, 'cost'::text, 'hold'::text, 'order'::text, 'visit'::text, 'registration'::text]))),
  constraint difference_kind_check CHECK ((kind = ANY (ARRAY['bill'::text, 'orgList'::text, 'within'::text]))),
  constraint difference_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id),
  constraint difference_ours_count_check CHECK (((item = ANY (ARRAY['visit'::text, 'registration'::text])) = ((ours_count IS NOT NULL) AND (theirs_count IS NOT NULL)))),
  constraint difference_pkey PRIMARY KEY (id),
  constraint difference_reconcile_id_fkey FOREIGN KEY (reconcile_id) REFERENCES reconcile(id),
  constraint difference_ref_key UNIQUE (kind, owner_id, item, ref),
  constraint difference_status_check CHECK ((status = ANY (ARRAY['open'::text, 'correcting'::text, 'corrected'::text, 'closed'::text, 'gone'::text]))),
  constraint difference_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id),
  constraint difference_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id)
);
CREATE INDEX difference_channel_id_idx ON public.difference USING btree (channel_id, created_at, id) INCLUDE (status, kind);
CREATE INDEX difference_collection_id_idx ON public.difference USING btree (collection_id);
CREATE INDEX difference_created_at_idx ON public.difference USING btree (created_at, id) INCLUDE (status, kind, channel_id);
CREATE INDEX difference_day_idx ON public.difference USING btree (day, id) INCLUDE (status, kind, channel_id);
CREATE INDEX difference_org_id_idx ON public.difference USING btree (org_id, created_at, id) INCLUDE (status, kind);
CREATE INDEX difference_reconcile_id_idx ON public.difference USING btree (reconcile_id, created_at, id) INCLUDE (status);
CREATE INDEX difference_shown_idx ON public.difference USING btree (shown);
CREATE INDEX difference_status_idx ON public.difference USING btree (status, created_at, id) INCLUDE (kind, channel_id);
CREATE INDEX difference_updated_by_idx ON public.difference USING btree (updated_by);
CREATE INDEX difference_user_id_idx ON public.difference USING btree (user_id);
CREATE TRIGGER difference_late_note BEFORE INSERT OR UPDATE OF note ON public.difference FOR EACH ROW WHEN ((new.note <> ''::text)) EXECUTE FUNCTION forget_late_note();

create table reconcile (
  id bigint generated always as identity not null,
  kind text not null,
  org_id bigint,
  collection_id bigint,
  day date not null,
  to_day date not null,
  file_id bigint,
  file_name text,
  sha256 bytea,
  status text default 'queued'::text not null,
  problem text,
  problem_values jsonb default '{}'::jsonb not null,
  lines integer default 0 not null,
  matched integer default 0 not null,
  wrong integer default 0 not null,
  wrong_rows jsonb default '[]'::jsonb not null,
  missing_here integer default 0 not null,
  missing_there integer default 0 not null,
  amount_differs integer default 0 not null,
  status_differs integer default 0 not null,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  ended_at timestamp(3) with time zone,
  constraint reconcile_collection_id_check CHECK (((kind = 'bill'::text) = (collection_id IS NOT NULL))),
  constraint reconcile_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collection(id),
  constraint reconcile_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint reconcile_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE SET NULL,
  constraint reconcile_kind_check CHECK ((kind = ANY (ARRAY['bill'::text, 'orgList'::text, 'within'::text]))),
  constraint reconcile_org_id_check CHECK (((kind = 'orgList'::text) = (org_id IS NOT NULL))),
  constraint reconcile_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id),
  constraint reconcile_pkey PRIMARY KEY (id),
  constraint reconcile_scope_key UNIQUE NULLS NOT DISTINCT (kind, org_id, collection_id, day, to_day),
  constraint reconcile_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'done'::text, 'failed'::text]))),
  constraint reconcile_to_day_check CHECK ((to_day >= day)),
  constraint reconcile_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id)
);
CREATE INDEX reconcile_collection_id_idx ON public.reconcile USING btree (collection_id);
CREATE INDEX reconcile_created_at_idx ON public.reconcile USING btree (created_at, id) INCLUDE (kind, status);
CREATE INDEX reconcile_created_by_idx ON public.reconcile USING btree (created_by);
CREATE INDEX reconcile_day_idx ON public.reconcile USING btree (day, id) INCLUDE (kind, status);
CREATE INDEX reconcile_file_id_idx ON public.reconcile USING btree (file_id);
CREATE INDEX reconcile_org_id_idx ON public.reconcile USING btree (org_id);
CREATE INDEX reconcile_updated_by_idx ON public.reconcile USING btree (updated_by);

create table reconcile_check (
  id bigint generated always as identity not null,
  kind text not null,
  org_id bigint,
  collection_id bigint,
  day date not null,
  to_day date not null,
  file_id bigint,
  status text default 'queued'::text not null,
  problem text,
  problem_values jsonb default '{}'::jsonb not null,
  lines integer default 0 not null,
  matched integer default 0 not null,
  wrong integer default 0 not null,
  wrong_rows jsonb default '[]'::jsonb not null,
  missing_here integer default 0 not null,
  missing_there integer default 0 not null,
  amount_differs integer default 0 not null,
  status_differs integer default 0 not null,
  added integer default 0 not null,
  created_by bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint reconcile_check_collection_id_check CHECK (((kind = 'bill'::text) = (collection_id IS NOT NULL))),
  constraint reconcile_check_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collection(id),
  constraint reconcile_check_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id),
  constraint reconcile_check_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE SET NULL,
  constraint reconcile_check_kind_check CHECK ((kind = ANY (ARRAY['bill'::text, 'orgList'::text]))),
  constraint reconcile_check_org_id_check CHECK (((kind = 'orgList'::text) = (org_id IS NOT NULL))),
  constraint reconcile_check_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id),
  constraint reconcile_check_pkey PRIMARY KEY (id),
  constraint reconcile_check_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'done'::text, 'failed'::text]))),
  constraint reconcile_check_to_day_check CHECK ((to_day >= day))
);
CREATE INDEX reconcile_check_collection_id_idx ON public.reconcile_check USING btree (collection_id);
CREATE INDEX reconcile_check_created_at_idx ON public.reconcile_check USING btree (created_at, id);
CREATE INDEX reconcile_check_created_by_idx ON public.reconcile_check USING btree (created_by);
CREATE INDEX reconcile_check_file_id_idx ON public.reconcile_check USING btree (file_id);
CREATE INDEX reconcile_check_org_id_idx ON public.reconcile_check USING btree (org_id);

CREATE OR REPLACE FUNCTION public.forget_late_correction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from difference d join "user" u on u.id = d.user_id where d.id = new.difference_id and u.status = 'deleted') then
    new.reason := '';
    new.note := '';
  end if;
  return new;
end $function$;

-- intake

create table open_answer (
  id bigint not null,
  api_key_id bigint not null,
  key text not null,
  request_hash bytea not null,
  claim uuid not null,
  claimed_until timestamp(3) with time zone not null,
  answer_sealed bytea,
  created_at timestamp(3) with time zone default now() not null,
  constraint open_answer_pkey PRIMARY KEY (api_key_id, key, id)
) partition by RANGE (id);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF answer_sealed ON public.open_answer FOR EACH ROW WHEN ((new.answer_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_open_answer();

create table open_day_use (
  channel_id bigint not null,
  day date not null,
  use text not null,
  used integer not null,
  granted integer not null,
  constraint open_day_use_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE,
  constraint open_day_use_pkey PRIMARY KEY (channel_id, day, use),
  constraint open_day_use_use_check CHECK ((use = ANY (ARRAY['register'::text, 'check'::text, 'lead'::text, 'feedback'::text])))
);

create table open_instance (
  id uuid not null,
  seen_at timestamp(3) with time zone default now() not null,
  constraint open_instance_pkey PRIMARY KEY (id)
);

create table open_nonce (
  id bigint not null,
  api_key_id bigint not null,
  nonce text not null,
  at timestamp(0) with time zone not null,
  constraint open_nonce_pkey PRIMARY KEY (api_key_id, nonce, id)
) partition by RANGE (id);

create table open_request (
  id bigint default time_id() not null,
  channel_id bigint,
  org_id bigint,
  api_key_id bigint not null,
  call text not null,
  path text not null,
  code text not null,
  fault text,
  is_sandbox boolean not null,
  is_repeat boolean default false not null,
  ms integer not null,
  ip text not null,
  request text,
  answer text,
  bodies bytea,
  constraint open_request_fault_check CHECK ((fault = ANY (ARRAY['key'::text, 'clock'::text, 'nonce'::text, 'signature'::text]))),
  constraint open_request_owner_check CHECK ((num_nonnulls(channel_id, org_id) = 1)),
  constraint open_request_pkey PRIMARY KEY (id)
) partition by RANGE (id);
CREATE INDEX open_request_channel_key_idx ON ONLY public.open_request USING btree (channel_id, id) INCLUDE (api_key_id) WHERE (channel_id IS NOT NULL);
CREATE INDEX open_request_channel_rare_idx ON ONLY public.open_request USING btree (channel_id, id) INCLUDE (call, code, api_key_id) WHERE ((channel_id IS NOT NULL) AND ((code <> '0000'::text) OR (call <> ALL ('{open.visit,open.check,open.user,open.userState,open.lead,open.order}'::text[]))));
CREATE INDEX open_request_org_key_idx ON ONLY public.open_request USING btree (org_id, id) INCLUDE (api_key_id) WHERE (org_id IS NOT NULL);
CREATE INDEX open_request_org_rare_idx ON ONLY public.open_request USING btree (org_id, id) INCLUDE (call, code, api_key_id) WHERE ((org_id IS NOT NULL) AND ((code <> '0000'::text) OR (call <> ALL ('{open.ticket,open.result}'::text[]))));

create table visit (
  id bigint default time_id() not null,
  channel_id bigint not null,
  product_id bigint,
  page_id integer not null,
  user_agent_id integer not null,
  city_code integer,
  ip inet not null,
  visitor_id text not null
) partition by RANGE (id);
CREATE INDEX visit_id_idx ON ONLY public.visit USING brin (id);
CREATE TRIGGER visit_counted AFTER INSERT ON public.visit REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_visits();

create table visit_click (
  channel_id bigint not null,
  visitor_id text not null,
  at timestamp(3) with time zone default now() not null,
  click_sealed bytea not null,
  constraint visit_click_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id) ON DELETE CASCADE,
  constraint visit_click_pkey PRIMARY KEY (channel_id, visitor_id)
);
CREATE INDEX visit_click_at_idx ON public.visit_click USING btree (at);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF click_sealed ON public.visit_click FOR EACH ROW WHEN ((new.click_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_visit_click();

create table visit_text (
  id integer generated always as identity not null,
  value text not null,
  seen_on date default CURRENT_DATE not null,
  constraint visit_text_pkey PRIMARY KEY (id),
  constraint visit_text_value_key UNIQUE (value)
);
CREATE INDEX visit_text_seen_on_idx ON public.visit_text USING btree (seen_on);

CREATE OR REPLACE FUNCTION public.note_visits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin with seen as materialized (
    select business_day(v.at, c.time_zone, c.day_starts_at) as day, date_trunc('hour', v.at, c.time_zone) as hour, v.channel_id,
      v.product_id, v.city_code, coalesce(f.flow, '') as flow, visitor_of(v.channel_id, v.visitor_id) as visitor
    from (select channel_id, coalesce(product_id, 0) as product_id, coalesce(city_code, 0) as city_code, visitor_id,
        time_of_id(id) as at from added) v
      cross join lateral (select * from business_clock c where c.from_at <= v.at order by c.from_at desc limit 1) c
      left join lateral (select f.flow from channel_flow f where f.channel_id = v.channel_id and f.from_at <= v.at
        order by f.from_at desc limit 1) f on true
  ), counted as (
    insert into fact_delta (day, came, hour, channel_id, org_id, plan_id, product_id, n, fen, fee_fen, city_code, kind, flow)
      select day, day, case when hour >= hours_from() then hour end, channel_id, 0, 0, product_id, count(*), 0, 0, city_code, 'visit', flow
      from seen group by day, hour, channel_id, product_id, city_code, flow
  )
  insert into visitor_delta (day, hour, visitor, channel_id, product_id, city_code, flow)
    select day, min(hour), visitor, channel_id, product_id, city_code, flow from seen
    group by day, visitor, channel_id, product_id, city_code, flow; return null; end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_open_answer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if exists (select from public.data_key where mark = public.sealed_mark(new.answer_sealed) and state in ('closed', 'ending', 'gone')) then
          raise exception 'A value of open_answer.answer_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_visit_click()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from public.data_key where mark = public.sealed_mark(new.click_sealed) and state in ('closed', 'ending', 'gone')) then
    raise exception 'A value of visit_click.click_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
  end if;
  return null;
end $function$;

-- reach

create table hook (
  id bigint generated always as identity not null,
  channel_id bigint,
  org_id bigint,
  kind text generated always as (
CASE
    WHEN (channel_id IS NULL) THEN 'webhook'::text
    ELSE 'postback'::text
END) stored not null,
  party text generated always as (
CASE
    WHEN (channel_id IS NOT NULL) THEN 'channel'::text
    WHEN (org_id IS NOT NULL) THEN 'org'::text
    ELSE 'own'::text
END) stored not null,
  party_id bigint generated always as (COALESCE(channel_id, org_id, (0)::bigint)) stored not null,
  delay_seconds integer default 0 not null,
  daily_cap integer,
  part_percent smallint default 100 not null,
  batch_most smallint default 1 not null,
  is_on boolean default false not null,
  name text not null,
  events text[] not null,
  template jsonb not null,
  secrets_sealed bytea,
  previous_ends_at timestamp(3) with time zone,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint hook_batch_most_check CHECK (((batch_most >= 1) AND (batch_most <= 100))),
  constraint hook_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channel(id),
  constraint hook_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id) ON DELETE SET NULL,
  constraint hook_daily_cap_check CHECK ((daily_cap > 0)),
  constraint hook_delay_seconds_check CHECK (((delay_seconds >= 0) AND (delay_seconds <= 604800))),
  constraint hook_events_check CHECK (((events <@ ARRAY['registered'::text, 'profiled'::text, 'pushed'::text, 'accepted'::text, 'rejected'::text, 'charged'::text, 'returned'::text, 'ordered'::text, 'won'::text]) AND ((cardinality(events) >= 1) AND (cardinality(events) <= 9)))),
  constraint hook_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
  constraint hook_org_id_fkey FOREIGN KEY (org_id) REFERENCES org(id),
  constraint hook_part_percent_check CHECK (((part_percent >= 1) AND (part_percent <= 100))),
  constraint hook_party_check CHECK ((num_nonnulls(channel_id, org_id) <= 1)),
  constraint hook_pkey PRIMARY KEY (id),
  constraint hook_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id) ON DELETE SET NULL
);
CREATE INDEX hook_channel_id_idx ON public.hook USING btree (channel_id);
CREATE INDEX hook_created_by_idx ON public.hook USING btree (created_by);
CREATE INDEX hook_kind_idx ON public.hook USING btree (kind, created_at, id);
CREATE UNIQUE INDEX hook_name_key ON public.hook USING btree (party, party_id, name);
CREATE INDEX hook_org_id_idx ON public.hook USING btree (org_id);
CREATE INDEX hook_updated_by_idx ON public.hook USING btree (updated_by);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF secrets_sealed ON public.hook FOR EACH ROW WHEN ((new.secrets_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_hook();

create table hook_day (
  hook_id bigint not null,
  day date not null,
  n integer not null,
  constraint hook_day_hook_id_fkey FOREIGN KEY (hook_id) REFERENCES hook(id) ON DELETE CASCADE,
  constraint hook_day_pkey PRIMARY KEY (hook_id, day)
);

create table notice_met (
  since timestamp(3) with time zone default now() not null,
  kind text not null,
  ref text not null,
  constraint notice_met_pkey PRIMARY KEY (kind, ref)
);

create table notice_target (
  id bigint generated always as identity not null,
  role_id bigint,
  port integer,
  is_on boolean default true not null,
  kind text not null,
  name text not null,
  kinds text[] not null,
  language text not null,
  quiet_from text,
  quiet_to text,
  digest text default 'none'::text not null,
  host text,
  security text,
  account text,
  sender text,
  addresses text[] default '{}'::text[] not null,
  secrets_sealed bytea,
  created_by bigint,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint notice_target_account_check CHECK (((length(account) >= 1) AND (length(account) <= 120))),
  constraint notice_target_addresses_check CHECK ((cardinality(addresses) <= 20)),
  constraint notice_target_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin(id) ON DELETE SET NULL,
  constraint notice_target_digest_check CHECK ((digest = ANY (ARRAY['none'::text, 'quarter'::text, 'hour'::text, 'day'::text]))),
  constraint notice_target_host_check CHECK (((length(host) >= 1) AND (length(host) <= 255))),
  constraint notice_target_kind_check CHECK ((kind = ANY (ARRAY['wecom'::text, 'dingtalk'::text, 'feishu'::text, 'mail'::text, 'role'::text]))),
  constraint notice_target_kinds_check CHECK ((cardinality(kinds) <= 20)),
  constraint notice_target_language_check CHECK ((language = ANY (ARRAY['zh-CN'::text, 'en-US'::text]))),
  constraint notice_target_mail_check CHECK (((kind = 'mail'::text) = ((port IS NOT NULL) AND (security IS NOT NULL) AND (sender IS NOT NULL) AND (cardinality(addresses) > 0)))),
  constraint notice_target_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
  constraint notice_target_name_key UNIQUE (name),
  constraint notice_target_pkey PRIMARY KEY (id),
  constraint notice_target_place_check CHECK (((kind = 'role'::text) = (host IS NULL))),
  constraint notice_target_port_check CHECK (((port >= 1) AND (port <= 65535))),
  constraint notice_target_quiet_check CHECK ((((quiet_from IS NULL) = (quiet_to IS NULL)) AND (quiet_from <> quiet_to))),
  constraint notice_target_quiet_from_check CHECK ((quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint notice_target_quiet_to_check CHECK ((quiet_to ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint notice_target_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id) ON DELETE SET NULL,
  constraint notice_target_security_check CHECK ((security = ANY (ARRAY['tls'::text, 'starttls'::text]))),
  constraint notice_target_sender_check CHECK (((length(sender) >= 1) AND (length(sender) <= 120))),
  constraint notice_target_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id) ON DELETE SET NULL
);
CREATE INDEX notice_target_created_at_idx ON public.notice_target USING btree (created_at, id);
CREATE INDEX notice_target_created_by_idx ON public.notice_target USING btree (created_by);
CREATE INDEX notice_target_role_id_idx ON public.notice_target USING btree (role_id);
CREATE INDEX notice_target_updated_by_idx ON public.notice_target USING btree (updated_by);
CREATE TRIGGER closed_key_refused AFTER INSERT OR UPDATE OF secrets_sealed ON public.notice_target FOR EACH ROW WHEN ((new.secrets_sealed IS NOT NULL)) EXECUTE FUNCTION refuse_closed_key_of_notice_target();

create table notice_turn (
  target_id bigint not null,
  next_at timestamp(3) with time zone not null,
  kind text not null,
  constraint notice_turn_pkey PRIMARY KEY (target_id, kind),
  constraint notice_turn_target_id_fkey FOREIGN KEY (target_id) REFERENCES notice_target(id) ON DELETE CASCADE
);

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_hook()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from public.data_key where mark = public.sealed_mark(new.secrets_sealed) and state in ('closed', 'ending', 'gone')) then
    raise exception 'A value of hook.secrets_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_key_of_notice_target()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from public.data_key where mark = public.sealed_mark(new.secrets_sealed) and state in ('closed', 'ending', 'gone')) then
    raise exception 'A value of notice_target.secrets_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
  end if;
  return null;
end $function$;

-- operations

create table saved_view (
  id bigint generated always as identity not null,
  owner_id bigint not null,
  list text not null,
  name text not null,
  role_id bigint,
  filters jsonb default '{}'::jsonb not null,
  sort text not null,
  columns jsonb default '{"order": [], "hidden": [], "widths": {}, "density": "normal"}'::jsonb not null,
  updated_by bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint saved_view_columns_check CHECK (((jsonb_typeof(columns) = 'object'::text) AND (octet_length((columns)::text) <= 16384))),
  constraint saved_view_filters_check CHECK (((jsonb_typeof(filters) = 'object'::text) AND (octet_length((filters)::text) <= 16384))),
  constraint saved_view_list_check CHECK ((list ~ '^[a-z][A-Za-z]{1,39}$'::text)),
  constraint saved_view_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 40))),
  constraint saved_view_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES admin(id) ON DELETE CASCADE,
  constraint saved_view_personal_check CHECK (((((name || ' '::text) || (filters)::text) !~ '(?<!\d)1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?!\d)'::text) AND (((name || ' '::text) || (filters)::text) !~ '(?<![\dXx])[1-9]\d{5}(19|20)\d{9}[\dXx](?![\dXx])'::text))),
  constraint saved_view_pkey PRIMARY KEY (id),
  constraint saved_view_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id) ON DELETE SET NULL,
  constraint saved_view_sort_check CHECK ((sort ~ '^-?[A-Za-z]{1,40}$'::text)),
  constraint saved_view_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES admin(id)
);
CREATE INDEX saved_view_name_filter_idx ON public.saved_view USING btree (((filters ->> 'name'::text))) WHERE (filters ? 'name'::text);
CREATE UNIQUE INDEX saved_view_name_key ON public.saved_view USING btree (owner_id, list, lower(name));
CREATE INDEX saved_view_role_id_idx ON public.saved_view USING btree (role_id, list) WHERE (role_id IS NOT NULL);
CREATE INDEX saved_view_value_filter_idx ON public.saved_view USING btree (((filters ->> 'value'::text))) WHERE (filters ? 'value'::text);
CREATE TRIGGER saved_view_limit BEFORE INSERT OR UPDATE OF role_id ON public.saved_view FOR EACH ROW EXECUTE FUNCTION refuse_too_many_views();

CREATE OR REPLACE FUNCTION public.refuse_too_many_views()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform from admin where id = new.owner_id for no key update;
    if (select count(*) from saved_view where owner_id = new.owner_id and list = new.list) >= 50 then
      raise exception 'this owner has 50 views of the list'
        using errcode = 'check_violation', constraint = 'saved_view_owner_limit_check';
    end if;
  end if;
  if new.role_id is not null then
    perform from role where id = new.role_id for no key update;
    if (select count(*) from saved_view where role_id = new.role_id and list = new.list and id <> new.id) >= 50 then
      raise exception 'this role has 50 views of the list'
        using errcode = 'check_violation', constraint = 'saved_view_role_limit_check';
    end if;
  end if;
  return new;
end $function$;

-- reporting

create view reporting.account as
 SELECT id,
    kind,
    org_id,
    channel_id,
    balance_fen,
    held_fen
   FROM account;

create view reporting.channel as
 SELECT id,
    code,
    name,
    flow,
    settlement,
    price_fen,
    share_bp,
    deduction_bp,
    daily_cap,
    status,
    created_at,
    updated_at
   FROM channel;

create view reporting.fact as
 SELECT id,
    time_of_id(id) AS at,
    kind,
    day,
    came AS came_day,
    flow,
    user_id,
    channel_id,
    org_id,
    plan_id,
    product_id,
    city_code,
    ref_id,
    fen,
    fee_fen
   FROM fact;

create view reporting.figures_by_day as
 SELECT way,
    grain,
    day,
    late AS is_late,
    flow,
    channel_id,
    org_id,
    plan_id,
    product_id,
    city_code,
    visits,
    uv,
    registrations,
    profiles,
    matches,
    matched_users,
    pushes,
    accepted,
    rejected,
    duplicates,
    failed,
    returns,
    logins,
    active_users,
    orders,
    paid_orders,
    refunds,
    errors,
    charged_fen,
    charged_back_fen,
    cost_fen,
    cost_back_fen,
    paid_fen,
    refunded_fen,
    imported_users
   FROM roll_up;

create view reporting.figures_by_hour as
 SELECT grain,
    hour,
    flow,
    channel_id,
    org_id,
    plan_id,
    product_id,
    city_code,
    visits,
    uv,
    registrations,
    profiles,
    matches,
    matched_users,
    pushes,
    accepted,
    rejected,
    duplicates,
    failed,
    returns,
    logins,
    active_users,
    orders,
    paid_orders,
    refunds,
    errors,
    charged_fen,
    charged_back_fen,
    cost_fen,
    cost_back_fen,
    paid_fen,
    refunded_fen,
    imported_users
   FROM roll_up_hour;

create view reporting.lead as
 SELECT id,
    created_at,
    arrived_at,
    assigned_at,
    first_contact_due_at,
    first_contact_at,
    next_follow_at,
    last_follow_at,
    closed_at,
    user_id,
    channel_id,
    pool_id,
    salesman_id,
    source,
    stage,
    score,
    city_code,
    merged_into_id
   FROM lead;

create view reporting.lead_follow_up as
 SELECT id,
    lead_id,
    salesman_id,
    at,
    way,
    result,
    next_at
   FROM lead_follow_up;

create view reporting.org as
 SELECT id,
    code,
    name,
    short_name,
    flow,
    city_codes,
    alert_fen,
    status,
    created_at,
    updated_at
   FROM org;

create view reporting.payment_order as
 SELECT id,
    created_at,
    paid_at,
    ended_at,
    channel_id,
    user_id,
    product_id,
    collection_id,
    provider,
    status,
    amount_fen,
    fee_fen,
    paid_fen,
    refunded_fen
   FROM payment_order;

create view reporting.payment_refund as
 SELECT id,
    created_at,
    refunded_at,
    order_id,
    collection_id,
    provider,
    kind,
    status,
    amount_fen
   FROM payment_refund;

create view reporting.person as
 SELECT id,
    created_at,
    profiled_at,
    last_active_at,
    deleted_at,
    attributed_at,
    channel_id,
    flow,
    city_code,
    gender,
    income_band,
    credit_band,
    house,
    car,
    social_insurance,
    housing_fund,
    status,
    risk_level,
    push_count
   FROM "user";

create view reporting.plan as
 SELECT id,
    org_id,
    name,
    flow,
    price_fen,
    price_min_fen,
    price_max_fen,
    city_codes,
    age_from,
    age_to,
    gender,
    income_bands,
    credit_bands,
    house,
    car,
    social_insurance,
    housing_fund,
    hourly_cap,
    daily_cap,
    monthly_cap,
    total_cap,
    daily_budget_fen,
    dedupe_days,
    return_days,
    priority,
    starts_on,
    ends_on,
    status,
    created_at,
    updated_at
   FROM plan;

create view reporting.product as
 SELECT id,
    name,
    kind,
    flow,
    org_id,
    face_fen,
    price_fen,
    valid_days,
    status,
    created_at,
    updated_at
   FROM product;

create view reporting.push as
 SELECT id,
    request_at,
    responded_at,
    user_id,
    channel_id,
    org_id,
    plan_id,
    push_plan_id,
    flow,
    city_code,
    stage,
    status,
    quality,
    attempts,
    price_fen,
    cost_fen
   FROM push_record;

create view reporting.salesman as
 SELECT id,
    admin_id,
    name,
    team_id,
    status,
    daily_quota,
    capacity,
    created_at
   FROM salesman;

create view reporting.settlement as
 SELECT id,
    channel_id,
    from_day,
    to_day,
    amount_fen,
    base_fen,
    results,
    deducted,
    late,
    late_fen,
    status,
    created_at,
    reviewed_at,
    paid_at
   FROM settlement;

create view reporting.transfer as
 SELECT id,
    at,
    business_day,
    kind,
    debit_account_id,
    credit_account_id,
    amount_fen,
    ref_kind,
    ref_id,
    reverses_id,
    account_id,
    number,
    balance_after_fen
   FROM transfer;

create view reporting.visit as
 SELECT id,
    time_of_id(id) AS at,
    channel_id,
    COALESCE(product_id, (0)::bigint) AS product_id,
    COALESCE(city_code, 0) AS city_code
   FROM visit;
