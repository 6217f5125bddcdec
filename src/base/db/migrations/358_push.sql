-- Web Push: notifications that a browser shows although no page is open.

-- Belongs to the session in which it was made, and ends with it.
create table push_subscription (
  id bigint primary key,
  account_id bigint not null references account (id) on delete cascade,
  session_id bigint not null unique references session (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) between 1 and 1000),
  host text not null,                               -- of the endpoint: a push server that is down is left alone for a while
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  created_at timestamptz(3) not null,
  failing_since timestamptz(3)                      -- null: the last push was accepted, or there was none
);
create index push_subscription_of_account on push_subscription (account_id, id);

-- One push to one browser, written with the notification. It carries its own words, because somebody may want pushes without the bell.
create table push_item (
  event_id bigint not null,
  subscription_id bigint not null references push_subscription (id) on delete cascade,
  topic text not null,
  key text not null,
  replacements jsonb not null default '{}',         -- emptied when it has been sent or given up
  url text not null,
  happened_at timestamptz(3) not null,
  due_at timestamptz(3) not null,                   -- also the end of the lease while it is being sent
  attempts integer not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  sent_at timestamptz(3) check ((state = 'sent') = (sent_at is not null)),
  last_error text,
  primary key (event_id, subscription_id)
);
create index push_item_due on push_item (due_at) where state = 'waiting';
create index push_item_of_subscription on push_item (subscription_id);
create index push_item_done on push_item (happened_at) where state <> 'waiting';

-- Whether the lock screen shows the sentence of a notification, or only what kind it is of.
alter table notification_preference add column shows_push_text boolean not null default false;

