-- What a reply is made from, stored instead of the whole reply. An older version finds such a row emptied, and answers a
-- repeat with its short fields.
alter table idempotency_reply add column ref json;
