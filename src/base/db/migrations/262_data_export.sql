-- A copy of everything an account has here, made by a job, for that account alone and for a week.
create table data_export (
  id bigint primary key,
  account_id bigint not null references account (id),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  requested_at timestamptz(3) not null,
  finished_at timestamptz(3),
  expires_at timestamptz(3),                        -- set when it is ready
  sha256 bytea check (length(sha256) = 32),         -- of the file in the store; likewise
  bytes bigint,
  check ((state = 'ready') = (sha256 is not null)),
  check ((state = 'ready') = (expires_at is not null))
);
create unique index data_export_waiting on data_export (account_id) where state = 'waiting';
create index data_export_of_account on data_export (account_id, id desc);
create index data_export_of_blob on data_export (sha256) where sha256 is not null;
