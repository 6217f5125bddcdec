-- Readings that came through a connection on a day (UTC): what one account may have stored in a day is bounded.
alter table device_connection
  add column recorded_on date,                      -- null: none yet
  add column recorded integer not null default 0;
