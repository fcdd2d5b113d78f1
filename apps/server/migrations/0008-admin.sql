-- What administrators and roles need so that no act, from wherever it comes, locks everybody out.

-- A role that somebody has is not deleted from under him.
alter table admin_role
  drop constraint admin_role_role_id_fkey,
  add constraint admin_role_role_id_fkey foreign key (role_id) references role (id) on delete restrict;

alter table role
  add constraint role_code_check check (code ~ '^[A-Za-z][A-Za-z0-9_-]{1,31}$') not valid,
  add constraint role_name_check check (char_length(name) between 1 and 40) not valid;

create index role_created_at_idx on role (created_at, id);
create index admin_created_at_idx on admin (created_at, id);
-- Who never signed in did so before everybody else.
create index admin_last_login_at_idx on admin (coalesce(last_login_at, '-infinity'), id);

-- Whom a user belongs to under the data scope `own`: the administrator in charge of his channel.
alter table channel add column owner_id bigint references admin (id);
create index channel_owner_id_idx on channel (owner_id);
create index blacklist_created_by_idx on blacklist (created_by, created_at, id) include (kind, source, expires_at);

-- At the end of a transaction that took a super administrator away, one that is enabled must be left. Whoever else takes one
-- away waits here until this one has ended, so that two cannot each leave it to the other.
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
