-- The half flow (check, offers, consent) and the joint login (tickets).

alter table due_step
  drop constraint due_step_kind_check,
  drop constraint due_step_push_id_check,
  add constraint due_step_kind_check check (kind in ('screen', 'match', 'check', 'submit', 'query', 'ask', 'retry')),
  add constraint due_step_push_id_check check ((kind in ('screen', 'match', 'check')) = (push_id is null));
-- `check`: organisations were asked about a person of the half flow; the result is how many would take the person.
alter table step_taken drop constraint step_taken_kind_check;
alter table step_taken add constraint step_taken_kind_check check (kind in ('screen', 'match', 'check'));

-- An organisation that would take a person of the half flow. The id is that of the push, whose stage is `consent` until the person
-- consents.
create table offer (
  id bigint primary key,
  -- What the person must consent to: [{name, version, url}].
  agreements jsonb not null,
  offered_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- Nobody has consented, and the push is not closed yet.
  is_open boolean not null default true,
  constraint offer_agreements_check check (jsonb_typeof(agreements) = 'array' and agreements <> '[]')
) partition by range (id);
create index offer_expires_at_idx on offer (expires_at) where is_open;
insert into partitioned_table values ('offer', 'month', 3, 30);
select make_partitions('offer');

-- A person's consent, without which nothing personal leaves in the half flow. The id is that of the push, so one push has one consent.
-- It is evidence: never changed and never deleted, but for the address of a person who is deleted. It has no references, because it
-- outlives what it names.
create table consent (
  id bigint primary key,
  user_id bigint not null,
  channel_id bigint not null,
  plan_id bigint not null,
  org_id bigint not null,
  -- What the person agreed to, with the addresses that were offered: [{name, version, url}].
  agreements jsonb not null,
  -- When the person consented, by the channel's clock.
  at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  -- The person's address; null once the person is deleted.
  ip text,
  constraint consent_agreements_check check (jsonb_typeof(agreements) = 'array' and agreements <> '[]')
) partition by range (id);
create index consent_user_id_idx on consent (user_id, id);
insert into partitioned_table values ('consent', 'month', 3, null);
select make_partitions('consent');

create function consent_fence() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    old.ip := null;
    if new is not distinct from old then
      return new;
    end if;
  end if;
  raise exception 'a consent is never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger consent_no_change before update or delete on consent for each row execute function consent_fence();
create trigger consent_no_truncate before truncate on consent for each statement execute function consent_fence();

create function forget_consent() returns trigger language plpgsql as $$
begin
  update consent set ip = null where user_id = new.id and ip is not null;
  return null;
end $$;
create trigger user_deleted_consent after update of status on "user"
  for each row when (new.status = 'deleted' and old.status <> 'deleted') execute function forget_consent();

-- A visit to an organisation that signs the person in. The id is that of the push, whose stage is `login`.
create table login_ticket (
  id bigint primary key,
  user_id bigint not null,
  org_id bigint not null,
  channel_id bigint not null,
  -- SHA-256 of the ticket; null if the organisation gives an address of its own.
  hash bytea,
  -- SHA-256 of the channel and its number of the visitor.
  visitor bytea not null,
  -- The business day on which the visitor counts.
  day date not null,
  -- How long the match took, in milliseconds.
  took_ms integer not null,
  -- What of the caps the visit has claimed.
  caps jsonb not null default '[]',
  expires_at timestamptz(3) not null,
  redeemed_at timestamptz(3),
  -- Neither redeemed nor expired; the price is held as long.
  is_open boolean not null default true
) partition by range (id);
create index login_ticket_expires_at_idx on login_ticket (expires_at) where is_open;
create index login_ticket_user_id_idx on login_ticket (user_id, id);
insert into partitioned_table values ('login_ticket', 'month', 3, 30);
select make_partitions('login_ticket');

-- Who was charged as a visitor on a business day: an organisation pays once for a visitor and day, a channel is paid once.
create table unique_visitor (
  -- The smallest id of the business day.
  id bigint not null,
  -- The organisation; 0: of the channel, at any organisation.
  org_id bigint not null,
  -- SHA-256 of the user, or of the channel and its number of the visitor.
  visitor bytea not null,
  primary key (visitor, org_id, id)
) partition by range (id);
insert into partitioned_table values ('unique_visitor', 'day', 3, 3);
select make_partitions('unique_visitor', now() - interval '2 days');
