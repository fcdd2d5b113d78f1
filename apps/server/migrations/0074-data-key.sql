-- The data keys of this database, none of which is in it: how one is known again, and how far its replacement is.
create table data_key (
  id bigint generated always as identity primary key,
  -- A hash that says nothing about the key.
  key_check text collate "C" not null,
  -- What values sealed with it begin with; empty for the first key of a database.
  mark bytea not null default '',
  -- `writing`: new values are sealed with it. `leaving`: its replacement is writing, and instances may not have heard yet.
  -- `closed`: the database takes no value sealed with it any more, and those that are there are sealed anew. `ending`: none is left.
  -- `gone`: the service runs without it.
  state text not null,
  -- The key of its fingerprints, sealed with the newer key, for fingerprints of values that are not kept.
  fingerprint_key_sealed bytea,
  created_at timestamptz(3) not null default now(),
  replaced_at timestamptz(3),
  gone_at timestamptz(3),
  constraint data_key_state_check check (state in ('writing', 'leaving', 'closed', 'ending', 'gone')),
  constraint data_key_gone_check check ((state = 'gone') = (gone_at is not null)),
  constraint data_key_key_check_key unique (key_check),
  constraint data_key_mark_key unique (mark)
);
create unique index data_key_writing_key on data_key ((true)) where state = 'writing';
create unique index data_key_former_key on data_key ((true)) where state in ('leaving', 'closed', 'ending');
insert into data_key (key_check, state) select value, 'writing' from service_fact where key = 'dataKeyCheck';

-- The running instances, with the keys that each has and the states of the keys that it follows.
create table key_holder (
  id uuid primary key,
  key_checks text[] not null,
  follows text collate "C" not null,
  -- Whether it is among the instances of the open door, too.
  serves_open boolean not null,
  seen_at timestamptz(3) not null default now()
);

-- How far the columns with sealed values are sealed anew.
create table resealed_column (
  -- The key that is replaced.
  data_key_id bigint not null references data_key (id),
  -- The table and the column.
  name text collate "C" not null,
  -- The key of the last row that was looked at, in the order of the keys; null at the beginning.
  after jsonb,
  -- Rows looked at and rows sealed anew, in all passes; and rows that neither key opens, in the last one.
  seen bigint not null default 0,
  resealed bigint not null default 0,
  unreadable bigint not null default 0,
  -- Rows sealed anew in this pass; a pass without any is the last.
  in_pass bigint not null default 0,
  done_at timestamptz(3),
  primary key (data_key_id, name)
);

-- While a key is replaced: the fingerprint of the id number under the key before, so that a number is entered once.
alter table blacklist add column value_before text collate "C",
  add constraint blacklist_value_before_check check (value_before is null or kind = 'idNumber');
create unique index blacklist_before_key on blacklist (kind, coalesce(value_before, value)) where kind = 'idNumber';
create index blacklist_value_before_idx on blacklist (id) where value_before is not null;

-- An id number has no hash of a phone, so sealing it anew makes no hashes anew.
create or replace trigger blacklist_value_changed before update of value on blacklist
  for each row when (new.value is distinct from old.value and new.kind <> 'idNumber') execute function forget_blacklist_hash();

-- The mark of the key that a value is sealed with.
create function sealed_mark(value bytea) returns bytea language sql immutable parallel safe
  return case when substring(value from 1 for 1) = '\x02' then substring(value from 2 for 4)
    when value is not null then ''::bytea end;

-- No value comes in under a key that is closed, not even from an instance that was stopped for hours and runs on. It is checked after
-- the row is there: who looked before the key was closed has a transaction by then, and the job waits for those.
do $$
declare
  each record;
begin
  for each in select * from (values
    ('user', 'id_number_sealed'), ('blacklist', 'value_sealed'), ('second_factor', 'secret_sealed'),
    ('org', 'push_secret_sealed'), ('org_secret', 'sealed'), ('api_secret', 'value_sealed'), ('check_key', 'value_sealed'),
    ('collection', 'secrets_sealed'), ('payment_callback', 'body_sealed'), ('open_answer', 'answer_sealed'),
    ('export_task', 'filter_sealed'), ('batch', 'filter_sealed'), ('data_key', 'fingerprint_key_sealed')
  ) as sealed (of_table, of_column)
  loop
    execute format($make$
      create function %1$I() returns trigger language plpgsql as $body$
      begin
        if exists (select from public.data_key where mark = public.sealed_mark(new.%3$I) and state in ('closed', 'ending', 'gone')) then
          raise exception 'A value of %2$s.%3$s is sealed with a data key that was replaced.' using errcode = 'KB001';
        end if;
        return null;
      end $body$;
      create trigger closed_key_refused after insert or update of %3$I on %2$I
        for each row when (new.%3$I is not null) execute function %1$I();
    $make$, 'refuse_closed_key_of_' || each.of_table, each.of_table, each.of_column);
  end loop;
end $$;
