-- Acts that are done to each row of a batch on its own: a row may refuse, and its reason is kept with the batch.

alter table batch add column refused integer not null default 0;
alter table batch add constraint batch_refused_check check (refused between 0 and total - done);

create table batch_refusal (
  batch_id bigint not null references batch (id) on delete cascade,
  row_id bigint not null,
  -- The reason in each language, Chinese first.
  reason jsonb not null,
  primary key (batch_id, row_id)
);
