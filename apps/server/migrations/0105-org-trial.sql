-- When a trial of a connection template last got an answer that it could read; a change of the template empties it.
alter table org_template add column trial_answered_at timestamptz(3);
comment on column org_template.trial_answered_at is 'when a trial of it last got an answer that it could read; a change of the template empties it';
