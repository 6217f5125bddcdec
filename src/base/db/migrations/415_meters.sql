-- A meter of a plot: of electricity, water or gas. With a sensor its readings are also those of the sensor, for charts and
-- alerts; without one the board keeps it for people on paper. The board sees the readings where `for_board` is set.
create table meter (
  id bigint primary key,
  parcel_id bigint not null references parcel (id) on delete cascade,
  sensor_id bigint unique references sensor (id) on delete cascade,
  kind text not null check (kind in ('energy', 'water', 'gas')),
  name text not null check (length(name) between 1 and 100),
  for_board boolean not null default false,
  -- Of the whole settlement: what the plots used is subtracted from it.
  is_main boolean not null default false,
  created_by bigint references account (id),
  created_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index meter_of_parcel on meter (parcel_id);
create index meter_by_account on meter (created_by);

-- Kept as long as the meter: charts forget single readings after a while, bills do not.
create table meter_reading (
  id bigint primary key,
  meter_id bigint not null references meter (id) on delete cascade,
  measured_at timestamptz(3) not null,
  number double precision not null check (number >= 0 and number < 1e12),
  -- The meter was changed then: what the old one showed last, while `number` is what the new one began with.
  former_end double precision check (former_end >= 0 and former_end < 1e12),
  typed_by bigint not null references account (id),
  is_by_board boolean not null default false,
  media_id bigint references media (id) on delete set null,
  created_at timestamptz(3) not null,
  taken_back_at timestamptz(3)
);
create unique index meter_reading_at on meter_reading (meter_id, measured_at) where taken_back_at is null;
create index meter_reading_by_account on meter_reading (typed_by);
create index meter_reading_photograph on meter_reading (media_id) where media_id is not null;

-- One reminder for each kind and month.
create table meter_reminder (
  settlement_id bigint not null references settlement (id) on delete cascade,
  kind text not null check (kind in ('energy', 'water', 'gas')),
  month date not null,
  sent_by bigint not null references account (id),
  sent_at timestamptz(3) not null,
  plots integer not null,
  primary key (settlement_id, kind, month)
);
create index meter_reminder_by_account on meter_reminder (sent_by);

-- The day of the month that the board wants readings by.
alter table settlement add column meter_day smallint not null default 25 check (meter_day between 1 and 28);
