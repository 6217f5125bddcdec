-- Readings are counted into hours and days after they came, and not with every one of them.

-- Hours with readings that are not in reading_rollup yet: written with the readings, taken away with the count.
create table reading_uncounted (
  connection_id bigint not null,
  starts_at timestamptz(3) not null,                -- an hour of UTC
  marked_at timestamptz(3) not null,
  primary key (connection_id, starts_at)
) with (fillfactor = 50);                           -- the hour that runs is marked with every answer
create index reading_uncounted_by_hour on reading_uncounted (starts_at);

-- Single readings before this are gone: hours before it cannot be counted anew, and nothing is added to them.
create table reading_horizon (
  is_only boolean primary key default true check (is_only),
  dropped_before timestamptz(3) not null            -- a day of UTC
);
