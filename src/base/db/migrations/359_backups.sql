-- Attempts to make a backup, and whether a restore of it was tried and succeeded. Kept for a year, and in no backup.
create table backup (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 1000),   -- a file in a folder, or an object in a bucket
  place text not null check (place in ('folder', 's3')),
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),                         -- null: it is being written, or was cut off
  bytes bigint,
  row_count bigint,
  file_count bigint,
  encrypted boolean not null,
  schema_version text not null,                       -- the newest migration it contains
  backup_ms integer,
  verified_at timestamptz(3),                         -- when a restore was last tried
  verify_ms integer,
  verdict text check (verdict in ('good', 'bad')),    -- null: nobody knows; problem says why, if it was tried
  problem text
);
create index backup_by_start on backup (started_at);
