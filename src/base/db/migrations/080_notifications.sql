-- What people are told, in the bell and by letter.

create table notification (
  id bigint primary key,
  account_id bigint not null references account (id),
  topic text not null check (topic in ('my_requests', 'review_queue', 'reminders')),
  key text not null,
  replacements jsonb not null default '{}',
  url text not null,
  event_id bigint not null,                         -- what happened; one account is told of it once
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  unique (event_id, account_id)
);
create index notification_feed on notification (account_id, id desc);
create index notification_unread on notification (account_id, url) where read_at is null;

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
create index letter_waiting on letter ((topic is not null), send_at, id) where state = 'waiting'; -- account letters go first
create index letter_of_account on letter (account_id, topic, id desc);

-- What still has to be put into a letter. It carries its own words, because somebody may want letters without the bell.
create table letter_item (
  event_id bigint not null,
  account_id bigint not null references account (id),
  topic text not null,
  key text not null,
  replacements jsonb not null default '{}',
  url text not null,
  notification_id bigint references notification (id) on delete cascade, -- null: the bell is switched off
  happened_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  primary key (event_id, account_id)
);
create index letter_item_due on letter_item (due_at, account_id, topic);
create index letter_item_of_account on letter_item (account_id, topic, event_id);
create index letter_item_of_notification on letter_item (notification_id) where notification_id is not null;

-- An event with too many readers for one transaction. Its row remembers how far the telling has come.
create table announcement_delivery (
  event_id bigint primary key,
  article_id bigint not null references article (id) on delete cascade,
  author_id bigint not null references account (id),
  told_up_to bigint not null default 0,             -- accounts are told in the order of their identifiers
  happened_at timestamptz(3) not null
);
