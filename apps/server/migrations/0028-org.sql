-- The prepaid account of an organisation, and the agreements that people may have consented to.

-- Apart from the organisation, so that an edit never waits for a charge. Only the ledger changes an account. It has no index on
-- its amounts, so that a change writes one row and no index.
create table org_account (
  org_id bigint primary key references org (id) on delete cascade,
  balance_fen bigint not null default 0,
  -- The price of pushes that are under way; what is available is the rest of the balance.
  held_fen bigint not null default 0,
  constraint org_account_held_fen_check check (held_fen >= 0),
  constraint org_account_balance_fen_check check (balance_fen >= held_fen)
) with (fillfactor = 70);
insert into org_account (org_id, balance_fen) select id, balance_fen from org;
alter table org drop column balance_fen;

-- Every organisation has an account, whoever adds it.
create function open_org_account() returns trigger language plpgsql as $$
begin
  insert into org_account (org_id) values (new.id);
  return null;
end $$;
create trigger org_account_open after insert on org for each row execute function open_org_account();

-- An account that holds money is not deleted, neither by itself nor with its organisation.
create function keep_org_account() returns trigger language plpgsql as $$
begin
  raise exception 'account of organisation % holds money', old.org_id
    using errcode = 'foreign_key_violation', constraint = 'org_account_empty';
end $$;
create trigger org_account_keep before delete on org_account for each row
  when (old.balance_fen <> 0 or old.held_fen <> 0) execute function keep_org_account();

-- The versions of agreements that an organisation has offered while it was enabled. People may have consented to them, so what such
-- a version says never changes; another text is another version. `org.agreements` lists those that are offered now.
create table org_agreement (
  org_id bigint not null references org (id) on delete cascade,
  name text not null,
  version text not null,
  url text not null,
  offered_at timestamptz(3) not null default now(),
  primary key (org_id, name, version)
);

-- Whoever writes an organisation: its offered agreements are noted, and a version with another address is refused.
create function note_org_agreements() returns trigger language plpgsql as $$
begin
  if exists (
    select from jsonb_to_recordset(new.agreements) given (name text, version text, url text)
    join org_agreement noted on noted.org_id = new.id and noted.name = given.name and noted.version = given.version
    where noted.url <> given.url
  ) then
    raise exception 'an agreement of organisation % that was offered has another address', new.id
      using errcode = 'unique_violation', constraint = 'org_agreement_same';
  end if;
  if new.status = 'enabled' then
    insert into org_agreement (org_id, name, version, url)
      select new.id, given.name, given.version, given.url
      from jsonb_to_recordset(new.agreements) given (name text, version text, url text)
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger org_agreements_note after insert or update of agreements, status on org
  for each row execute function note_org_agreements();
insert into org_agreement (org_id, name, version, url)
  select o.id, given.name, given.version, given.url
  from org o, jsonb_to_recordset(o.agreements) given (name text, version text, url text)
  where o.status = 'enabled'
  on conflict do nothing;

-- `logo_file_id` was a number without a reference so far; nothing could fill it in.
alter table org add constraint org_logo_file_id_fkey foreign key (logo_file_id) references file (id);

-- One for each order of the lists, with the filters, so that a page and its count read the index only.
drop index org_created_at_idx, org_flow_idx;
create index org_created_at_idx on org (created_at, id) include (flow, status, code, name, short_name);
create index org_updated_at_idx on org (updated_at, id) include (flow, status, code, name, short_name);
create index org_name_idx on org (name, id) include (flow, status, code, short_name);
create index org_alert_fen_idx on org (alert_fen, id) include (flow, status, code, name, short_name);
create index org_status_idx on org (status, created_at, id) include (flow, code, name, short_name);
