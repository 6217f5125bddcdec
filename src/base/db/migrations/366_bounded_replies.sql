-- What an account's stored replies take is bounded: the oldest long ones are emptied, and `summary` answers in their place.
-- Rows of an earlier version have neither size nor rights: they are answered as before until they expire.
alter table idempotency_reply
  add column bytes integer,                         -- of reply; null: not counted
  add column summary jsonb,                         -- its short fields, for a repeat after the reply was emptied
  add column rights text[];                         -- roles of the account when it was stored; null: not recorded
create index idempotency_reply_long on idempotency_reply (account_id, created_at, key) include (bytes) where bytes > 1024;
