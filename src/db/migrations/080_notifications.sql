-- What people are told, in the bell and by letter.

create table notification (
  id bigint primary key,
  account_id bigint not null references account (id),
  topic text not null check (topic in ('my_requests', 'review_queue', 'reminders')),
  key text not null,
  replacements jsonb not null default '{}',
  url text not null,
  created_at timestamptz(3) not null,
  read_at timestamptz(3)
);
create index notification_feed on notification (account_id, id desc);

-- Unread per account, changed together with the notifications, so that the bell never counts rows.
create table notification_counter (
  account_id bigint primary key references account (id),
  unread integer not null default 0 check (unread >= 0)
);

-- Only what was switched off or on by hand; what is not named is on.
create table notification_preference (
  account_id bigint primary key references account (id),
  channels jsonb not null default '{}',
  topics jsonb not null default '{}'
);

-- Letters are written in the transaction that causes them and sent by a job.
create table letter (
  id bigint primary key,
  account_id bigint references account (id),        -- null: to an address that has no account
  topic text,                                       -- null: an account letter, which cannot be switched off
  to_address text not null,
  message_id text not null unique,
  subject text not null,
  body_text text not null,
  body_html text not null,
  headers jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'failed')),
  attempts integer not null default 0,
  send_at timestamptz(3) not null,
  sent_at timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null
);
create index letter_waiting on letter (send_at, id) where state = 'waiting';
create index letter_of_account on letter (account_id, topic, id desc);

-- Notifications that still have to be put into a letter.
create table letter_item (
  notification_id bigint primary key references notification (id) on delete cascade,
  account_id bigint not null references account (id),
  topic text not null,
  due_at timestamptz(3) not null
);
create index letter_item_due on letter_item (due_at, account_id, topic);
