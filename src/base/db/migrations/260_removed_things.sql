-- What was removed and can be brought back for 30 days by who removed it. The row lies here whole and no longer in its own
-- table, so that nothing which reads that table can show it.
create table removed_thing (
  type text not null check (type in ('media', 'parcel_object', 'contact')),
  id bigint not null,
  settlement_id bigint,                             -- where it was listed; null: in none, or of a plot of none
  parcel_id bigint,                                 -- null: not of a plot
  removed_by bigint not null references account (id),
  removed_at timestamptz(3) not null,
  content jsonb not null,                           -- the whole row
  tags text[] not null default '{}',
  blobs bytea[] not null default '{}',              -- what the row still needs in the store
  primary key (type, id)
);
create index removed_thing_of_account on removed_thing (removed_by, type, id desc);
create index removed_thing_expiry on removed_thing (removed_at);
create index removed_thing_of_blobs on removed_thing using gin (blobs);
