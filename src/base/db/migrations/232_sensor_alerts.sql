-- What a resident wants to be told about a sensor, and how it stands.
create table sensor_alert (
  id bigint primary key,
  sensor_id bigint not null references sensor (id),
  kind text not null check (kind in ('below', 'above', 'silent', 'on')),
  bound double precision,                           -- below, above: the number; null for the others
  margin double precision,                          -- below, above: how far back the value has to come before all is well
  seconds integer,                                  -- silent, on: for longer than this; null for the others
  since timestamptz(3),                             -- when what it is about began, as far as it has
  value double precision,                           -- what was measured then
  raised_at timestamptz(3),                         -- null: all is well
  told_at timestamptz(3),                           -- when people were told last; null: never
  created_at timestamptz(3) not null
);
create index sensor_alert_of_sensor on sensor_alert (sensor_id);
-- What a job looks through each minute, and what waits to be told.
create index sensor_alert_by_time on sensor_alert (id) where raised_at is null and kind in ('silent', 'on');
create index sensor_alert_to_tell on sensor_alert (id) where raised_at is not null and (told_at is null or told_at < raised_at);

-- So that recording readings of sensors without alerts looks for none.
alter table sensor add column has_alerts boolean not null default false;
