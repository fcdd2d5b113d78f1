-- Single sign-on: administrators sign in with the OpenID provider of their company.

-- The one provider and its rules. Without the row nothing is configured.
create table sso (
  id smallint primary key default 1,
  is_on boolean not null default false,
  -- On the button of the login page: “Sign in with …”.
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret_sealed bytea,
  -- Asked for besides `openid`.
  scopes text not null default '',
  -- What a person is found by as long as no account is linked to the subject.
  claim text not null,
  -- Whether somebody without an account gets one.
  creates boolean not null default false,
  groups_claim text not null default '',
  -- Whose second factor counts: `provider`, or `own`, which is then asked for too.
  factor text not null default 'own',
  -- Whether signing out here signs out at the provider too.
  signs_out boolean not null default false,
  -- Whether passwords are refused, except that of the break-glass account.
  passwords_off boolean not null default false,
  break_glass_id bigint references admin (id),
  updated_by bigint references admin (id) on delete set null,
  version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  constraint sso_id_check check (id = 1),
  constraint sso_name_check check (length(name) between 1 and 20),
  constraint sso_issuer_check check (length(issuer) between 1 and 500),
  constraint sso_client_id_check check (length(client_id) between 1 and 200),
  constraint sso_scopes_check check (length(scopes) <= 200),
  constraint sso_claim_check check (claim in ('sub', 'email', 'phone')),
  constraint sso_groups_claim_check check (length(groups_claim) <= 100),
  constraint sso_factor_check check (factor in ('provider', 'own')),
  constraint sso_passwords_off_check check (not passwords_off or (is_on and break_glass_id is not null))
);
create index sso_break_glass_id_idx on sso (break_glass_id);
create index sso_updated_by_idx on sso (updated_by);
comment on column sso.name is 'of the provider of the company, about no user';
comment on column sso.issuer is 'an address of the provider of the company';
comment on column sso.client_id is 'of this service at the provider, about no user';
comment on column sso.scopes is 'words of the provider, about no user';
comment on column sso.claim is 'a word of a fixed list, or a code';
comment on column sso.groups_claim is 'a word of the provider, about no user';
comment on column sso.factor is 'a word of a fixed list, or a code';

-- As for every column with sealed values.
create function refuse_closed_key_of_sso() returns trigger language plpgsql as $$
begin
  if exists (select from public.data_key where mark = public.sealed_mark(new.client_secret_sealed) and state in ('closed', 'ending', 'gone')) then
    raise exception 'A value of sso.client_secret_sealed is sealed with a data key that was replaced.' using errcode = 'KB001';
  end if;
  return null;
end $$;
create trigger closed_key_refused after insert or update of client_secret_sealed on sso
  for each row when (new.client_secret_sealed is not null) execute function refuse_closed_key_of_sso();

-- Which role a group of the provider has. The roles of this table are given and taken at each sign-in; others stay as they are.
create table sso_role (
  group_value text not null,
  role_id bigint not null references role (id) on delete cascade,
  constraint sso_role_pkey primary key (group_value, role_id),
  constraint sso_role_group_value_check check (length(group_value) between 1 and 200)
);
create index sso_role_role_id_idx on sso_role (role_id);
comment on column sso_role.group_value is 'a group of administrators at the provider, not of users';

-- Who an account is at the provider.
create table admin_identity (
  admin_id bigint primary key references admin (id) on delete cascade,
  issuer text not null,
  subject text not null,
  linked_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  constraint admin_identity_issuer_check check (length(issuer) <= 500),
  constraint admin_identity_subject_check check (length(subject) between 1 and 255),
  constraint admin_identity_issuer_subject_key unique (issuer, subject)
);
comment on column admin_identity.issuer is 'an address of the provider of the company';
comment on column admin_identity.subject is 'of an administrator, not of a user';

-- A sign-in that went to the provider and has not come back. Its secret is in the browser alone, from which state, nonce and verifier follow.
create table sso_flow (
  token_hash bytea primary key,
  -- Of a confirmation: the session that asks for it.
  session_id bigint references session (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index sso_flow_session_id_idx on sso_flow (session_id);
create index sso_flow_expires_at_idx on sso_flow (expires_at);

-- The logout tokens that were taken, so that none is taken twice.
create table sso_logout (
  jti_hash bytea primary key,
  at timestamptz(3) not null default now()
);
create index sso_logout_at_idx on sso_logout (at);

-- How a session was opened; the hash of the provider's own session; whether its second factor counts; when the person confirmed there.
alter table session add column way text not null default 'password';
alter table session add column provider_session bytea;
alter table session add column has_provider_factor boolean not null default false;
alter table session add column confirmed_at timestamptz(3);
alter table session add constraint session_way_check check (way in ('password', 'sso'));
create index session_provider_session_idx on session (provider_session) where provider_session is not null;
comment on column session.way is 'a word of a fixed list, or a code';

-- The same, until the second factor is given.
alter table sign_in_challenge add column way text not null default 'password';
alter table sign_in_challenge add column provider_session bytea;
alter table sign_in_challenge add constraint sign_in_challenge_way_check check (way in ('password', 'sso'));
comment on column sign_in_challenge.way is 'a word of a fixed list, or a code';

-- When the password last opened a session: only such an account can be the break-glass account.
alter table admin add column password_login_at timestamptz(3);
update admin set password_login_at = last_login_at where last_login_at is not null;

alter table login_log drop constraint login_log_reason_check;
alter table login_log add constraint login_log_reason_check check (reason in ('ok', 'recoveryCode', 'secondFactorAsked', 'wrongPassword',
  'unknownAccount', 'disabled', 'locked', 'wrongSecondFactor', 'sso', 'ssoFactorAsked', 'ssoRefused', 'passwordOff')) not valid;

-- While passwords are off, the break-glass account stays enabled and a super administrator: nobody else could get in without the provider.
create function refuse_loss_of_break_glass() returns trigger language plpgsql as $$
begin
  if exists (
    select from sso s where s.passwords_off and not exists (
      select from admin a join admin_role ar on ar.admin_id = a.id join role r on r.id = ar.role_id
      where a.id = s.break_glass_id and a.status = 'enabled' and r.is_super)
  ) then
    raise exception 'the break-glass account must stay an enabled super administrator'
      using errcode = 'check_violation', constraint = 'sso_break_glass_check';
  end if;
  return null;
end $$;
create constraint trigger admin_break_glass_status after update of status on admin deferrable initially deferred
  for each row when (old.status = 'enabled' and new.status <> 'enabled') execute function refuse_loss_of_break_glass();
create constraint trigger admin_role_break_glass after delete or update on admin_role deferrable initially deferred
  for each row execute function refuse_loss_of_break_glass();
create constraint trigger role_break_glass after update of is_super on role deferrable initially deferred
  for each row when (old.is_super and not new.is_super) execute function refuse_loss_of_break_glass();
create constraint trigger sso_break_glass after insert or update on sso deferrable initially deferred
  for each row when (new.passwords_off) execute function refuse_loss_of_break_glass();
