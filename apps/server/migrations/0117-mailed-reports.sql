-- A scheduled report goes by e-mail with its file and its chart, once for each run.
alter table report_schedule add column by_mail boolean not null default false;

-- The first rows of what a notice is about, for e-mail: the titles of the columns, and the rows.
alter table notice add column figures jsonb;
comment on column notice.figures is 'figures of a report by partners, plans and products, about no user';

-- What goes with a notice by e-mail, under the id of the notice; one that is too large is named only.
create table notice_file (
  id bigint not null,
  nth integer not null,
  name text not null,
  content bytea,
  constraint notice_file_pkey primary key (id, nth),
  constraint notice_file_name_check check (length(name) between 1 and 200)
) partition by range (id);
insert into partitioned_table (name, unit, ahead, keep_days_min) values ('notice_file', 'day', 7, 7);
select make_partitions('notice_file');
comment on column notice_file.name is 'the name of a report, and a time';
comment on column notice_file.content is 'a report by partners, plans and products, or its chart, about no user';

-- Makes a notice and its deliveries. Returns the id of the notice; null: no target listens.
create function make_notice(told_kind text, title jsonb, content jsonb, link jsonb, told bigint[]) returns bigint language plpgsql as $$
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
end $$;

-- For the code before this one.
create or replace function tell_notice(told_kind text, title jsonb, content jsonb, link jsonb, told bigint[]) returns void language sql
  as $$ select make_notice($1, $2, $3, $4, $5) $$;

-- The deliveries of a list that are dead, or were not sent, for one reason.
create index delivery_reason_idx on delivery (kind, reason, id) include (target_id, event) where reason is not null;
