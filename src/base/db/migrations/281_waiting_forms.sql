-- A form whose session had ended, while its writer sets a new password or registers instead of signing in at once. It is
-- known by a secret in a cookie of that browser, and sealed: only the service reads it, and shows it to its writer alone.
create table waiting_form (
  secret_hash bytea primary key,
  account_id bigint not null references account (id) on delete cascade, -- who wrote it
  sealed bytea not null check (octet_length(sealed) <= 1100000),
  expires_at timestamptz(3) not null
);
create index waiting_form_of_account on waiting_form (account_id, expires_at desc);
create index waiting_form_expiry on waiting_form (expires_at);
