-- What an edit replaced that did not say what it was based on, so that no writer's words are lost unread.
create table replaced_value (
  id bigint primary key,
  subject_type text not null check (subject_type in ('article', 'parcel_object')),
  subject_id bigint not null,
  -- Who replaced it.
  account_id bigint references account (id) on delete set null,
  replaced_at timestamptz not null,
  fields jsonb not null
);
create index replaced_value_subject on replaced_value (subject_type, subject_id, id desc);
create index replaced_value_account on replaced_value (account_id);
create index replaced_value_age on replaced_value (replaced_at);
