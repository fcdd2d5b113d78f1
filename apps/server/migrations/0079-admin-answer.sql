-- The answers to writes of administrators with an `Idempotency-Key`, so that a call whose answer was lost can be sent again.
-- No reference to admin: its check would lock the row of the caller for every write.

create table admin_answer (
  admin_id bigint not null,
  key text collate "C" not null,
  -- The call and its answer; null while the call is under way, and for good if the answer is too long to be kept.
  answer_sealed bytea,
  created_at timestamptz(3) not null default now(),
  primary key (admin_id, key)
) with (fillfactor = 70);
create index admin_answer_created_at_idx on admin_answer (created_at);

-- As for every column with sealed values.
create function refuse_closed_key_of_admin_answer() returns trigger language plpgsql as $$
begin
  if exists (select from public.data_key where mark = public.sealed_mark(new.answer_sealed) and state in ('closed', 'ending', 'gone')) then
    raise exception 'A value of admin_answer.answer_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
  end if;
  return null;
end $$;
create trigger closed_key_refused after insert or update of answer_sealed on admin_answer
  for each row when (new.answer_sealed is not null) execute function refuse_closed_key_of_admin_answer();
