-- Texts of visits are removed once no visit refers to them any more.

alter table visit_text
  -- A day on which a visit with this text was added; at most a week before the last one (src/db/visits.ts).
  add column seen_on date not null default current_date;
create index visit_text_seen_on_idx on visit_text (seen_on);
