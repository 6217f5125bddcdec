-- What boards, moderators and operators decided. Nothing here is ever changed or removed, also not with what it is about.
create table audit_entry (
  id bigint primary key,
  at timestamptz(3) not null,
  account_id bigint references account (id),        -- null: the command line
  action text not null,                             -- name of the operation, action or command
  subject_type text not null,
  subject_id bigint not null,
  settlement_id bigint,                             -- null: of the platform
  of_installation boolean not null default false,   -- for operators, not for moderators
  before jsonb,
  after jsonb
);
create index audit_of_settlement on audit_entry (settlement_id, id desc) where settlement_id is not null;
create index audit_of_platform on audit_entry (id desc) where settlement_id is null;
create index audit_of_subject on audit_entry (subject_type, subject_id, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries stay as they were written';
end $$;
create trigger audit_stays before update or delete or truncate on audit_entry
  for each statement execute function refuse_audit_change();

-- Who keeps the installation running: beside the moderator's role, and without any of its rights.
alter table account add column is_operator boolean not null default false;
