-- Devices that send by themselves: the token is shown once, and only its hash is kept.
alter table device_connection add column push_token_hash bytea;
create unique index device_connection_by_push_token on device_connection (push_token_hash) where push_token_hash is not null;
