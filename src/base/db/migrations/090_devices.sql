-- Devices on a plot and what their sensors said.

create table device_connection (
  id bigint primary key,
  account_id bigint not null references account (id),
  parcel_id bigint not null references parcel (id),
  name text not null check (length(name) between 1 and 100),
  provider text not null,
  settings jsonb not null default '{}',             -- address and mapping; never a secret
  secret bytea,                                     -- sealed with AES-256-GCM; null: the provider needs none
  state text not null default 'new' check (state in ('new', 'ok', 'failing', 'paused', 'revoked')),
  last_error jsonb,                                 -- in both languages; null: the last poll went well
  failure_count integer not null default 0,
  failing_since timestamptz(3),                     -- null while it works
  trouble_told_at timestamptz(3),                   -- when the owner was told of lasting trouble; null: not told
  polled_at timestamptz(3),                         -- null until the first poll
  next_poll_at timestamptz(3) not null,
  poll_locked_until timestamptz(3),
  described text,                                   -- digest of the devices as last stored; null: not stored yet
  created_at timestamptz(3) not null
);
create index device_connection_of_account on device_connection (account_id, id);
create index device_connection_of_parcel on device_connection (parcel_id);
create index device_connection_due on device_connection (next_poll_at) where state in ('new', 'ok', 'failing');

create table device (
  id bigint primary key,
  connection_id bigint not null references device_connection (id),
  key text not null,
  name text not null,
  manufacturer text, model text, firmware text,     -- null: the device does not say
  operator text not null default '',
  category text not null default '',
  access_kind text not null default 'read',
  created_at timestamptz(3) not null,
  unique (connection_id, key)
);

create table sensor (
  id bigint primary key,
  device_id bigint not null references device (id),
  key text not null,
  raw_key text not null,
  kind text not null default '',                    -- empty: the product has no meaning for it yet
  value_type text not null check (value_type in ('number', 'text', 'boolean')),
  aggregation text not null check (aggregation in ('mean', 'sum', 'max', 'last')),
  unit text not null default '',
  number double precision,                          -- the last value; null: never reported, or not numeric
  text text,
  is_enabled boolean not null default true,
  visibility visibility not null default 'private',
  rhythm_s double precision,                        -- its usual interval; null until two reports came
  measured_at timestamptz(3),
  reported_at timestamptz(3),
  created_at timestamptz(3) not null,
  unique (device_id, key)
) with (fillfactor = 80);                           -- every poll rewrites its rows: room on the page spares the indexes

create table reading (
  sensor_id bigint not null,
  measured_at timestamptz(3) not null,
  number double precision,
  text text,
  primary key (sensor_id, measured_at)
) partition by range (measured_at);
create table reading_rest partition of reading default;

-- Counted up as readings come, so that a late one finds its hour and day also when their readings are gone already.
create table reading_rollup (
  sensor_id bigint not null,
  step text collate "C" not null check (step in ('hour', 'day')),
  starts_at timestamptz(3) not null,
  n integer not null,
  mean double precision, low double precision, high double precision, total double precision,
  last_text text,
  last_number double precision,
  last_at timestamptz(3) not null,
  primary key (sensor_id, step, starts_at)
) with (fillfactor = 80);
