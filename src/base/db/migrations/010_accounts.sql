-- Accounts, how they sign in, what they let programs do, and what every instance shares.

create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;
create extension if not exists unaccent;
create extension if not exists btree_gist;

create domain visibility as text check (value in ('private', 'residents', 'settlement', 'public'));

-- Each running process holds one snowflake instance number for as long as it renews its lease.
create table instance_lease (
  number integer primary key check (number between 0 and 1023),
  holder text not null,
  expires_at timestamptz(3) not null
);

-- An account is never deleted as a row: texts keep their author. Deleting it empties the personal fields and sets deleted_at.
create table account (
  id bigint primary key,
  email text not null,
  email_key text not null,                          -- lower-cased, for looking up and uniqueness
  email_confirmed_at timestamptz(3),                -- null until the letter's link was followed
  password_hash text,                               -- null: no password set yet (created by the command line) or deleted
  display_name text not null check (length(display_name) between 1 and 100),
  language text not null default 'ru' check (language in ('en', 'ru')),
  platform_role text check (platform_role in ('moderator')), -- null: no role on the platform
  mail_paused_at timestamptz(3),                    -- set when letters to the address are refused
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create unique index account_email on account (email_key) where deleted_at is null;
create index account_moderators on account (id) where platform_role is not null;

create table session (
  id bigint primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  account_id bigint not null references account (id),
  host text not null,
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index session_of_account on session (account_id);
create index session_expiry on session (expires_at);

-- Links in letters: confirming an address, resetting a password, changing the address.
create table account_code (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id bigint not null references account (id),
  purpose text not null check (purpose in ('confirm_email', 'reset_password', 'change_email')),
  new_email text check ((purpose = 'change_email') = (new_email is not null)),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index account_code_of_account on account_code (account_id, purpose);
create index account_code_expiry on account_code (expires_at);

-- Failed sign-ins slow down the next ones, counted per address book entry and per network address.
create table sign_in_failure (
  key text primary key,
  failures integer not null,
  last_failed_at timestamptz(3) not null
);

create table personal_token (
  id bigint primary key,
  account_id bigint not null references account (id),
  name text not null check (length(name) between 1 and 100),
  token_hash bytea not null unique check (length(token_hash) = 32),
  hint text not null,                               -- prefix and last characters, so that a person can tell tokens apart
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['mcp:read', 'mcp:write', 'mcp:private']),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,               -- a token without expiry does not exist
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index personal_token_of_account on personal_token (account_id);

create table oauth_client (
  id text primary key,                              -- an identifier issued here, or the https address of a client document
  kind text not null check (kind in ('registered', 'document')),
  name text not null check (length(name) between 1 and 200),
  redirect_uris text[] not null check (cardinality(redirect_uris) > 0),
  application_type text not null default 'native' check (application_type in ('native', 'web')),
  document jsonb,                                   -- the client document as fetched; null for a registered client
  fresh_until timestamptz(3),                       -- when the client document has to be fetched again
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index oauth_client_unused on oauth_client (created_at) where last_used_at is null;

-- One grant: an account allows a client to act on one resource at one host. Codes and tokens hang from it.
create table oauth_grant (
  id bigint primary key,
  account_id bigint not null references account (id),
  client_id text not null references oauth_client (id),
  client_name text not null,                        -- as shown on the consent screen
  client_host text not null,
  issuer text not null,
  resource text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index oauth_grant_of_account on oauth_grant (account_id) where revoked_at is null;

create table oauth_code (
  token_hash bytea primary key check (length(token_hash) = 32),
  grant_id bigint not null references oauth_grant (id) on delete cascade,
  redirect_uri text not null,
  code_challenge text not null check (length(code_challenge) = 43),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index oauth_code_expiry on oauth_code (expires_at);

create table oauth_token (
  id bigint primary key,
  kind text not null check (kind in ('access', 'refresh')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  grant_id bigint not null references oauth_grant (id) on delete cascade,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),                           -- refresh: when it was rotated
  successor bytea,                                  -- refresh: the sealed reply of its rotation, kept for the grace of parallel refreshes
  revoked_at timestamptz(3)
);
create index oauth_token_of_grant on oauth_token (grant_id);
create index oauth_token_expiry on oauth_token (expires_at);

create table interface_settings (
  account_id bigint primary key references account (id),
  sticky_header boolean not null default true,
  sticky_sidebar boolean not null default true,
  assistant_width integer check (assistant_width between 360 and 720), -- null: the interface decides
  skin text check (length(skin) <= 50),                                -- null: follows the device
  objects_view text check (objects_view in ('table', 'tiles'))         -- null: the interface decides
);

-- The first reply to a request with an Idempotency-Key, given again for a day.
create table idempotency_reply (
  account_id bigint not null references account (id),
  key text not null,
  operation text not null,
  request_hash bytea not null,
  reply json,                                       -- as it was sent; null only while the first request is still running
  created_at timestamptz(3) not null,
  primary key (account_id, key)
);
create index idempotency_reply_age on idempotency_reply (created_at);

create table job (
  id bigint primary key,
  queue text not null,
  key text,                                         -- at most one waiting job per queue and key; null: no such limit
  payload jsonb not null default '{}',
  run_at timestamptz(3) not null,
  attempts integer not null default 0,
  locked_by text,
  locked_until timestamptz(3),
  last_error text,
  failed_at timestamptz(3),                         -- set when it was given up
  created_at timestamptz(3) not null
);
create unique index job_key on job (queue, key) where key is not null and locked_by is null and failed_at is null;
create index job_ready on job (queue, run_at, id) where failed_at is null;

-- Which turn of a recurring job was queued last, so that many instances queue each turn once.
create table job_turn (
  queue text primary key,
  turn bigint not null
);

create table tag (
  id bigint primary key,
  slug text not null unique check (length(slug) between 1 and 100),
  name text not null check (length(name) between 1 and 100)
);
