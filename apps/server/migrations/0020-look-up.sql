-- Look-ups: which whole values (a phone, an id number) an administrator searched for recently, as keyed hashes. Rows are deleted
-- after a month.

create table look_up (
  admin_id bigint not null references admin (id) on delete cascade,
  value_hash bytea not null,
  -- The keyed hash of the masked value: guesses at one masked number share it. Null if the mask shows too little.
  mask_hash bytea,
  -- When it was counted last. A repeat soon after is not counted again.
  counted_at timestamptz(3) not null default clock_timestamp(),
  -- True if nobody was found, or if the result is not known yet.
  is_miss boolean not null default true,
  -- The results already written to the audit log since then: the id found, none, or several.
  noted text[] not null default '{}',
  primary key (admin_id, value_hash)
);
create index look_up_mask_idx on look_up (admin_id, mask_hash, counted_at) where mask_hash is not null;
create index look_up_miss_idx on look_up (admin_id, counted_at) where is_miss;
create index look_up_counted_at_idx on look_up (counted_at);

-- When the super administrators were last warned that an administrator seems to guess values.
create table look_up_alarm (
  admin_id bigint primary key references admin (id) on delete cascade,
  told_at timestamptz(3) not null default clock_timestamp()
);
