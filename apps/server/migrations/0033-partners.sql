-- Organisations whose low balance was told, and channels and organisations found by a part of their name.

-- A row of its own, so that a charge writes neither this nor the organisation.
create table org_low_balance (
  org_id bigint primary key references org (id) on delete cascade,
  since timestamptz(3) not null default now()
);

-- The characters of a text and its pairs of neighbours, in lower case. A text that contains another one has all of its pairs, so an
-- index of pairs finds the few texts that can contain a keyword.
create function text_pairs(given text) returns text[] language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct substr(lowered, place, size) collate "C"), '{}')
    from (select lower(given) as lowered) text, generate_series(1, length(lowered)) place, generate_series(1, 2) size
    where place + size - 1 <= length(lowered)
  );

alter table channel add column name_pairs text[] collate "C" not null generated always as (text_pairs(name)) stored;
create index channel_name_pairs_idx on channel using gin (name_pairs);
-- Name, short name and code, because one filter looks for a part of any of them.
alter table org add column name_pairs text[] collate "C" not null
  generated always as (text_pairs(name || chr(10) || short_name || chr(10) || code)) stored;
create index org_name_pairs_idx on org using gin (name_pairs);
