-- One device has one form wherever devices are compared: lower case, because systems write one number in either case.

-- Older code, and rows of a file that it has read, still bring the other form.
create function store_plain_device() returns trigger language plpgsql as $$
begin
  new.device := lower(new.device);
  return new;
end $$;
create trigger user_plain_device before insert or update of device on "user"
  for each row when (new.device <> lower(new.device)) execute function store_plain_device();
create function list_plain_device() returns trigger language plpgsql as $$
begin
  new.value := lower(new.value);
  return new;
end $$;
create trigger blacklist_plain_device before insert or update of value on blacklist
  for each row when (new.kind = 'device' and new.value <> lower(new.value)) execute function list_plain_device();

update "user" set device = lower(device) where device <> lower(device);

-- Of several entries for one device, the oldest stays. It lasts as long as the longest, and has the texts of all.
do $$
declare
  other blacklist%rowtype;
begin
  for other in
    select * from blacklist b where kind = 'device' and exists (
      select from blacklist o where o.kind = 'device' and lower(o.value) = lower(b.value) and o.id < b.id
    ) order by id
  loop
    delete from blacklist where id = other.id;
    update blacklist b set
      expires_at = case when b.expires_at is null or other.expires_at is null then null
        else greatest(b.expires_at, other.expires_at) end,
      reason = left(concat_ws('; ', nullif(b.reason, ''), nullif(nullif(other.reason, b.reason), '')), 200),
      remark = left(concat_ws('; ', nullif(b.remark, ''), nullif(nullif(other.remark, b.remark), '')), 500),
      version = b.version + 1, updated_at = now()
    where b.id = (select min(id) from blacklist o where o.kind = 'device' and lower(o.value) = lower(other.value));
  end loop;
  update blacklist set value = lower(value), version = version + 1, updated_at = now()
  where kind = 'device' and value <> lower(value);
end $$;
