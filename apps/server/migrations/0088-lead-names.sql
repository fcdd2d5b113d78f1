-- Rows that name a permission point, a list, an act or an import of leads. Lines of the audit log stay as they were written.

update role_node set node = replace(node, 'clue', 'lead') where node like 'clue%';
update saved_view set list = replace(list, 'clue', 'lead') where list like 'clue%';
update batch set act = replace(act, 'clue', 'lead') where act like 'clue%';
update export_task set resource = replace(resource, 'clue', 'lead') where resource like 'clue%';
update import_task set list = replace(list, 'clue', 'lead') where list like 'clue%';
