-- Which phones and id numbers an administrator compared with ours by lists (imports, lists of organisations), so that numbers which
-- differ only in their hidden digits are counted over files and days. Rows are deleted after a month.

create table list_guess (
  admin_id bigint not null references admin (id) on delete cascade,
  -- The number as lists show it. `hash`: a hash of a phone that is of nobody; `hash known`: of somebody; `hash refused`: a list with too
  -- many hashes of nobody.
  mask text collate "C" not null,
  -- The first 64 bits of the keyed hash of the number.
  print bigint not null,
  compared_at timestamptz not null default now(),
  primary key (admin_id, mask, print)
);
-- Rows are added in the order of this column, hundreds of thousands at once.
create index list_guess_compared_at_idx on list_guess using brin (compared_at);

-- The same two values of a row that waits; null: it names no person.
alter table import_row add column mask text collate "C", add column print bigint;
