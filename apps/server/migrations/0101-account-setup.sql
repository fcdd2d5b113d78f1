-- Who set up an account within the last days is not a second person beside it: they may still know how to sign in as it.

-- Who made an account, or set its password, its second factor or its roles, and when they last did. A row for each pair.
create table account_setup (
  admin_id bigint not null references admin (id) on delete cascade,
  by_admin bigint not null references admin (id) on delete cascade,
  -- What was done last.
  way text not null,
  at timestamptz(3) not null default now(),
  constraint account_setup_way_check check (way in ('made', 'password', 'secondFactor', 'roles')),
  constraint account_setup_by_admin_check check (by_admin <> admin_id),
  primary key (admin_id, by_admin)
);
create index account_setup_by_admin_idx on account_setup (by_admin);
comment on column account_setup.way is 'a word of a fixed list, or a code';

insert into account_setup (admin_id, by_admin, way, at)
  select id, created_by, 'made', created_at from admin
  where created_by <> id and created_at > now() - interval '30 days';

-- Whether two accounts may be used by one person: within 30 days one of them set up the other, also by accounts between them, or somebody
-- who is no super administrator set up both. Null: the service, which nobody uses.
create function may_be_one(one bigint, other bigint) returns boolean language sql stable as $$
  with recursive behind (root, id) as (
    select a, a from unnest(array[one, other]) a where one <> other
    union
    select b.root, s.by_admin from behind b join account_setup s on s.admin_id = b.id and s.at > now() - interval '30 days'
  )
  select exists (
    select from behind x join behind y on y.id = x.id and x.root = one and y.root = other
    where x.id in (one, other) or not exists (
      select from admin_role ar join role r on r.id = ar.role_id where ar.admin_id = x.id and r.is_super))
$$;
