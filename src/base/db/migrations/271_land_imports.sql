-- A file of land that somebody of the board, or a moderator, sent through a page: looked at first, then taken in exactly
-- as it was shown. The file goes once it was taken in, the rest some days later.
create table land_import (
  id bigint primary key,
  settlement_id bigint not null references settlement (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade,
  kind text not null check (kind in ('plots', 'land', 'buildings')), -- plots of the settlement, land around it, buildings
  is_bounded boolean not null,                      -- by the board: only its own land and what is nobody's around
  file_name text not null,
  file bytea,                                       -- null once it was taken in
  system text not null,                             -- of coordinates: auto, own, or one by name
  parameters text not null,
  state text not null check (state in ('checking', 'checked', 'applying', 'applied', 'unreadable', 'failed')),
  read_count integer not null default 0,            -- features read so far
  report jsonb,                                     -- counts; null until it was checked
  fault jsonb,                                      -- why the file is unreadable
  outcome text,                                     -- digest of what became of each feature
  has_moved boolean not null default false,         -- the register changed after the check: looked at again
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index land_import_of_settlement on land_import (settlement_id, id desc);
create index land_import_of_account on land_import (account_id, id desc);
create index land_import_expiry on land_import (expires_at);

-- What becomes of each feature of the file.
create table land_import_feature (
  import_id bigint not null references land_import (id) on delete cascade,
  number integer not null,                          -- its place in the file, from 1
  name text not null,                               -- cadastral number; empty where there is none
  plot_number text not null,
  outcome text not null check (outcome in ('added', 'changed', 'unchanged', 'refused')),
  remark text check (remark in ('repaired', 'renamed')),
  reason jsonb,                                     -- of the refusal or the remark, in both languages
  primary key (import_id, number)
);
