-- One address has one form wherever addresses are compared: an IPv4 address that IPv6 writes (`::ffff:cb00:714d` or
-- `::ffff:203.0.113.77`) is the IPv4 address. Any other address has had its shortest form since it was stored.

-- An address in this form; any other text unchanged.
create function plain_ip(address text) returns text language sql immutable strict parallel safe as $$
  select case
    when address ~ '^::ffff:[0-9]{1,3}([.][0-9]{1,3}){3}$' then substr(address, 8)
    when address ~ '^::ffff:[0-9a-f]{1,4}:[0-9a-f]{1,4}$'
      then host(inet '0.0.0.0' + (address::inet - inet '::ffff:0.0.0.0'))
    else address end
$$;

-- Older code, and rows of a file that it has read, still bring the other form.
create function store_plain_ip() returns trigger language plpgsql as $$
begin
  new.ip := plain_ip(new.ip);
  return new;
end $$;
create trigger user_plain_ip before insert or update of ip on "user"
  for each row when (new.ip like '::ffff:%') execute function store_plain_ip();
create function list_plain_ip() returns trigger language plpgsql as $$
begin
  new.value := plain_ip(new.value);
  return new;
end $$;
create trigger blacklist_plain_ip before insert or update of value on blacklist
  for each row when (new.kind = 'ip' and new.value like '::ffff:%') execute function list_plain_ip();

-- The index of addresses finds these rows.
update "user" set ip = plain_ip(ip) where ip like '::ffff:%';

-- Of two entries for one address, that of the plain form stays. It lasts as long as the longer one, and has the texts of both.
do $$
declare
  other blacklist%rowtype;
begin
  for other in
    select * from blacklist where kind = 'ip' and value like '::ffff:%' and plain_ip(value) <> value order by id
  loop
    update blacklist b set
      expires_at = case when b.expires_at is null or other.expires_at is null then null
        else greatest(b.expires_at, other.expires_at) end,
      reason = left(concat_ws('; ', nullif(b.reason, ''), nullif(nullif(other.reason, b.reason), '')), 200),
      remark = left(concat_ws('; ', nullif(b.remark, ''), nullif(nullif(other.remark, b.remark), '')), 500),
      version = b.version + 1, updated_at = now()
    where b.kind = 'ip' and b.value = plain_ip(other.value);
    if found then
      delete from blacklist where id = other.id;
    else
      update blacklist set value = plain_ip(value), version = version + 1, updated_at = now() where id = other.id;
    end if;
  end loop;
end $$;
