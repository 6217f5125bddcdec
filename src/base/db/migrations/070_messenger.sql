-- Messages between neighbours, with the board, with companies.

create table conversation (
  id bigint primary key,
  settlement_id bigint references settlement (id),  -- null: with a company outside any settlement
  kind text not null check (kind in ('person', 'board', 'company')),
  company_id bigint references company (id),        -- set exactly for a conversation with a company
  parcel_id bigint references parcel (id),          -- set when somebody wrote to a plot without knowing who lives there
  member_key text not null unique,                  -- who talks with whom, so that a second thread is never opened
  last_message_id bigint,                           -- null only until the first message is written
  last_number bigint not null default 0,
  created_at timestamptz(3) not null,
  check ((kind = 'company') = (company_id is not null)),
  check (parcel_id is null or kind = 'person')
);

create table conversation_member (
  conversation_id bigint not null references conversation (id) on delete cascade,
  account_id bigint not null references account (id),
  side text not null check (side in ('person', 'plot', 'board', 'company')), -- plot: reached by the plot's number
  is_blocking boolean not null default false,       -- this account takes no more messages here
  read_number bigint not null default 0,            -- the last message this account has read
  last_message_id bigint not null default 0,        -- copied here so that one account's threads are walked in order
  primary key (conversation_id, account_id)
);
create index conversation_of_account on conversation_member (account_id, last_message_id desc);

create table message (
  conversation_id bigint not null references conversation (id) on delete cascade,
  number bigint not null,                           -- 1, 2, 3 … without a gap, given under the conversation's lock
  id bigint not null unique,
  author_id bigint not null references account (id),
  body text not null check (length(body) between 1 and 5000),
  created_at timestamptz(3) not null,
  primary key (conversation_id, number)
);

create table account_block (
  account_id bigint not null references account (id),
  blocked_id bigint not null references account (id),
  created_at timestamptz(3) not null,
  primary key (account_id, blocked_id)
);

create table message_report (
  id bigint primary key,
  message_id bigint not null references message (id) on delete cascade,
  reporter_id bigint not null references account (id),
  reason text not null check (length(reason) between 1 and 1000),
  created_at timestamptz(3) not null,
  unique (message_id, reporter_id)
);
