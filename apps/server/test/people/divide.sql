-- Each phone has one person over all parts; a unique index of "user" would have to contain the person.
create table phone_owner (
  phone text not null constraint phone_owner_pkey primary key,
  user_id bigint not null
);
insert into phone_owner select phone, id from "user" where phone is not null;

-- A row whose phone is somebody's is left out, as `on conflict do nothing` leaves it out; who changes a phone is refused.
create function own_phone() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from phone_owner o where o.phone = old.phone and o.user_id = old.id;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if new.phone is not null then
    insert into phone_owner values (new.phone, new.id) on conflict do nothing;
    if not found and tg_op = 'INSERT' then
      return null;
    elsif not found then
      raise exception 'the phone has another owner' using errcode = 'unique_violation', table = 'user', constraint = 'user_phone_key';
    end if;
  end if;
  return new;
end $$;
create trigger user_owns_phone before insert or delete on "user" for each row execute function own_phone();
create trigger user_owns_new_phone before update of phone on "user" for each row
  when (new.phone is distinct from old.phone) execute function own_phone();

-- A partition that is made is divided as the newest one that is there.
create function division_of(of_table text, out model regclass, out said text) stable language sql set search_path to 'pg_catalog', 'pg_temp' as $$
  select c.oid, ' partition by ' || pg_get_partkeydef(c.oid)
  from public.partitions_of(of_table) p join pg_class c on c.oid = format('part.%I', p.name)::regclass
  where c.relkind = 'p' and exists (select from pg_inherits i where i.inhparent = c.oid) order by p.to_at desc limit 1
$$;
create function divide_part(of_table text, part_name text) returns void language plpgsql set search_path to 'pg_catalog', 'pg_temp' as $$
declare
  made text;
begin
  for made in
    select format('create table part.%I partition of part.%I %s%s', part_name || substr(c.relname, length(m.relname) + 1), part_name,
      pg_get_expr(c.relpartbound, c.oid), coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', ''))
    from public.division_of(of_table) d join pg_class m on m.oid = d.model join pg_inherits i on i.inhparent = m.oid
      join pg_class c on c.oid = i.inhrelid
  loop
    execute made;
  end loop;
end $$;
