-- What each account changed on a day (UTC), for its quotas; swept after thirty days.
create table account_day (
  account_id bigint not null references account (id),
  day date not null,
  changes integer not null,
  bytes bigint not null,                            -- of the parameters that the changes sent to the database
  primary key (account_id, day)
);
create index account_day_age on account_day (day);
