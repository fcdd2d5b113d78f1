-- Saved views: filters, order and columns of a list under a name; private, or shared with a role.

create table saved_view (
  id bigint generated always as identity primary key,
  owner_id bigint not null references admin (id) on delete cascade,
  -- The list's name in the contract.
  list text collate "C" not null,
  name text not null,
  -- Null: private. When the role is deleted, the view becomes private again.
  role_id bigint references role (id) on delete set null,
  filters jsonb not null default '{}',
  sort text collate "C" not null,
  columns jsonb not null default '{"order":[],"hidden":[],"widths":{},"density":"normal"}',
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint saved_view_list_check check (list ~ '^[a-z][A-Za-z]{1,39}$'),
  constraint saved_view_name_check check (char_length(name) between 1 and 40),
  constraint saved_view_sort_check check (sort ~ '^-?[A-Za-z]{1,40}$'),
  constraint saved_view_filters_check check (jsonb_typeof(filters) = 'object' and octet_length(filters::text) <= 16384),
  constraint saved_view_columns_check check (jsonb_typeof(columns) = 'object' and octet_length(columns::text) <= 16384),
  -- No whole phone or id number: others can read it, and it identifies a person.
  constraint saved_view_personal_check check (
    (name || ' ' || filters::text) !~ '(?<!\d)1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?!\d)'
    and (name || ' ' || filters::text) !~ '(?<![\dXx])[1-9]\d{5}(19|20)\d{9}[\dXx](?![\dXx])'
  )
);
create unique index saved_view_name_key on saved_view (owner_id, list, lower(name));
create index saved_view_role_id_idx on saved_view (role_id, list) where role_id is not null;

-- At most 50 views of one owner, and 50 shared with one role, per list. The row lock makes a second transaction wait, so that
-- it counts the rows of this one too.
create function refuse_too_many_views() returns trigger language plpgsql as $$
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
end $$;

create trigger saved_view_limit before insert or update of role_id on saved_view
  for each row execute function refuse_too_many_views();
