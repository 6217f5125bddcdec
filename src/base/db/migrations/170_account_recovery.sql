-- Somebody who asked for an account: name and password wait here until the mailbox confirms, and make no account before.
create table registration (
  token_hash bytea primary key check (length(token_hash) = 32),
  email text not null,
  display_name text not null check (length(display_name) between 1 and 100),
  password_hash text not null,
  browser_hash bytea not null check (length(browser_hash) = 32), -- what the registering browser keeps: only there the typed password counts
  language text not null check (language in ('en', 'ru')),
  next text,                                        -- where the person was going
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index registration_expiry on registration (expires_at);

-- A changed address can be taken back from the old mailbox.
alter table account_code drop constraint account_code_purpose_check;
alter table account_code add constraint account_code_purpose_check
  check (purpose in ('confirm_email', 'reset_password', 'change_email', 'restore_email'));
alter table account_code drop constraint account_code_check;
alter table account_code add constraint account_code_check
  check ((purpose in ('change_email', 'restore_email')) = (new_email is not null));

-- Accounts that nobody confirmed keep no password that somebody else may have chosen; registering again sets one.
delete from account_code where purpose = 'confirm_email';
update account set password_hash = null where email_confirmed_at is null and deleted_at is null;
