-- Returns of accepted people, the quality of a person, prices that a reply gives, and owners of pushes that a person must look at.

-- A return is asked for, and then booked, refused or withdrawn. The reason is one of those that the plan agrees on.
create table push_return (
  id bigint generated always as identity primary key,
  push_id bigint not null references push_record (id),
  user_id bigint not null references "user" (id),
  org_id bigint not null references org (id),
  plan_id bigint not null references plan (id),
  channel_id bigint references channel (id),
  reason text not null,
  status text not null default 'asked',
  asked_way text collate "C" not null,
  -- The administrator who asked; null: the organisation itself.
  asked_by bigint references admin (id),
  -- Null also if the plan has no review.
  reviewed_by bigint references admin (id),
  reviewed_at timestamptz(3),
  -- Why it was refused.
  note text not null default '',
  -- What was paid back to the organisation, and what the channel is no longer owed.
  refund_fen bigint not null default 0,
  cost_back_fen bigint not null default 0,
  -- When the reviewers were told that it waits.
  told_at timestamptz(3),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint push_return_status_check check (status in ('asked', 'returned', 'refused', 'withdrawn')),
  constraint push_return_asked_way_check check (asked_way in ('org', 'admin', 'import')),
  constraint push_return_asked_by_check check ((asked_way = 'org') = (asked_by is null)),
  -- Nobody reviews what he asked for.
  constraint push_return_reviewed_by_check check (reviewed_by <> asked_by),
  constraint push_return_refund_fen_check check (refund_fen >= 0 and cost_back_fen >= 0)
);
-- A push is returned once, and has one return that waits.
create unique index push_return_open_key on push_return (push_id) where status in ('asked', 'returned');
create index push_return_push_id_idx on push_return (push_id);
create index push_return_created_at_idx on push_return (created_at, id) include (status, org_id, plan_id, channel_id);
create index push_return_status_idx on push_return (status, created_at, id) include (org_id, plan_id, channel_id);
create index push_return_org_id_idx on push_return (org_id, created_at, id) include (status, plan_id, channel_id);
create index push_return_plan_id_idx on push_return (plan_id, created_at, id) include (status, org_id, channel_id);
create index push_return_channel_id_idx on push_return (channel_id, created_at, id) include (status, org_id, plan_id);
create index push_return_user_id_idx on push_return (user_id);
create index push_return_asked_by_idx on push_return (asked_by);
create index push_return_reviewed_by_idx on push_return (reviewed_by);
create index push_return_updated_by_idx on push_return (updated_by);
create index push_return_told_at_idx on push_return (id) where told_at is null and status = 'asked';

alter table push_record
  -- What the organisation says of an accepted person: 0 invalid, 1 low, 2 medium, 3 high.
  add column quality smallint,
  -- The bounds of the price that a reply may give; null: the price of a reply is not taken. The higher one is held.
  add column price_min_fen integer,
  add column price_max_fen integer,
  add constraint push_record_quality_check check (quality between 0 and 3),
  add constraint push_record_price_bounds_check check (
    (price_min_fen is null) = (price_max_fen is null) and price_fen between coalesce(price_min_fen, 0)
    and coalesce(price_max_fen, 2147483647) and price_min_fen >= 0);

alter table plan
  add column price_min_fen integer,
  add column price_max_fen integer,
  add constraint plan_price_bounds_check check (
    (price_min_fen is null) = (price_max_fen is null) and price_fen between coalesce(price_min_fen, 0)
    and coalesce(price_max_fen, 2147483647) and price_min_fen >= 0);

-- Takes a part of the money of caps back, without their places.
create function give_back_fen(claimed jsonb, back bigint) returns void language plpgsql as $$
declare
  w record;
begin
  for w in select * from jsonb_to_recordset(claimed) as (kind text, id bigint, "channelId" bigint, span text,
    starts timestamptz)
  loop
    update cap_use c set fen = c.fen - back
      where (c.kind, c.id, c.channel_id, c.span, c.starts) = (w.kind, w.id, w."channelId", w.span, w.starts);
  end loop;
end $$;

-- A push that a person must look at has an owner, and ends in one of three ways.
alter table push_trouble
  add column id bigint generated always as identity,
  add column user_id bigint references "user" (id),
  add column org_id bigint references org (id),
  add column channel_id bigint references channel (id),
  add column owner_id bigint references admin (id),
  -- Null: it is open.
  add column closed_at timestamptz(3),
  add column closed_how text collate "C",
  -- Null: the pipeline found out by itself, or the organisation said so.
  add column closed_by bigint references admin (id),
  add column note text not null default '',
  add column version integer not null default 1,
  add constraint push_trouble_id_key unique (id),
  add constraint push_trouble_closed_how_check check (closed_how in ('resent', 'settled', 'closed')),
  add constraint push_trouble_closed_check check ((closed_at is null) = (closed_how is null));
update push_trouble t set user_id = r.user_id, org_id = r.org_id, channel_id = r.channel_id,
    owner_id = coalesce((select a.id from admin a where a.id = p.created_by and a.status = 'enabled'),
      (select a.id from org o join admin a on a.id = o.salesman_id and a.status = 'enabled' where o.id = r.org_id)),
    closed_at = case when r.status in ('unknown', 'failed') then null else r.responded_at end,
    closed_how = case when r.status in ('unknown', 'failed') then null else 'settled' end
  from push_record r join plan p on p.id = r.plan_id where r.id = t.push_id;
delete from push_trouble where user_id is null;
alter table push_trouble alter column user_id set not null, alter column org_id set not null;
create index push_trouble_at_idx on push_trouble (at, id) include (kind, closed_at, owner_id, plan_id, org_id, channel_id);
create index push_trouble_open_idx on push_trouble (kind, at, id) include (owner_id, plan_id, org_id, channel_id)
  where closed_at is null;
create index push_trouble_owner_id_idx on push_trouble (owner_id, at, id) include (kind, closed_at);
create index push_trouble_org_id_idx on push_trouble (org_id, at, id) include (kind, closed_at);
create index push_trouble_channel_id_idx on push_trouble (channel_id, at, id) include (kind, closed_at);
create index push_trouble_user_id_idx on push_trouble (user_id);
create index push_trouble_closed_by_idx on push_trouble (closed_by);
drop index push_trouble_plan_id_idx;
create index push_trouble_plan_id_idx on push_trouble (plan_id, at, id) include (kind, closed_at);

-- Notes of administrators may be about the user: they go when the user is deleted, and none is kept afterwards.
create function forget_notes() returns trigger language plpgsql as $$
begin
  update push_return set note = '' where user_id = new.id and note <> '';
  update push_trouble set note = '' where user_id = new.id and note <> '';
  return null;
end $$;
create trigger user_notes_deleted after update of status on "user"
  for each row when (new.status = 'deleted' and old.status <> 'deleted') execute function forget_notes();
create function forget_late_note() returns trigger language plpgsql as $$
begin
  if exists (select from "user" u where u.id = new.user_id and u.status = 'deleted') then
    new.note := '';
  end if;
  return new;
end $$;
create trigger push_return_late_note before insert or update of note on push_return
  for each row when (new.note <> '') execute function forget_late_note();
create trigger push_trouble_late_note before insert or update of note on push_trouble
  for each row when (new.note <> '') execute function forget_late_note();
