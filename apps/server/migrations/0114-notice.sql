-- Notices where people are: what goes to robots of groups, by e-mail and to roles, on the machine of deliveries.

-- What people are told of that a target listens to; each is on its way once for each of these targets. No personal data.
create table notice (
  id bigint not null default time_id() primary key,
  -- Who has it as a message in the console already.
  told bigint[] not null,
  kind text not null,
  -- In Chinese and in English.
  title jsonb not null,
  content jsonb not null,
  link jsonb,
  constraint notice_kind_check check (kind ~ '^[a-zA-Z]{1,32}$')
) partition by range (id);
insert into partitioned_table (name, unit, ahead, keep_days_min) values ('notice', 'day', 7, 7);
select make_partitions('notice');
comment on column notice.kind is 'a word of a fixed list, or a code';
comment on column notice.title is 'texts about partners, plans and figures; numbers of people are masked';
comment on column notice.content is 'texts about partners, plans and figures; numbers of people are masked';
comment on column notice.link is 'the name of a page, and ids';

-- A robot of a group, addresses of e-mail, or a role of the console, and what it is told of.
create table notice_target (
  id bigint generated always as identity primary key,
  -- A role without people, or one that was deleted, tells nobody.
  role_id bigint references role (id) on delete set null,
  port integer,
  is_on boolean not null default true,
  kind text not null,
  name text not null,
  kinds text[] not null,
  language text not null,
  -- Between these times of the business clock nothing is sent.
  quiet_from text,
  quiet_to text,
  -- How often what has come together is sent: `none` is at once.
  digest text not null default 'none',
  -- The server of a robot or of e-mail.
  host text,
  security text,
  account text,
  sender text,
  addresses text[] not null default '{}',
  -- The address of a robot with its key, what it signs with, and the password of a mail server.
  secrets_sealed bytea,
  created_by bigint references admin (id) on delete set null,
  updated_by bigint references admin (id) on delete set null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint notice_target_name_key unique (name),
  constraint notice_target_kind_check check (kind in ('wecom', 'dingtalk', 'feishu', 'mail', 'role')),
  constraint notice_target_name_check check (length(name) between 1 and 40),
  constraint notice_target_kinds_check check (cardinality(kinds) <= 20),
  constraint notice_target_language_check check (language in ('zh-CN', 'en-US')),
  constraint notice_target_quiet_from_check check (quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  constraint notice_target_quiet_to_check check (quiet_to ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  constraint notice_target_quiet_check check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to),
  constraint notice_target_digest_check check (digest in ('none', 'quarter', 'hour', 'day')),
  constraint notice_target_host_check check (length(host) between 1 and 255),
  constraint notice_target_port_check check (port between 1 and 65535),
  constraint notice_target_security_check check (security in ('tls', 'starttls')),
  constraint notice_target_account_check check (length(account) between 1 and 120),
  constraint notice_target_sender_check check (length(sender) between 1 and 120),
  constraint notice_target_addresses_check check (cardinality(addresses) <= 20),
  constraint notice_target_mail_check check ((kind = 'mail') = (port is not null and security is not null and sender is not null
    and cardinality(addresses) > 0)),
  constraint notice_target_place_check check ((kind = 'role') = (host is null))
);
create index notice_target_created_at_idx on notice_target (created_at, id);
create index notice_target_role_id_idx on notice_target (role_id);
create index notice_target_created_by_idx on notice_target (created_by);
create index notice_target_updated_by_idx on notice_target (updated_by);
comment on column notice_target.kind is 'a word of a fixed list, or a code';
comment on column notice_target.name is 'about a group or a department, about no user';
comment on column notice_target.kinds is 'words of a fixed list, or codes';
comment on column notice_target.language is 'a word of a fixed list, or a code';
comment on column notice_target.quiet_from is 'a time of the day';
comment on column notice_target.quiet_to is 'a time of the day';
comment on column notice_target.digest is 'a word of a fixed list, or a code';
comment on column notice_target.host is 'a server of others';
comment on column notice_target.security is 'a word of a fixed list, or a code';
comment on column notice_target.account is 'about a colleague or a department, about no user';
comment on column notice_target.sender is 'about a colleague or a department, about no user';
comment on column notice_target.addresses is 'about colleagues or departments, about no user';

-- As for every column with sealed values.
create function refuse_closed_key_of_notice_target() returns trigger language plpgsql as $$
begin
  if exists (select from public.data_key where mark = public.sealed_mark(new.secrets_sealed) and state in ('closed', 'ending', 'gone')) then
    raise exception 'A value of notice_target.secrets_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
  end if;
  return null;
end $$;
create trigger closed_key_refused after insert or update of secrets_sealed on notice_target
  for each row when (new.secrets_sealed is not null) execute function refuse_closed_key_of_notice_target();

-- When a target may be told of a kind again: what comes in between goes together.
create table notice_turn (
  target_id bigint not null references notice_target (id) on delete cascade,
  next_at timestamptz(3) not null,
  kind text not null,
  constraint notice_turn_pkey primary key (target_id, kind)
);
comment on column notice_turn.kind is 'a word of a fixed list, or a code';

-- What is wrong now and was told, so that it is told once until it was right again.
create table notice_met (
  since timestamptz(3) not null default now(),
  kind text not null,
  -- What it is about: a kind and an id.
  ref text collate "C" not null,
  constraint notice_met_pkey primary key (kind, ref)
);
comment on column notice_met.kind is 'a word of a fixed list, or a code';
comment on column notice_met.ref is 'a kind and an id';

-- Adds a notice and its deliveries in the transaction of what it is about, for each target that listens. It is due a little later, so
-- that what comes at once goes together.
create function tell_notice(told_kind text, title jsonb, content jsonb, link jsonb, told bigint[]) returns void language plpgsql as $$
declare
  notice_id bigint;
begin
  if not exists (select from notice_target t where t.is_on and told_kind = any(t.kinds)) then
    return;
  end if;
  insert into notice (kind, title, content, link, told) values (told_kind, title, content, link, told) returning id into notice_id;
  with made as materialized (
    select time_id() as id, t.id as target_id from notice_target t where t.is_on and told_kind = any(t.kinds)
  ), added_due as (
    insert into delivery_due (delivery_id, due_at, most, target)
      select id, now() + interval '5 seconds', 100, 'notice:' || target_id from made
  )
  insert into delivery (id, event_id, target_id, kind, event) select id, notice_id, target_id, 'notice', told_kind from made;
end $$;

-- A role is chosen by its name.
select watch_choices('role', 'name');
