-- An export that met a full disk goes back to the queue and is tried again: how often it was.

alter table export_task add column space_tries smallint not null default 0;
