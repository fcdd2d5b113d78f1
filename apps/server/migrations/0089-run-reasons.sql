-- A run of the match names the running plans as they were, and keeps a number for each of them, instead of all figures of each.

-- The running plans of a flow at a time. It never changes; runs of the match name it.
create table plan_snapshot (
  id bigint primary key default time_id(),
  flow text not null,
  -- SHA-256 of the flow and the plans.
  hash bytea not null,
  -- In this order the runs have their numbers.
  plan_ids bigint[] not null,
  -- Their terms, in the same order.
  plans jsonb not null,
  -- When an instance last asked for it, to the hour.
  used_at timestamptz not null default now(),
  constraint plan_snapshot_hash_key unique (hash),
  constraint plan_snapshot_flow_check check (flow in ('full', 'half', 'uv', 'city')),
  constraint plan_snapshot_hash_check check (length(hash) = 32),
  constraint plan_snapshot_plans_check check (jsonb_typeof(plans) = 'array' and jsonb_array_length(plans) = cardinality(plan_ids))
);
comment on column plan_snapshot.flow is 'a word of a fixed list, or a code';
comment on column plan_snapshot.plans is 'about a partner or a plan';

alter table match_run
  -- The plans that the run is about; null: a run that has all of it in `why_not` and the arrays.
  add column snapshot_id bigint,
  -- A number for each plan of the snapshot: 0 fits, 255 was not looked at, else that of the first rule that did not fit. First how many
  -- different ones there are, then these, then the place of each plan's among them, in as few bits as that needs.
  add column reasons bytea,
  -- The order of the reasons that came later, and the figures of their own that they have.
  add column later bytea,
  -- What the rules looked at of the person and of the moment.
  add column facts jsonb,
  -- Figures that are no numbers, which `later` names.
  add column seen jsonb,
  -- Which plans were worth less, the one that went before them first: two bytes for the place in the snapshot, two for the rate.
  add column ranked bytea;

-- The reasons are the user's data, as the figures were; the chosen plan and those that were worth less stay.
create or replace function forget_user() returns trigger language plpgsql as $$
begin
  update push_record set reason = null,
      external_id = case when external_id = without_mentions(external_id, array[old.phone, old.name, old.device, old.ip])
        and external_id !~ '1[3-9]\d{9}|[1-9]\d{5}(19|20)\d{9}[\dXx]' then external_id end
    where user_id = new.id and num_nonnulls(reason, external_id) > 0;
  update push_attempt set request = null, reply = null, error = null
    where push_id in (select id from push_record where user_id = new.id) and num_nonnulls(request, reply, error) > 0;
  update match_run set why_not = '[]', reasons = null, later = null, facts = null, seen = null
    where user_id = new.id and (why_not <> '[]' or reasons is not null);
  update feedback set content = '', contact = null, reply = '', remark = '', version = version + 1, updated_at = now()
    where user_id = new.id;
  update file set status = 'removing', name = '', owner_kind = null, owner_id = null, unclaimed_since = 'epoch', updated_at = now()
    where owner_kind = 'feedback' and owner_id in (select id from feedback where user_id = new.id);
  delete from feedback_file where feedback_id in (select id from feedback where user_id = new.id);
  update error_event set name = '', message = '', stack = '', url = '', user_agent = '', user_id = null
    where source <> 'console' and user_id = new.id;
  return null;
end $$;

create or replace function forget_late_match() returns trigger language plpgsql as $$
declare
  late bigint[] := array(
    select a.id from added a join "user" u on u.id = a.user_id
    where u.status = 'deleted' and (a.why_not <> '[]' or a.reasons is not null));
begin
  if late <> '{}' then
    update match_run set why_not = '[]', reasons = null, later = null, facts = null, seen = null where id = any(late);
  end if;
  return null;
end $$;
