-- A kept reply may hold what only the scopes of the first request let out; null: kept by a version that did not say.
alter table idempotency_reply add column scopes text[];
