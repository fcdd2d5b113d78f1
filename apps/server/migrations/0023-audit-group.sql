-- The lines of one act form a group, of which the list shows one line: its head. Older lines stay single.

alter table audit_log
  -- Names the act; null if the line is the act's only one.
  add column act_group text collate "C",
  -- Whether the line stands for its act in the list.
  add column is_head boolean not null default true,
  add constraint audit_log_head_check check (is_head or act_group is not null);

-- The first line of a group is its head. A line of another account or permission point is a head too, so that each line belongs to a
-- head with its own account and point. The database decides this, so that the service cannot hide a line from the list.
create function audit_log_set_head() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.is_head := new.act_group is null or not exists (
    select from public.audit_log h
    where h.act_group = new.act_group and h.point = new.point and h.admin_id is not distinct from new.admin_id);
  return new;
end $$;
create trigger audit_log_head before insert on audit_log for each row execute function audit_log_set_head();

create index audit_log_act_group_idx on audit_log (act_group, at, id) where act_group is not null;
create index audit_log_head_idx on audit_log (at, id) where is_head;

-- With `is_head`, these serve the list of acts in its order, and also find every line.
drop index audit_log_admin_id_idx, audit_log_point_idx, audit_log_ip_idx;
create index audit_log_admin_id_idx on audit_log (admin_id, is_head, at, id);
create index audit_log_point_idx on audit_log (point, is_head, at, id);
create index audit_log_ip_idx on audit_log (ip, is_head, at, id);

-- One account, one action or one address can have nearly all the lines that are no heads. Without these, the planner would expect
-- to find heads of that account often, and read the whole log for them.
create statistics audit_log_admin_id_head (mcv) on admin_id, is_head from audit_log;
create statistics audit_log_point_head (mcv) on point, is_head from audit_log;
create statistics audit_log_ip_head (mcv) on ip, is_head from audit_log;
