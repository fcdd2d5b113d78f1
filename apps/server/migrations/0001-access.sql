-- Administrators, their roles and their sessions.

create table service_fact (
  key text primary key,
  value text not null
);

create table role (
  id bigint generated always as identity primary key,
  code text collate "C" not null,
  name text not null,
  is_super boolean not null default false,
  data_scope text not null default 'all',
  requires_second_factor boolean not null default false,
  remark text not null default '',
  created_by bigint,
  updated_by bigint,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint role_code_key unique (code),
  constraint role_code_check check (code ~ '^[A-Za-z][A-Za-z0-9_-]{1,31}$'),
  constraint role_name_check check (char_length(name) between 1 and 40),
  constraint role_data_scope_check check (data_scope in ('all', 'own'))
);
create index role_created_at_idx on role (created_at, id);

-- The menu nodes and permission points of a role, by name.
create table role_node (
  role_id bigint not null references role (id) on delete cascade,
  node text collate "C" not null,
  primary key (role_id, node)
);

create table admin (
  id bigint generated always as identity primary key,
  username text collate "C" not null,
  name text not null,
  phone text,
  email text,
  password_hash text not null,
  must_change_password boolean not null default false,
  has_default_password boolean not null default false,
  password_changed_at timestamptz(3) not null default now(),
  status text not null default 'enabled',
  last_login_at timestamptz(3),
  last_login_ip text,
  remark text not null default '',
  created_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint admin_status_check check (status in ('enabled', 'disabled')),
  constraint admin_username_check check (char_length(username) between 3 and 32)
);
-- One account per name, however it is written.
create unique index admin_username_key on admin (lower(username));
create index admin_created_at_idx on admin (created_at, id);
-- Administrators who never signed in come before all others.
create index admin_last_login_at_idx on admin (coalesce(last_login_at, '-infinity'), id);

-- A role that somebody holds cannot be deleted.
create table admin_role (
  admin_id bigint not null references admin (id) on delete cascade,
  role_id bigint not null references role (id) on delete restrict,
  primary key (admin_id, role_id)
);
create index admin_role_role_id_idx on admin_role (role_id);

-- The token itself is never stored, only its SHA-256.
create table session (
  id bigint generated always as identity primary key,
  token_hash bytea not null,
  admin_id bigint not null references admin (id) on delete cascade,
  ip text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  constraint session_token_hash_key unique (token_hash)
);
create index session_admin_id_idx on session (admin_id);
create index session_created_at_idx on session (created_at, id);

-- Counters of calls, in the shape that the rate limiter library needs.
create table call_throttle (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- When a transaction that removed a super administrator commits, at least one enabled super administrator must remain. The row
-- locks make a second such transaction wait, so that two of them cannot each count on the other's administrator.
create function refuse_loss_of_last_super() returns trigger language plpgsql as $$
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
end $$;

create function was_super_role(id bigint) returns boolean language sql stable
  as $$ select exists (select from role where role.id = $1 and is_super) $$;

create function was_super_admin(id bigint) returns boolean language sql stable
  as $$ select exists (select from admin_role ar join role r on r.id = ar.role_id where ar.admin_id = $1 and r.is_super) $$;

create constraint trigger admin_last_super_status after update of status on admin
  deferrable initially deferred for each row
  when (old.status = 'enabled' and new.status <> 'enabled' and was_super_admin(old.id))
  execute function refuse_loss_of_last_super();

create constraint trigger admin_last_super_role after delete or update on admin_role
  deferrable initially deferred for each row
  when (was_super_role(old.role_id))
  execute function refuse_loss_of_last_super();

create constraint trigger role_last_super after update of is_super on role
  deferrable initially deferred for each row
  when (old.is_super and not new.is_super)
  execute function refuse_loss_of_last_super();
