-- Letters of notifications wait while it is quiet: from one full hour to another, where the account lives.
alter table notification_preference
  add column quiet_from smallint check (quiet_from between 0 and 23),
  add column quiet_to smallint check (quiet_to between 0 and 23),
  add constraint quiet_hours_both_or_none check (
    case when quiet_from is null then quiet_to is null else quiet_to is not null and quiet_to <> quiet_from end);
