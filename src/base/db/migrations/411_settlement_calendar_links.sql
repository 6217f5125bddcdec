-- The address from which a calendar reads the days of one settlement, as calendar_link is for one's own tasks.
create table settlement_calendar_link (
  account_id bigint not null references account (id) on delete cascade,
  settlement_id bigint not null references settlement (id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (account_id, settlement_id)
);
create index settlement_calendar_link_of_settlement on settlement_calendar_link (settlement_id);
