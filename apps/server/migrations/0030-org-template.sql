-- Salesmen, and connection templates with their secrets.

-- The administrator who looks after the organisation.
alter table org add constraint org_salesman_id_fkey foreign key (salesman_id) references admin (id);
drop index org_salesman_id_idx;
create index org_salesman_id_idx on org (salesman_id, created_at, id) include (flow, status, code, name, short_name);

-- How an organisation is connected: a connection template as the contract describes it. `overridden` are the problems that a super
-- administrator accepted, with the reason.
create table org_template (
  org_id bigint primary key references org (id) on delete cascade,
  template jsonb not null,
  override_reason text,
  overridden_by bigint references admin (id),
  updated_by bigint references admin (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint org_template_template_check check (jsonb_typeof(template) = 'object'),
  constraint org_template_override_check check ((override_reason is null) = (overridden_by is null))
);

-- The values of the secrets that a template names, encrypted. Nobody sees them again.
create table org_secret (
  org_id bigint not null references org (id) on delete cascade,
  name text not null,
  sealed bytea not null,
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, name),
  constraint org_secret_name_check check (name ~ '^[A-Za-z][A-Za-z0-9]{0,39}$')
);
