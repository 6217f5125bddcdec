-- One address a person gives to a calendar, which reads their own tasks from it. Whoever holds it needs no session, so
-- only a hash is kept, and it ends after a year.
create table calendar_link (
  account_id bigint primary key references account (id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
