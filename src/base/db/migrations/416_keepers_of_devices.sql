-- Who looks after the devices of a settlement beside its board: residents whom the board names. They connect and change what
-- stands on its common plots, and are told of alarms.
create table device_keeper (
  settlement_id bigint not null references settlement (id) on delete cascade,
  account_id bigint not null references account (id),
  named_by bigint not null references account (id),
  created_at timestamptz(3) not null,
  primary key (settlement_id, account_id)
);
create index device_keeper_by_account on device_keeper (account_id);
create index device_keeper_by_naming on device_keeper (named_by);
