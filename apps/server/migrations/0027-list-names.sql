-- One's own exports and everybody's are two lists now, each with views of its own. Until here a view was saved for both at once,
-- so the list that has a new name gets a copy of each.

insert into saved_view (owner_id, list, name, role_id, filters, sort, columns, updated_by, created_at, updated_at)
select owner_id, 'exportTaskMine', name, role_id, filters, sort, columns, updated_by, created_at, updated_at
from saved_view where list = 'exportTask';
