-- Look-ups: which whole values (a phone, an id number) an administrator asked for of late. A value stands here as its keyed
-- hash alone; a row that is a month old says nothing any more and is removed.

create table look_up (
  admin_id bigint not null references admin (id) on delete cascade,
  value_hash bytea not null,
  -- Of what the mask shows of the value: guesses at one hidden number share it. Null where a mask says too little.
  mask_hash bytea,
  -- When it counted last; asked again soon, it does not count once more.
  counted_at timestamptz(3) not null default clock_timestamp(),
  -- Nobody was found by it, or that is not known yet.
  is_miss boolean not null default true,
  -- What the audit log was told of it since it counted: whom it found, that nobody, that several.
  noted text[] not null default '{}',
  primary key (admin_id, value_hash)
);
create index look_up_mask_idx on look_up (admin_id, mask_hash, counted_at) where mask_hash is not null;
create index look_up_miss_idx on look_up (admin_id, counted_at) where is_miss;
create index look_up_counted_at_idx on look_up (counted_at);

-- When the super administrators were last told that somebody seems to guess.
create table look_up_alarm (
  admin_id bigint primary key references admin (id) on delete cascade,
  told_at timestamptz(3) not null default clock_timestamp()
);
